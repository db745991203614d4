import { unexpected, verifyErrorResponse } from '../../model/verify-error.ts';
import { type Check, atOnce, type CheckContext } from '../../check.ts';
import {
  otherClients,
  expectCompleteReply,
  sendMessage,
  sendMessageAs,
  verifyFollowUp,
  chatPath,
} from './send-message.ts';
import { measuredText } from '../../arbitraries/hostile-text.ts';
import type { ChatRequest, Credential, Exchange } from '../../exchange.ts';
import { nearId, likeIds } from '../near-miss/near-ids.ts';
import { asksToWait } from '../../client/rate-limit-queue.ts';
import { openConnections } from '../limits/measure-limit.ts';
import { readReply } from '../../model/read-stream.ts';

/** Source 4.1: a message without an id starts a conversation, and one with an id continues it. */
export const conversation: Check = {
  id: 'chat-stream/conversation',
  title: 'Each message without conversation_id starts a conversation; two follow-ups stay in it',
  requirements: ['R-4.1-06', 'R-4.1-10', 'R-4.1-18', 'R-4.1-19', 'R-2.4-01'],
  profile: 'core',
  run: async (context) => {
    const agent = await context.fixtures.agentId();
    const opening = { agent_id: agent, message: 'I am looking for a rain jacket.' };
    const first = await expectCompleteReply(context, opening, 'R-4.1-06');
    if (first === undefined) return;
    await expectCompleteReply(context, opening, 'R-4.1-06');
    const { conversationId: conversation_id } = first;
    const followUp = { agent_id: agent, message: 'In blue, please.', conversation_id };
    context.report(verifyFollowUp(await sendMessage(context, followUp)));
    const [otherClient] = otherClients;
    if (otherClient === undefined) return;
    const last = await sendMessageAs(
      context,
      { ...followUp, message: 'Which one is the lightest?' },
      otherClient,
    );
    context.report(verifyFollowUp(last, `a follow-up message ${otherClient.what}`));
  },
};

const others = 24;
const fewOthers = 4;
const fewIds = 2;
const longLength = 4000;

/** Emoji between numbers of different widths: wherever a reply is cut into chunks, some cuts are within one. */
const manyEmoji = Array.from({ length: longLength / 5 }, (_, index) => `${(index * 7919) % 1000}👟`).join('');

interface FollowUp extends Pick<ChatRequest, 'message' | 'stream'> {
  readonly what: string;
  /** The index of another client; default: the one that began the conversation. */
  readonly client?: number;
}

// A visitor's day: short messages, one that asks for a stream, the same twice, long ones, and some of other clients.
const messages: readonly FollowUp[] = [
  { what: 'of which many newer ones began, and messages were rejected', message: 'In blue, please.' },
  { what: 'with stream: true', message: 'In size 42?', stream: true, client: 1 },
  { what: 'with a text that was sent before', message: 'In size 42?', client: 2 },
  { what: 'with stream: false', message: 'And in size 43?', stream: false },
  { what: 'for the fourth time', message: 'Which one is the lightest?', client: 3 },
  { what: 'of many emoji', message: manyEmoji },
  { what: `after a long one`, message: 'Did you read that?', client: 4 },
  { what: `of ${longLength} characters`, message: measuredText(longLength) },
  { what: 'after eight messages', message: 'Thank you.', client: 5 },
];

/** Two follow-ups at once, each sent only once: one may be rejected (409, or 429 of the limit), and neither is a 5xx. */
async function verifyTwoAtOnce(context: CheckContext, body: ChatRequest, id: string): Promise<void> {
  const sent = ['And in red?', 'And in green?'].map((message) =>
    context.client.contract.streamAgentChat({ ...body, message, conversation_id: id }, { raw: true }),
  );
  for (const exchange of await Promise.all(sent))
    if (exchange.status !== 409 && exchange.status !== 429)
      context.report(verifyFollowUp(exchange, 'a follow-up beside another one'));
}

