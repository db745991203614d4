import { plans } from '../../../generated/plans.ts';
import { Untested, type Check, type CheckContext, type Cost } from '../../check.ts';
import type { ApiRequest, Exchange } from '../../exchange.ts';
import { readReply } from '../chat-stream/read-stream.ts';
import { agentIdsOf } from '../listed-agents.ts';
import { idleMs, maxAdmitted, openConnections } from './measure-limit.ts';
import { listRequest, messageTo, sender } from './limited-requests.ts';

const excess = 10;
// Messages that have a limit of their own reach one of these, not both.
const manyMessages = 8;
const fewMessages = 5;

/** What is sent at once. */
interface Requests {
  readonly lists: number;
  readonly messages: number;
  readonly agentId: string | undefined;
}

interface Admitted {
  /** The successful lists. */
  readonly lists: readonly Exchange[];
  /** The lists, and the messages where they are counted together. */
  readonly counted: number;
  readonly isOver: boolean;
  readonly shown: Exchange | undefined;
}

const isReply = (exchange: Exchange): boolean =>
  exchange.status === 200 && readReply(exchange).conversationId !== undefined;

/** Sends requests at once, the messages first: while they have replies, the lists are sent. */
async function measure(
  context: CheckContext,
  limit: number,
  { lists, messages, agentId }: Requests,
): Promise<Admitted> {
  await openConnections(context, lists + messages);
  const message = messageTo(agentId ?? 'agent');
  const sendEach = (request: ApiRequest, length: number): Promise<Exchange[]> =>
    Promise.all(Array.from({ length }, () => sender(context, request)()));
  const began = context.clock.now();
  const [replied, listed] = await Promise.all([sendEach(message, messages), sendEach(listRequest, lists)]);
  const durationMs = context.clock.now() - began;
  const replies = replied.filter(isReply);
  const successes = listed.filter(({ status }) => status < 300);
  // Messages that have a limit of their own are admitted afterwards, or reach it before.
  const shareLimit =
    lists === 0 || (replies.length === messages && (await sender(context, message)()).status === 429);
  const counted = successes.length + (shareLimit ? replies.length : 0);
  const isOver = counted > maxAdmitted(limit, durationMs);
  return { lists: successes, counted, isOver, shown: (successes.length > 0 ? successes : replies).at(-1) };
}

/** Measures again after a minute without requests: a fixed window may have ended within the first burst. */
async function verifyTwice(context: CheckContext, limit: number, requests: Requests): Promise<void> {
  if (!(await measure(context, limit, requests)).isOver) return;
  await context.clock.wait(idleMs);
  const { counted, isOver, shown } = await measure(context, limit, requests);
  if (!isOver) return;
  const sent = requests.lists + requests.messages;
  const expected = `at most ${limit} of ${sent} requests at once admitted, after a limit was reached before`;
  context.report({ requirement: 'R-8-06', expected, actual: `${counted} admitted` }, shown);
}

/** The agent to send messages to: the given one, or one of a list. Waits where the store is at its limit. */
async function agentOf(context: CheckContext): Promise<string | undefined> {
  const sendList = sender(context, listRequest);
  let list = await sendList();
  if (list.status === 429) {
    await context.clock.wait(idleMs);
    list = await sendList();
  }
  return context.target.stores.limited?.agentId ?? agentIdsOf(list)[0];
}

async function run(context: CheckContext): Promise<void> {
  const limit = context.target.stores.limited?.requestsPerMinute;
  if (limit === undefined) throw new Untested('the rate limit is not known: give it by --limited-rpm');
  const agentId = await agentOf(context);
  const messages = agentId === undefined ? 0 : manyMessages;
  const max = 2 * limit + 2;
  const first = await measure(context, limit, { lists: max, messages, agentId });
  if (!first.isOver) return;
  if (first.lists.length < max) {
    await context.clock.wait(idleMs);
    const few = Math.min(messages, fewMessages);
    await verifyTwice(context, limit, { lists: limit + excess, messages: few, agentId });
    return;
  }
  if (agentId === undefined)
    throw new Untested('lists are not counted, and the store has no agent to message');
  await verifyTwice(context, limit, { lists: 0, messages: limit + excess, agentId });
}

// Three bursts over open connections, each with a message after it.
const costOfLimit = (limit: number): Cost => ({
  requests: 4 * limit + 147,
  messages: 2 * limit + 29,
  agents: 0,
});

/** Source 8: after a limit was reached and its wait is over, the next one holds, for requests sent at once. */
export const limitAgain: Check = {
  id: 'limits/again',
  title: 'A store that was at its limit is limited again, also where its requests are sent at once',
  requirements: ['R-8-06'],
  level: 'stated',
  profile: 'full',
  exhaustsLimits: true,
  cost: costOfLimit(plans.free.requestsPerMinute),
  costFor: ({ stores }) => costOfLimit(stores.limited?.requestsPerMinute ?? plans.free.requestsPerMinute),
  needs: ['limited-store', 'limited-rpm'],
  writes: true,
  run,
};
