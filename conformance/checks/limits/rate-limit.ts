import { Untested, type Check, type CheckContext } from '../../check.ts';
import type { ApiRequest, Exchange, StoreName } from '../../client/exchange.ts';
import { plans } from '../../../generated/plans.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { chatPath } from '../chat-stream/send-message.ts';
import { isObject } from '../is-object.ts';
import { agentIdsOf } from '../listed-agents.ts';
import { measureLimit, type Measured } from './measure-limit.ts';
import { judgeRefusedRequest, judgeWaiting } from './judge-refused.ts';

const list: ApiRequest = { method: 'GET', path: '/api/agents' };

function sender(
  { client }: CheckContext,
  request: ApiRequest,
  store: StoreName = 'limited',
): () => Promise<Exchange> {
  return () => client.send({ ...request, credential: { type: 'store', store }, raw: true });
}

/** The list as the burst sends it, and the first agent that an answer showed: no request is spent on asking. */
function listSender(context: CheckContext): {
  send: () => Promise<Exchange>;
  agent: () => string | undefined;
} {
  let seen: string | undefined = context.target.stores.limited?.agentId;
  const once = sender(context, list);
  const send = async (): Promise<Exchange> => {
    const exchange = await once();
    seen ??= agentIdsOf(exchange)[0];
    return exchange;
  };
  return { send, agent: () => seen };
}

function messageTo(agent: string): ApiRequest {
  return { method: 'POST', path: chatPath, json: { agent_id: agent, message: 'Hello' } };
}

/** An agent of the limited store to talk to, where the store had none. */
async function createAgent({ client, fixtures }: CheckContext): Promise<string> {
  const body = await fixtures.acceptedCreate();
  const { json: agent } = await client.contract.createAgent(body, { store: 'limited' });
  const id = isObject(agent) ? agent['id'] : undefined;
  if (typeof id === 'string') return id;
  throw new Untested('lists are not counted, and the limited store has no agent to message');
}

interface Clauses {
  readonly limit: RequirementId;
  /** What says that a refusal is 429. */
  readonly refusal: RequirementId;
}

function tellMeasured(context: CheckContext, measured: Measured, clauses: Clauses, limit: number): void {
  if (measured.type === 'early' || measured.type === 'late') {
    const { admitted, refusedAt, refused } = measured.burst;
    const actual =
      refusedAt === undefined ? `${admitted} admitted, and no 429` : `429 at request ${refusedAt}`;
    const expected = `${limit} requests admitted and request ${limit + 1} refused with 429`;
    context.breach({ requirement: clauses.limit, expected, actual }, refused);
  }
  if (measured.type === 'otherwise') {
    const actual = `request ${measured.admitted + 1} failed with status ${measured.refused.status}`;
    const expected = `status 429, and none but it, for requests beyond ${limit} a minute`;
    context.breach({ requirement: clauses.refusal, expected, actual }, measured.refused);
  }
}

/** While one store is at its limit another is not: its requests were few, so a 429 is not its own. */
async function judgeOtherStore(context: CheckContext, requirement: RequirementId): Promise<void> {
  if (context.target.stores.second === undefined) return;
  const exchange = await sender(context, list, 'second')();
  if (exchange.status !== 429) return;
  const expected = 'another store admitted while this one is at its limit';
  context.breach({ requirement, expected, actual: 'status 429 with the key of the second store' }, exchange);
}

/** A store without agents is at its limit all the same: which error wins is open, so that only a 429 tells. */
async function judgeChatAtLimit(context: CheckContext, agent: string | undefined): Promise<Exchange> {
  const exchange = await sender(context, messageTo(agent ?? 'agent'))();
  if (exchange.status === 429) judgeRefusedRequest(context, exchange, 'R-7-04');
  else if (exchange.status < 300) context.untested('messages have a limit of their own', 'R-7-04');
  else if (agent === undefined) context.untested('the limited store has no agent to message', 'R-7-04');
  else {
    const expected = 'status 429 for a message beyond the limit';
    context.breach({ requirement: 'R-7-04', expected, actual: `status ${exchange.status}` }, exchange);
  }
  return exchange;
}

async function judgeAll(context: CheckContext, requirement: RequirementId, limit: number): Promise<void> {
  const { send, agent } = listSender(context);
  const measured = await measureLimit(context, { send, limit, most: 2 * limit + 2 });
  if (measured.type === 'uncounted') {
    await judgeChatAlone(context, requirement, limit, agent() ?? (await createAgent(context)));
    return;
  }
  context.observe('R-8-07', 'the limit counts every request');
  tellMeasured(context, measured, { limit: requirement, refusal: 'R-8-06' }, limit);
  if (measured.type !== 'holds') return;
  judgeRefusedRequest(context, measured.refused, 'R-8-06');
  await judgeOtherStore(context, requirement);
  const chat = await judgeChatAtLimit(context, agent());
  // The last word on how long to wait is the one that counts, and a limit that refills may have let one in.
  const last = chat.status === 429 ? chat : await send();
  if (last.status === 429) await judgeWaiting(context, last, send);
  else context.untested('the limit let a request in before it was waited for', 'R-8-06');
}

async function judgeChatAlone(
  context: CheckContext,
  requirement: RequirementId,
  limit: number,
  agent: string,
): Promise<void> {
  const send = sender(context, messageTo(agent));
  const measured = await measureLimit(context, { send, limit, most: limit + 1 });
  tellMeasured(context, measured, { limit: requirement, refusal: 'R-7-04' }, limit);
  if (measured.type !== 'holds') return;
  context.observe('R-8-07', 'the limit counts messages alone');
  judgeRefusedRequest(context, measured.refused, 'R-7-04');
  await judgeWaiting(context, measured.refused, send);
}

/** The check of one plan: not offered where the limited store is on another. */
function planCheck(
  id: string,
  requirement: RequirementId,
  isPlan: (limit: number) => boolean,
  most: number,
): Check {
  return {
    id: `limits/${id}`,
    title: `A store on plan ${id} is limited to its requests a minute, and told by Retry-After when to come back`,
    requirements: [requirement, 'R-8-06', 'R-7-04', 'R-8-07'],
    level: 'stated',
    profile: 'core',
    lane: 'limits',
    cost: { requests: 3 * most + 12, messages: most + 2, agents: 0 },
    needs: ['limited-store', 'limited-rpm'],
    notOffered: ({ stores }) => {
      const limit = stores.limited?.requestsPerMinute;
      if (limit === undefined || isPlan(limit)) return undefined;
      return `the limited store has ${limit} requests a minute, another plan`;
    },
    writes: true,
    run: async (context) => {
      const limit = context.target.stores.limited?.requestsPerMinute;
      if (limit === undefined)
        throw new Untested('the limit of a store is not known: name it by --limited-rpm');
      await judgeAll(context, requirement, limit);
    },
  };
}

const { free, starter, pro } = plans;
const known: readonly number[] = [free, starter, pro].map((plan) => plan.requestsPerMinute);
const isLimit = (plan: { readonly requestsPerMinute: number }) => (limit: number) =>
  limit === plan.requestsPerMinute;

/** Source 8: the limits of the plans. One of them applies to the store that may be driven into its limit. */
export const planLimits: readonly Check[] = [
  planCheck('free', 'R-8-01', isLimit(free), free.requestsPerMinute),
  planCheck('starter', 'R-8-02', isLimit(starter), starter.requestsPerMinute),
  planCheck('pro', 'R-8-03', isLimit(pro), pro.requestsPerMinute),
  planCheck('enterprise', 'R-8-04', (limit) => !known.includes(limit), pro.requestsPerMinute),
];
