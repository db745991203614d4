import { unexpected } from '../../model/verify-error.ts';
import { plans } from '../../../generated/plans.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { isWhole, Untested, type Check, type CheckContext, type Cost, type Profile } from '../../check.ts';
import type { ApiRequest, Exchange } from '../../exchange.ts';
import { mcpUrlWith, sendMcpInitialize } from '../mcp/mcp-requests.ts';
import {
  isLimitInStream,
  verifyOthersLiftNothing,
  verifyDisguises,
  verifyFollowUpAtLimit,
} from './at-the-limit.ts';
import { countAdmissions, idleMs, measureLimit, type BurstPlan, type Measured } from './measure-limit.ts';
import { agentIdsOf } from '../../model/listed-agents.ts';
import {
  conversationOf,
  followUp,
  verifyGoesOn,
  type Conversation,
  createLimitedAgent,
  invalidCreate,
  listRequest,
  listSender,
  messageTo,
  sender,
} from './limited-requests.ts';
import {
  admittedMessages,
  admittedOf,
  compareWithLimit,
  sendMixedBurst,
  type CountedKinds,
  type MixedBurst,
} from './mixed-burst.ts';
import { verifyWindow } from './shorter-window.ts';
import { verifyTooManyRequests } from './verify-rejected.ts';

interface Clauses {
  readonly limit: RequirementId;
  /** The clause that requires status 429. */
  readonly status: RequirementId;
}

function reportMeasured(context: CheckContext, measured: Measured, clauses: Clauses, limit: number): void {
  if (measured.type === 'early' || measured.type === 'late') {
    const { admitted, rejected } = measured.burst;
    const actual = rejected ? `429 at request ${admitted + 1}` : `${admitted} admitted, and no 429`;
    const expected = ['limit-of-plan', limit, limit + 1] as const;
    context.report({ requirement: clauses.limit, expected, actual }, rejected);
  }
  if (measured.type === 'otherwise') {
    const actual = `request ${measured.admitted + 1} failed with status ${measured.rejected.status}`;
    const expected = ['only-429-beyond-limit', limit] as const;
    context.report({ requirement: clauses.status, expected, actual }, measured.rejected);
  }
}

/** Verifies that another store is still admitted; its own requests were few. */
async function verifyOtherStore(context: CheckContext, requirement: RequirementId): Promise<void> {
  if (context.target.stores.second === undefined) return;
  const exchange = await sender(context, listRequest, 'second')();
  if (exchange.status !== 429) return;
  const expected = 'other-store-admitted';
  context.report({ requirement, expected, actual: 'status 429 with the key of the second store' }, exchange);
}

/** Without an agent the precedence of 404 and 429 is open: then only a 429 is verified. */
async function verifyChatAtLimit(
  context: CheckContext,
  agent: string | undefined,
  conversation: Conversation | undefined,
): Promise<Exchange> {
  const request = conversation ? followUp(context, conversation) : messageTo(agent ?? 'agent');
  const exchange = await sender(context, request)();
  if (exchange.status === 429) verifyTooManyRequests(context, exchange, 'R-7-04');
  else if (exchange.status < 300 && isLimitInStream(exchange)) {
    const actual = `status ${exchange.status} and an error event`;
    context.report({ requirement: 'R-7-04', expected: 'no-stream-beyond-limit', actual }, exchange);
  } else if (exchange.status >= 300 && agent === undefined)
    context.untested('the limited store has no agent to message', 'R-7-04');
  else if (exchange.status >= 300) {
    const expected = 'message-beyond-limit';
    context.report({ requirement: 'R-7-04', expected, actual: `status ${exchange.status}` }, exchange);
  }
  return exchange;
}

/** Where a message is 429, one for which no stream is asked is no success either, before and after it. */
async function verifyUnstreamedAtLimit(context: CheckContext, agent: string): Promise<void> {
  const message = messageTo(agent);
  const unstreamed = { ...message, json: { agent_id: agent, message: 'Hello', stream: false } };
  const isAdmitted = async (request: ApiRequest): Promise<boolean> =>
    (await sender(context, request)()).status < 300;
  // A limit that refills may have admitted the first one.
  if (!(await isAdmitted(unstreamed)) || (await isAdmitted(message)) || !(await isAdmitted(unstreamed)))
    return;
  const expected = 'unstreamed-beyond-limit';
  context.report({ requirement: 'R-7-04', expected, actual: 'a success, before and after a 429' });
}

/** The other operations at the limit: where they are counted, their 429 has the same headers and body. */
async function verifyOthersAtLimit(context: CheckContext): Promise<void> {
  const widget = { method: 'GET', path: '/api/widget/config?chatbot_id=none' };
  for (const request of [invalidCreate, widget]) {
    const exchange = await sender(context, request)();
    if (exchange.status === 429) verifyTooManyRequests(context, exchange, 'R-8-06');
  }
}

/** Whether MCP is counted is open, but not whether the key is one. */
async function verifyMcpAtLimit(context: CheckContext): Promise<void> {
  const { mcpUrl, stores } = context.target;
  if (mcpUrl === undefined) return;
  const url = mcpUrlWith(context.target, stores.limited?.key);
  const exchange = await sendMcpInitialize(context, url, { type: 'none' }, { raw: true });
  if (exchange.status !== 401) return;
  context.report(unexpected('R-5-05', 'mcp-at-the-limit', exchange));
}