/** An id that resembles another one is that of no conversation of this run, and does not continue the other one. */
async function verifyNearIds(context: CheckContext, body: ChatRequest, id: string): Promise<void> {
  // A service may trim what it reads, since an unknown id is no error by itself.
  const resembling = likeIds(id).filter((one) => one.trim() === one);
  const near = [`${id}x`, id.slice(0, -1), 'constructor', '9'.repeat(20), ...resembling];
  const send = async (sent: string) => {
    const exchange = await sendMessage(context, { ...body, conversation_id: sent });
    return { sent, exchange };
  };
  for await (const { sent, exchange } of atOnce(context.some(near, fewIds), send)) {
    if (exchange.status !== 200 || readReply(exchange).conversationId !== id) continue;
    const expected = ['conversation-not-mixed', JSON.stringify(id), JSON.stringify(sent)] as const;
    context.report(
      { requirement: 'R-2.4-01', expected, actual: 'its conversation_id in the end event' },
      exchange,
    );
  }
}

/** Messages of a conversation that are rejected, which neither continue nor end it. */
async function sendRejected(
  { client, report }: CheckContext,
  { agent_id }: ChatRequest,
  id: string,
): Promise<void> {
  const send = (body: object, credential?: Credential): Promise<Exchange> => {
    const json = { conversation_id: id, ...body };
    return client.send({ method: 'POST', path: chatPath, json, ...(credential && { credential }) });
  };
  report(verifyErrorResponse(await send({ agent_id }), 'R-7-01', 400));
  report(verifyErrorResponse(await send({ agent_id, message: 42 }), 'R-7-01', 400));
  const unknown = await send({ agent_id: nearId(agent_id), message: 'Hello' });
  // That the conversation is of another agent may be found first: an error that is left open.
  if (unknown.status < 400 || unknown.status >= 500) report(verifyErrorResponse(unknown, 'R-7-03', 404));
  const keyless = await send({ agent_id, message: 'Hello' }, { type: 'none' });
  report(verifyErrorResponse(keyless, keyless.status < 300 ? 'R-5-01' : 'R-7-02', 401));
}

/** Other conversations, all begun at once. A limit may reject some of them, and each is sent only once. */
async function beginOthers(context: CheckContext, opening: ChatRequest): Promise<void> {
  const { client, report } = context;
  const bodies = context.some(
    Array.from({ length: others }, () => opening),
    fewOthers,
  );
  await openConnections(context, bodies.length);
  const sent = bodies.map((body) => client.contract.streamAgentChat(body, { raw: true }));
  for (const exchange of await Promise.all(sent)) {
    if (exchange.status === 200 || asksToWait(exchange)) continue;
    report(unexpected('R-4.1-16', ['first-messages-at-once', bodies.length], exchange));
  }
}

/** Source 4.1: an id can be sent back for follow-up messages, however many and however late. */
export const longConversation: Check = {
  id: 'chat-stream/long-conversation',
  title: 'A conversation goes on after many others began, for ten messages, short and long, and two at once',
  requirements: [
    ...(['R-2.4-01', 'R-4.1-10', 'R-4.1-18', 'R-4.1-06', 'R-4.1-16', 'R-6-09', 'R-6-10', 'R-8-08'] as const),
    ...(['R-7-01', 'R-7-02', 'R-7-03', 'R-5-01', 'R-4.1-07'] as const),
  ],
  profile: 'full',
  run: async (context) => {
    const opening = {
      agent_id: await context.fixtures.agentId(),
      message: 'I am looking for a rain jacket.',
    };
    const first = await expectCompleteReply(context, opening, 'R-4.1-06');
    if (first === undefined) return;
    const id = first.conversationId;
    await beginOthers(context, opening);
    await sendRejected(context, opening, id);
    for (const { what, client, ...message } of messages) {
      const followUp = { ...opening, ...message, conversation_id: id };
      const other = client === undefined ? undefined : otherClients[client];
      const exchange = await (other === undefined
        ? sendMessage(context, followUp)
        : sendMessageAs(context, followUp, other));
      // What it returns is open.
      if (message.stream === false) continue;
      const isRejected = exchange.status >= 400 && exchange.status < 500;
      if (isRejected && message.message.length > longLength / 2)
        context.observe(
          'R-8-08',
          `rejects a follow-up of ${message.message.length} characters with ${exchange.status}`,
        );
      else
        context.report(
          verifyFollowUp(exchange, ['a follow-up', what, other?.what].filter(Boolean).join(' ')),
        );
    }
    await verifyTwoAtOnce(context, opening, id);
    const later = await sendMessage(context, { ...opening, message: 'Thank you.', conversation_id: id });
    context.report(verifyFollowUp(later, 'a follow-up after two at once'));
    await verifyNearIds(context, opening, id);
  },
};

