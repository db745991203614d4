import type { CheckContext } from '../../check.ts';
import { isObject, type Exchange } from '../../exchange.ts';
import { chatPath } from '../chat-stream/send-message.ts';
import { agentsOf } from '../listed-agents.ts';
import type { SentMessage } from './limited-conversation.ts';
import { messageTo, sender } from './limited-requests.ts';
import { idleMs, maxAdmitted, sendBurst, type Burst, type BurstPlan } from './measure-limit.ts';

/** Lists that are sent until one fails, after a message, one whose client leaves, and a create. */
export interface MixedBurst {
  readonly lists: Burst;
  /** All requests that were admitted. */
  readonly admitted: number;
  /** Undefined where the store has no agent. */
  readonly message: SentMessage | undefined;
}

/** Sends a message and leaves at the start of its reply. Returns whether it was admitted. */
async function leave({ client, target }: CheckContext, agentId: string): Promise<boolean> {
  const leaving = new AbortController();
  const { json } = messageTo(agentId);
  const response = await client.fetch(target.baseUrl + chatPath, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${target.stores.limited?.key}`,
    },
    body: JSON.stringify(json),
    signal: leaving.signal,
  });
  leaving.abort();
  return response.status === 200;
}

/** Creates an agent where the store can hold it, and some others after it; undefined where it is not admitted. */
async function create(
  { client, fixtures, target }: CheckContext,
  list: Exchange,
  others: number,
): Promise<Exchange | undefined> {
  const { agentLimit = 0 } = target.stores.limited ?? {};
  if (agentsOf(list).length + others >= agentLimit) return undefined;
  const body = { ...(await fixtures.acceptedCreate()), name: 'Conformance: in a burst' };
  const exchange = await client.contract.createAgent(body, { store: 'limited', raw: true });
  return exchange.status < 300 ? exchange : undefined;
}

function createdId(created: Exchange | undefined): unknown {
  return isObject(created?.json) ? created.json['id'] : undefined;
}

/**
 * Sends a mixed burst to a store without requests in the minute before; waits for one where it is at its limit. A create
 * is in it where the store can hold `agentsLeft` more after it.
 */
export async function sendMixedBurst(
  context: CheckContext,
  plan: BurstPlan,
  agentsLeft: number,
): Promise<MixedBurst> {
  let list = await plan.send();
  if (list.status === 429) {
    await context.clock.wait(idleMs);
    list = await plan.send();
  }
  const created = await create(context, list, agentsLeft);
  const agentId = context.target.stores.limited?.agentId ?? agentsOf(list)[0]?.['id'] ?? createdId(created);
  // The length of its reply is not of the burst.
  const sent = typeof agentId === 'string' ? sender(context, messageTo(agentId))() : undefined;
  const others = [
    list.status < 300,
    typeof agentId === 'string' && (await leave(context, agentId)),
    created !== undefined,
  ];
  const lists = await sendBurst(context, plan);
  const exchange = await sent;
  const admitted = [...others, exchange?.status === 200].filter(Boolean).length + lists.admitted;
  const message = typeof agentId === 'string' && exchange ? { agentId, exchange } : undefined;
  return { lists, admitted, message };
}

/** Whether a burst shows that all of its requests are counted together, and the limit is exact. */
export function isExact({ lists, admitted }: MixedBurst, limit: number): boolean {
  return (
    lists.rejected?.status === 429 && admitted >= limit && admitted <= maxAdmitted(limit, lists.durationMs)
  );
}