/** An agent of the limited store beside one that messages are sent to, where it has or takes one. */
async function otherAgent(context: CheckContext, agent: string): Promise<string | undefined> {
  const list = await context.client.contract.listAgents({ store: 'limited' });
  const other = agentIdsOf(list).find((id) => id !== agent);
  return other ?? createLimitedAgent(context).catch(() => undefined);
}

/**
 * The kinds of requests that a store rejects at the limit of its lists: those are counted together with them. Messages
 * that reach a limit of their own in the burst are not.
 */
async function kindsAtLimit(context: CheckContext, burst: MixedBurst): Promise<CountedKinds> {
  const agentId = burst.messages[0]?.agentId;
  const areAdmitted = admittedMessages(burst) === burst.messages.length;
  const isRejected = async (request: ApiRequest): Promise<boolean> =>
    (await sender(context, request)()).status === 429;
  return {
    creates: await isRejected(invalidCreate),
    messages: areAdmitted && agentId !== undefined && (await isRejected(messageTo(agentId))),
  };
}

// Fewer than the limit leaves for them beside the first lists.
const messagesBeside = ({ isWhole: all }: CheckContext, { limit }: BurstPlan): number =>
  limit < 16 ? 1 : all ? 4 : 2;

/** A mixed burst, and how what it was admitted with compares with the limit. */
async function measureMixed(
  context: CheckContext,
  plan: BurstPlan,
  beside: Parameters<typeof sendMixedBurst>[2],
) {
  const burst = await sendMixedBurst(context, plan, beside);
  const kinds =
    burst.rejected?.status === 429 ? await kindsAtLimit(context, burst) : { creates: false, messages: false };
  const admitted = admittedOf(burst, kinds);
  return { burst, admitted, comparison: compareWithLimit(admitted, plan.limit, burst.durationMs) };
}

type MixedMeasure = Awaited<ReturnType<typeof measureMixed>>;

/** The limit of lists: by the mixed burst where that is exact, otherwise by lists alone after a minute. */
async function measureLists(
  context: CheckContext,
  plan: BurstPlan,
  { burst, comparison }: MixedMeasure,
): Promise<Measured> {
  const { rejected, lists } = burst;
  if (rejected === undefined && lists >= plan.max) return { type: 'uncounted' };
  if (rejected?.status === 429 && comparison === 'exact') return { type: 'holds', rejected };
  await context.clock.wait(idleMs);
  return measureLimit(context, plan);
}

/**
 * Where lists alone are limited exactly, verifies that a message and a create beside them count as one request each, and
 * lift nothing.
 */
async function verifyMixed(context: CheckContext, plan: BurstPlan, first: MixedMeasure): Promise<void> {
  if (first.burst.rejected?.status !== 429 || first.comparison === 'exact') return;
  // A fixed window may have ended within the burst, and the store may have been in use before.
  await context.clock.wait(idleMs);
  const beside = { reservedAgents: 0, messages: Math.max(1, messagesBeside(context, plan) - 1) };
  const { admitted, comparison, burst } = await measureMixed(context, plan, beside);
  // A kind is asked for after the burst: a limit that refills, or follows the validation, admits the question.
  const all = admittedOf(burst, { creates: true, messages: true });
  if (comparison !== first.comparison || (comparison === 'below' && all >= plan.limit)) return;
  const expected = ['burst-of-kinds-admitted', plan.limit] as const;
  context.report({ requirement: 'R-8-06', expected, actual: `${admitted} admitted` }, burst.rejected);
}

/** What is verified while a store is at its limit. Returns the last 429, if any. */
async function verifyAtLimit(
  context: CheckContext,
  plan: BurstPlan,
  agent: string | undefined,
  conversation: Conversation | undefined,
) {
  await verifyOtherStore(context, 'R-8-06');
  const chat = await verifyChatAtLimit(context, agent, conversation);
  // Where a limit refills, it admits one.
  const isChatAdmitted =
    chat.status < 300 && agent !== undefined && (await sender(context, messageTo(agent))()).status < 300;
  await verifyOthersAtLimit(context);
  await verifyMcpAtLimit(context);
  await verifyDisguises(context, listRequest);
  if (conversation !== undefined && agent !== undefined)
    await verifyFollowUpAtLimit(context, agent, conversation);
  await verifyOthersLiftNothing(context, plan.send, plan.limit);
  const isChatRejected = chat.status === 429;
  if (isChatRejected && agent !== undefined) await verifyUnstreamedAtLimit(context, agent);
  // The last Retry-After applies. A limit that refills may have admitted the message.
  return {
    isChatRejected,
    isChatAdmitted,
    rejected: isChatRejected ? chat : await plan.send(),
  };
}

