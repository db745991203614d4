import { unexpected, verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import { Untested, type Check, type CheckContext } from '../../check.ts';
import { asksToWait } from '../../client/rate-limit-queue.ts';
import type { Exchange } from '../../exchange.ts';
import { listedAgents } from '../../model/listed-agents.ts';
import { limitedCreate, type LimitedKind } from './limited-requests.ts';
import { idleMs, openConnections } from './measure-limit.ts';

const maxCreates = 60;
const sideBySide = 4;

const invalid = 4;
const beyondName = 'One agent too many';
const kindsBeyond = 2;

/** Sends creates that are rejected with 400, which create nothing and so do not count. */
async function sendInvalid({ client }: CheckContext): Promise<void> {
  const credential = { type: 'store', store: 'limited' } as const;
  for (let count = 0; count < invalid; count += 1)
    await client.send({ method: 'POST', path: '/api/agents', credential, json: {} });
}

async function createLimited(
  context: CheckContext,
  { raw = false, ...kind }: LimitedKind & { readonly raw?: boolean },
): Promise<Exchange> {
  return context.client.contract.createAgent(await limitedCreate(context, kind), { store: 'limited', raw });
}

/** Fills the store up to a number of agents; false where a create below the limit was rejected. */
async function fillUp(context: CheckContext, held: number, upTo: number): Promise<boolean> {
  const limit = context.target.stores.limited?.agentLimit;
  for (let count = held + 1; count <= upTo; count += 1) {
    const exchange = await createLimited(context, { index: count });
    if (exchange.status < 300) continue;
    if ((await listedAgents(context, 'limited')).length !== count - 1) {
      throw new Untested('the list does not show how many agents the store holds');
    }
    context.report(unexpected('R-8-05', ['agents-up-to-limit', count, limit], exchange));
    return false;
  }
  return true;
}

/** Creates agents side by side where the store may hold one more. Returns how many were created. */
async function verifySideBySide(context: CheckContext, limit: number): Promise<number> {
  await openConnections(context, sideBySide);
  const exchanges = await Promise.all(
    Array.from({ length: sideBySide }, () => createLimited(context, { raw: true, index: 1 })),
  );
  const created = exchanges.filter(({ status }) => status < 300);
  if (created.length <= 1) return created.length;
  const expected = ['creates-side-by-side-limited', sideBySide, limit - 1, limit] as const;
  context.report({ requirement: 'R-8-05', expected, actual: `${created.length} created` }, created[1]);
  return created.length;
}

/**
 * Creates agents of several kinds; after a 429, which may be of the rate limit, once more after a minute without requests.
 * Returns the first response, or that of another kind that was created.
 */
async function createBeyond(context: CheckContext): Promise<Exchange> {
  const create = (index: number): Promise<Exchange> =>
    createLimited(context, { name: beyondName, raw: true, index });
  let exchange = await create(0);
  if (exchange.status === 429) {
    await context.clock.wait(idleMs);
    exchange = await create(0);
  }
  for (let index = 1; index < kindsBeyond && exchange.status === 403; index += 1) {
    const next = await create(index);
    if (next.status < 300) exchange = next;
  }
  return exchange;
}

function reportTooMany(context: CheckContext, limit: number, held: number): void {
  const actual = `${held} agents in the list`;
  context.report({ requirement: 'R-8-10', expected: ['nothing-beyond-agent-limit', limit], actual });
}

/** A full store has agents, which reply. The rate limit may reject the message. */
async function verifyMessage(context: CheckContext): Promise<void> {
  const [agent] = await listedAgents(context, 'limited');
  const body = { agent_id: String(agent?.['id']), message: 'Do you have gift cards?' };
  const exchange = await context.client.contract.streamAgentChat(body, { store: 'limited', raw: true });
  if (agent === undefined || exchange.status === 200 || asksToWait(exchange)) return;
  context.report(unexpected('R-4.1-16', 'reply-at-agent-limit', exchange));
}

/** The agent limit rejects creates alone: an unknown chatbot is 404, as in any store. */
async function verifyWidget(context: CheckContext): Promise<void> {
  const exchange = await context.client.contract.getWidgetConfig('none', { store: 'limited', raw: true });
  if (exchange.status !== 403) return;
  context.report(unexpected('R-4.4-02', 'unknown-chatbot-at-agent-limit', exchange));
}

async function verifyBeyond(context: CheckContext, limit: number): Promise<void> {
  const exchange = await createBeyond(context);
  const isEnforced = exchange.status === 403;
  context.observe('R-8-09', `the limit of ${limit} agents was ${isEnforced ? '' : 'not '}enforced`);
  if (isEnforced) {
    await verifyMessage(context);
    await verifyWidget(context);
  }
  const found = verifyErrorResponse(exchange, 'R-8-05', 403);
  context.report(withReason(found, `, as the store holds ${limit} agents`));
  if (exchange.status < 300) return;
  const after = await listedAgents(context, 'limited');
  if (after.length <= limit && !after.some((agent) => agent['name'] === beyondName)) return;
  reportTooMany(context, limit, after.length);
}

/** Source 8: a create beyond the plan's agent limit is 403, and nothing is created. */
export const agentLimit: Check = {
  id: 'limits/agents',
  title:
    'The store may hold as many agents as its plan allows, also created side by side; one more is 403, and is not created',
  requirements: ['R-8-05', 'R-8-10', 'R-7-13', 'R-4.1-16', 'R-4.4-02', 'R-8-09'],
  profile: 'core',
  limitsOf: 'limited',
  costFor: ({ stores }) => {
    const limit = Math.min(stores.limited?.agentLimit ?? 0, maxCreates);
    return { requests: limit + 11 + 2 * sideBySide + invalid, messages: 1, agents: limit + 1 + sideBySide };
  },
  needs: ['limited-store', 'agent-limit'],
  run: async (context) => {
    const limit = context.target.stores.limited?.agentLimit;
    if (limit === undefined) throw new Untested('the agent limit is not known: give it by --agent-limit');
    const { length: held } = await listedAgents(context, 'limited');
    if (limit - held > maxCreates) throw new Untested(`filling the store would take ${limit - held} agents`);
    if (held > limit) throw new Untested(`the store holds ${held} agents, more than the limit of ${limit}`);
    await sendInvalid(context);
    if (!(await fillUp(context, held, limit - 1))) return;
    const created = held < limit ? await verifySideBySide(context, limit) : 0;
    if (created > 1) return;
    const { length: now } = await listedAgents(context, 'limited');
    if (now > limit) reportTooMany(context, limit, now);
    // Where all of them were rejected by the rate limit, the last agent is still to be created.
    else if (await fillUp(context, now, limit)) await verifyBeyond(context, limit);
  },
};
