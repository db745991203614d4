import type { CheckContext } from '../../check.ts';
import { isObject, type Exchange } from '../../exchange.ts';
import { agentsOf } from '../../model/listed-agents.ts';
import { limitedCreate, type SentMessage, messageTo, sender } from './limited-requests.ts';
import { idleMs, maxAdmitted, sendBurst, type BurstPlan } from './measure-limit.ts';

/** Lists until one fails, beside a create and messages. */
export interface MixedBurst {
  /** How many lists were admitted. */
  readonly lists: number;
  /** The first list that failed. */
  readonly rejected: Exchange | undefined;
  readonly durationMs: number;
  /** Whether the create was admitted; false where none was sent. */
  readonly isCreated: boolean;
  /** None where the store has no agent. */
  readonly messages: readonly SentMessage[];
}

/** The kinds of requests that are counted together with lists. */
export interface CountedKinds {
  readonly creates: boolean;
  readonly messages: boolean;
}

/** Creates an agent where the store can hold it and the reserved ones; undefined where it is not admitted. */
async function create(
  context: CheckContext,
  list: Exchange,
  reservedAgents: number,
): Promise<Exchange | undefined> {
  const { agentLimit = 0 } = context.target.stores.limited ?? {};
  if (agentsOf(list).length + reservedAgents >= agentLimit) return undefined;
  const body = await limitedCreate(context);
  const exchange = await context.client.contract.createAgent(body, { store: 'limited', raw: true });
  return exchange.status < 300 ? exchange : undefined;
}

function createdId(created: Exchange | undefined): unknown {
  return isObject(created?.json) ? created.json['id'] : undefined;
}

/**
 * Sends a mixed burst to a store without requests in the minute before; waits for one where it is at its limit. A create
 * is in it where the store can then hold `reservedAgents` more. Its messages have replies while lists are sent.
 */
export async function sendMixedBurst(
  context: CheckContext,
  plan: BurstPlan,
  { reservedAgents, messages }: { readonly reservedAgents: number; readonly messages: number },
): Promise<MixedBurst> {
  const { clock, target } = context;
  let began = clock.now();
  let list = await plan.send();
  if (list.status === 429) {
    await clock.wait(idleMs);
    began = clock.now();
    list = await plan.send();
  }
  const created = await create(context, list, reservedAgents);
  const known = target.stores.limited?.agentId ?? agentsOf(list)[0]?.['id'] ?? createdId(created);
  const agentId = typeof known === 'string' ? known : undefined;
  const sendLists = async () => ({ burst: await sendBurst(context, plan), endedAt: clock.now() });
  // The length of the reply is not of the burst.
  const sendMessage = async (to: string) => ({
    agentId: to,
    exchange: await sender(context, messageTo(to))(),
  });
  const [sent, { burst, endedAt }] = await Promise.all([
    Promise.all(agentId === undefined ? [] : Array.from({ length: messages }, () => sendMessage(agentId))),
    sendLists(),
  ]);
  return {
    lists: burst.admitted + (list.status < 300 ? 1 : 0),
    rejected: burst.rejected,
    durationMs: endedAt - began,
    isCreated: created !== undefined,
    messages: sent,
  };
}

/** How many messages of a burst the limit admitted, whatever became of them. */
export function admittedMessages({ messages }: MixedBurst): number {
  return messages.filter(({ exchange }) => exchange.status !== 429).length;
}

/** How many requests of the kinds that are counted together were admitted. */
export function admittedOf(burst: MixedBurst, { creates, messages }: CountedKinds): number {
  return burst.lists + (creates && burst.isCreated ? 1 : 0) + (messages ? admittedMessages(burst) : 0);
}

/** How a number of admitted requests compares with a limit; `exact` includes what an evenly refilled limit gains. */
export function compareWithLimit(
  admitted: number,
  limit: number,
  durationMs: number,
): 'below' | 'exact' | 'above' {
  if (admitted < limit) return 'below';
  return admitted <= maxAdmitted(limit, durationMs) ? 'exact' : 'above';
}