async function verifyAll(context: CheckContext, requirement: RequirementId, limit: number): Promise<void> {
  const admissions = countAdmissions(context.clock);
  const { send: sendList, agent } = listSender(context);
  const plan = { send: admissions.counted(sendList), limit, max: 2 * limit + 2 };
  // The check of the agent limit needs room for one.
  const mixed = await measureMixed(context, plan, {
    reservedAgents: 1,
    messages: messagesBeside(context, plan),
  });
  const measured = await measureLists(context, plan, mixed);
  if (measured.type === 'uncounted') {
    const id = agent() ?? (await createLimitedAgent(context));
    const before = admittedMessages(mixed.burst);
    context.observe('R-8-07', 'the limit counts messages alone');
    await verifyChatAlone(context, { requirement, limit, agent: id, before });
    return;
  }
  context.observe('R-8-07', 'the limit counts every request');
  reportMeasured(context, measured, { limit: requirement, status: 'R-8-06' }, limit);
  if (measured.type !== 'holds') return;
  verifyTooManyRequests(context, measured.rejected, 'R-8-06');
  const [message] = mixed.burst.messages;
  const conversation = message && conversationOf(message);
  const atLimit = await verifyAtLimit(context, plan, agent(), conversation);
  await verifyWindow(context, {
    limit,
    requirement,
    admissions,
    send: plan.send,
    rejected: atLimit.rejected,
  });
  if (atLimit.isChatRejected && conversation !== undefined) await verifyGoesOn(context, conversation);
  await verifyMixed(context, plan, mixed);
  const id = agent();
  if (!atLimit.isChatAdmitted || id === undefined) return;
  context.observe('R-8-07', 'messages have a limit of their own');
  await context.clock.wait(idleMs);
  await verifyChatAlone(context, { requirement, limit, agent: id, before: 0 });
}

interface ChatLimit {
  readonly requirement: RequirementId;
  readonly limit: number;
  readonly agent: string;
  /** How many messages were admitted within the minute. */
  readonly before: number;
}

/** The limit of messages, where they are not counted together with lists. */
async function verifyChatAlone(
  context: CheckContext,
  { requirement, limit, agent, before }: ChatLimit,
): Promise<void> {
  if (context.client.left().messages <= limit) {
    const reason = `messages are counted apart, which takes ${limit + 1} messages (--profile exhaustive)`;
    context.untested(reason, 'R-7-04');
    return;
  }
  const other = await otherAgent(context, agent);
  const admissions = countAdmissions(context.clock);
  const send = admissions.counted(sender(context, messageTo(agent)));
  const measured = await measureLimit(context, { send, limit, max: limit + 1, before });
  reportMeasured(context, measured, { limit: requirement, status: 'R-7-04' }, limit);
  if (measured.type !== 'holds') return;
  const { rejected } = measured;
  verifyTooManyRequests(context, rejected, 'R-7-04');
  await verifyDisguises(context, messageTo(agent), other);
  await verifyOthersLiftNothing(context, send, limit, false);
  await verifyWindow(context, { limit, requirement, admissions, send, rejected });
}

const { free, starter, pro } = plans;
// To see that messages count, too.
const fewMessages = 5;
const knownLimits: readonly number[] = [free, starter, pro].map((plan) => plan.requestsPerMinute);

/** The check of one plan by its limit; `undefined` for a limit that is of no other plan. */
function planCheck(id: string, requirement: RequirementId, planLimit: number | undefined): Check {
  // The first burst three times, two more windows, and messages after or before lists where they are counted apart.
  const costOfLimit = (limit: number, profile: Profile = 'exhaustive'): Cost => ({
    requests: 13 * limit + 100,
    messages: isWhole(profile) ? 6 * limit + 32 : fewMessages,
    agents: isWhole(profile) ? 6 : 2,
  });
  return {
    id: `limits/${id}`,
    title: `A store on plan ${id} is limited to its requests a minute, and Retry-After is long enough`,
    requirements: [requirement, 'R-8-06', 'R-7-04', 'R-8-11', 'R-4.3-09', 'R-8-07', 'R-4.1-10', 'R-5-05'],
    profile: 'core',
    limitsOf: 'limited',
    costFor: ({ stores }, profile) =>
      costOfLimit(planLimit ?? stores.limited?.requestsPerMinute ?? pro.requestsPerMinute, profile),
    needs: ['limited-store', 'limited-rpm'],
    notOffered: ({ stores }) => {
      const limit = stores.limited?.requestsPerMinute;
      if (limit === undefined || limit === planLimit) return undefined;
      if (planLimit === undefined && !knownLimits.includes(limit)) return undefined;
      return `the limited store has ${limit} requests a minute, another plan`;
    },
    run: async (context) => {
      const limit = context.target.stores.limited?.requestsPerMinute;
      if (limit === undefined) throw new Untested('the rate limit is not known: give it by --limited-rpm');
      await verifyAll(context, requirement, limit);
    },
  };
}

/** Source 8: the limits of the plans, one of which applies to the limited store. */
export const planLimits: readonly Check[] = [
  planCheck('free', 'R-8-01', free.requestsPerMinute),
  planCheck('starter', 'R-8-02', starter.requestsPerMinute),
  planCheck('pro', 'R-8-03', pro.requestsPerMinute),
  planCheck('enterprise', 'R-8-04', undefined),
];
