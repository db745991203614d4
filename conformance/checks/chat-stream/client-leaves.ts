import { unexpected, withReason } from '../../model/verify-error.ts';
import type { CheckContext, Finding, Check } from '../../check.ts';
import { parseJson, type ChatRequest } from '../../exchange.ts';
import { chatPath, expectCompleteReply, sendMessage, verifyFollowUp } from './send-message.ts';
import { readServerSentEvents } from '../../model/sse-reader.ts';
import { verifyOrder } from '../../model/verify-events.ts';
import { markOf } from '../agents/create.ts';

/** A stream of which nothing was sent again: over `fetch`, a connection that breaks is not hidden. */
export interface OpenReply {
  readonly status: number;
  /** Closes the connection. */
  readonly leave: () => void;
  /** Reads the rest; `isReset` where the connection broke. */
  readonly read: () => Promise<{ readonly bytes: Uint8Array; readonly isReset: boolean }>;
}

/** Sends a message, and reads the start of its reply. */
export async function openReply({ client, target }: CheckContext, body: ChatRequest): Promise<OpenReply> {
  const leaving = new AbortController();
  const response = await client.fetch(target.baseUrl + chatPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${target.stores.main.key}` },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  /** True at the end of the body, undefined where the connection broke. */
  const readChunk = async (): Promise<boolean | undefined> => {
    const chunk = await reader?.read().catch(() => undefined);
    if (chunk?.value !== undefined) chunks.push(chunk.value);
    return chunk?.done;
  };
  let isDone = await readChunk();
  return {
    status: response.status,
    leave: () => leaving.abort(),
    read: async () => {
      while (isDone === false) isDone = await readChunk();
      return { bytes: Buffer.concat(chunks), isReset: isDone === undefined };
    },
  };
}

export type Readings = readonly Awaited<ReturnType<OpenReply['read']>>[];

/** Reads the rest of replies that began. */
export function readWhole(replies: readonly OpenReply[]): Promise<Readings> {
  return Promise.all(replies.filter(({ status }) => status === 200).map(({ read }) => read()));
}

/** Verifies whole replies. One connection that breaks is an accident; a stream that ends without its end is not. */
export function verifyWhole(readings: Readings, when: string): readonly Finding[] {
  const found = readings.map(({ bytes, isReset }) => {
    const events = readServerSentEvents(bytes).events.map(parseJson);
    return { isReset, findings: verifyOrder(events) };
  });
  const broken = found.filter(({ findings }) => findings.length > 0);
  const [first] = broken.length > 1 ? broken : broken.filter(({ isReset }) => !isReset);
  return first === undefined ? [] : withReason(first.findings, when);
}

// More than the connections of a usual pool of a database, which a reply may not return.
const visitors = 11;
const fewVisitors = 3;
const others = 3;
const busyWaitMs = 1000;
const maxBusy = 3;
const longMessage = 'Please explain, in many words, how your rain jackets keep the water out. '.repeat(20);

/** Sends a message, reads the start of its reply, and closes the connection. */
async function leave(context: CheckContext, body: ChatRequest): Promise<void> {
  const reply = await openReply(context, body);
  reply.leave();
}

/** Creates an agent, unless the store is full. */
async function createAgent({ client, fixtures, ...context }: CheckContext): Promise<void> {
  const body = { ...(await fixtures.acceptedCreate()), name: markOf({ client, fixtures, ...context }) };
  await client.contract.createAgent(body);
}

/** Opens replies that take longer than those of the clients that leave: of one agent, and of another one. */
async function openOthers(context: CheckContext, agentIds: readonly string[]): Promise<readonly OpenReply[]> {
  const bodies = agentIds.flatMap((agent_id) => [
    { agent_id, message: longMessage },
    { agent_id, message: longMessage },
  ]);
  return Promise.all(context.some(bodies, 2).map((body) => openReply(context, body)));
}

/** Continues a conversation that its client left; a service may need a moment to see that (409). */
async function followUp(context: CheckContext, body: ChatRequest): Promise<void> {
  let exchange = await sendMessage(context, body);
  for (let count = 1; exchange.status === 409 && count < maxBusy; count += 1) {
    await context.clock.wait(busyWaitMs);
    exchange = await sendMessage(context, body);
  }
  context.report(verifyFollowUp(exchange, 'a follow-up, after the client left during the reply before'));
}

/** Source 4.1: a visitor who closes the page is no reason to reject the next one. */
export const clientLeaves: Check = {
  id: 'chat-stream/client-leaves',
  title:
    'Clients that leave during a reply end no reply of others, and messages and the conversation that was left still work',
  requirements: ['R-4.1-10', 'R-4.1-16', 'R-6-09', 'R-6-10'],
  profile: 'full',
  run: async (context) => {
    const agent_id = await context.fixtures.agentId();
    const message = 'Tell me about your rain jackets, please.';
    // The log of responses finds the word in another reply.
    const left = `My word is zq${context.seed.toString(36)}lxk. ${message}`;
    const first = await expectCompleteReply(context, { agent_id, message });
    const started = first && { agent_id, message: 'And in blue?', conversation_id: first.conversationId };
    const other = await context.fixtures.twinId();
    const running = readWhole(await openOthers(context, [agent_id, other ?? agent_id]));
    const leaving = context
      .some(Array.from({ length: visitors }), fewVisitors)
      .map(() => leave(context, { agent_id, message: left }));
    const beside = Promise.all(
      context.some(Array.from({ length: others }), 1).map(() => sendMessage(context, { agent_id, message })),
    );
    // Awaited below, where it throws.
    beside.catch(() => undefined);
    await Promise.allSettled([...leaving, ...(started ? [leave(context, started)] : [])]);
    // A response comes later than the end of a connection. The log of responses verifies these, too.
    await context.client.contract.listAgents();
    if (other !== undefined) await createAgent(context);
    await context.client.contract.listAgents();
    context.report(verifyWhole(await running, `, while ${leaving.length} other clients left during theirs`));
    const after = [
      await sendMessage(context, { agent_id, message }),
      await sendMessage(context, { agent_id, message }),
    ];
    for (const exchange of [...(await beside), ...after]) {
      if (exchange.status !== 200) {
        context.report(unexpected('R-4.1-16', ['reply-while-others-leave', leaving.length], exchange));
      }
    }
    // Last: by now the deployment has noticed that the client left.
    if (started) await followUp(context, started);
  },
};