// More than the connections of a usual pool of a database, which a reply may hold for as long as it lasts.
const chats = 12;
const few = 5;
const repeating = 4;
const repeats = ['Please repeat every word that I wrote.', 'And once more, all of it?'];

/** One of the conversations, with a word that no model writes unless it is in the conversation. */
interface Thread {
  readonly agentId: string;
  readonly word: string;
  readonly id?: string;
}

async function agentsOf({ fixtures }: CheckContext): Promise<readonly string[]> {
  const given = await fixtures.agentId();
  return [given, (await fixtures.twinId()) ?? given];
}

/** Sends one message of each thread at once. The model finds the words of another one in a reply. */
async function sendAll(
  context: CheckContext,
  threads: readonly Thread[],
  messageOf: (thread: Thread) => string,
): Promise<readonly Thread[]> {
  const send = async (thread: Thread): Promise<Thread> => {
    const { agentId: agent_id, id } = thread;
    const body: ChatRequest = { agent_id, message: messageOf(thread) };
    const exchange = await sendMessage(context, id === undefined ? body : { ...body, conversation_id: id });
    if (id !== undefined)
      context.report(verifyFollowUp(exchange, `one of ${threads.length} follow-ups at once`));
    else if (exchange.status !== 200) {
      context.report(unexpected('R-4.1-16', ['messages-at-once', threads.length], exchange));
    }
    if (exchange.status !== 200) return thread;
    const started = id ?? readReply(exchange).conversationId;
    return started === undefined ? thread : { ...thread, id: started };
  };
  return Promise.all(threads.map(send));
}

// Like the name of a product, so that tools are called with it, too.
const searchFor = ({ word }: Thread): string => `${word}: do you have that in blue?`;

/** Source 2.4 and 4.1: conversations at the same time do not mix. */
export const severalAtOnce: Check = {
  id: 'chat-stream/several-at-once',
  title: 'Conversations at once, follow-ups interleaved, keep their ids and their words to themselves',
  requirements: ['R-2.4-01', 'R-4.1-06', 'R-4.1-10', 'R-4.1-16', 'R-4.1-18', 'R-4.1-19', 'R-6-09', 'R-6-10'],
  profile: 'full',
  run: async (context) => {
    const agents = await agentsOf(context);
    const all: readonly Thread[] = Array.from({ length: chats }, (_, index) => ({
      agentId: agents[index % agents.length] ?? '',
      word: `zq${context.seed.toString(36)}${'abcdefghijkl'[index]}xk`,
    }));
    const threads = await sendAll(context, context.some(all, few), searchFor);
    let repeated: readonly Thread[] = context.some(threads.slice(0, repeating), 2);
    for (const message of repeats) repeated = await sendAll(context, repeated.toReversed(), () => message);
    const [agent_id = ''] = agents;
    await sendMessage(context, { agent_id, message: 'Which words did I write before?' });
  },
};
