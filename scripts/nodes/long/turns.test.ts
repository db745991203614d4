import { listMessages } from '../../../server/db/messages.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../../generated/events.ts';
import { allEvents, eventsOf, readEvents } from '../../../server/testing/read-events.ts';
import { addTestShop, type TestShop } from '../../../server/testing/test-shop.ts';
import { hasProgram } from '../../../server/testing/programs.ts';
import { type NodeCluster, startCluster } from '../cluster.ts';
import { ask } from '../requests.ts';
import { startAgain } from '../testing/stop-under-replies.ts';

const haproxyInstalled = hasProgram('haproxy');
let cluster: NodeCluster;
let shop: TestShop;

/** A conversation whose next message the first node is replying to. */
interface Interrupted {
  readonly conversation_id: string;
  /** The rest of the events, or the error of the connection. */
  readonly rest: Promise<readonly ChatEvent[] | Error>;
}

async function beginReply(key?: string): Promise<Interrupted> {
  const [first] = cluster.nodes;
  const opened = await ask(first, shop, { stream: false });
  const { conversation_id } = (await opened.json()) as { conversation_id: string };
  const events = readEvents(await ask(first, shop, { conversation_id, message: 'interrupted' }, key));
  await events.next();
  return { conversation_id, rest: eventsOf({ events }).catch((error: Error) => error) };
}

/** Sends a message through the second node until it is accepted; returns the seconds from the first attempt. */
async function secondsUntilAccepted(
  conversation_id: string,
  message: string,
  key?: string,
): Promise<{ seconds: number; events: ChatEvent[] }> {
  const start = performance.now();
  for (;;) {
    const response = await ask(cluster.nodes[1], shop, { conversation_id, message }, key);
    const seconds = (performance.now() - start) / 1000;
    if (response.status === 200) return { seconds, events: await allEvents(response) };
    expect([response.status, await response.json()]).toEqual([409, expect.objectContaining({ status: 409 })]);
  }
}

/** `user interrupted`, `assistant complete` and the like, of the messages after the first two. */
async function storedAfterOpening(conversation_id: string): Promise<string[]> {
  const stored = await listMessages(cluster.operator.database.reader(shop.store.id), conversation_id);
  return stored.slice(2).map(({ role, outcome, content }) => {
    const question = /interrupted|second/.exec(content)?.[0];
    return `${role} ${role === 'user' ? question : outcome}`;
  });
}

describe.skipIf(!haproxyInstalled)('the turn of a conversation whose node fails', () => {
  beforeAll(async () => {
    cluster = await startCluster({ BUILT_IN_MODEL_PACE_MS: '400' });
    shop = await addTestShop(cluster.operator, { plan: 'enterprise' });
  });
  afterAll(() => cluster.close());
  afterEach(async () => {
    const [first] = cluster.nodes;
    first.process.resume();
    if (first.process.isRunning()) return;
    await startAgain(cluster, first);
  });

  it('passes to another node within 12 s of kill -9', async () => {
    const { conversation_id, rest } = await beginReply();
    await cluster.nodes[0].process.kill();
    expect(await rest).toBeInstanceOf(Error);
    const { seconds, events } = await secondsUntilAccepted(conversation_id, 'second');
    console.log(`kill -9: the second message was accepted after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThan(12);
    expect(events.at(-1)?.type).toBe('end');
    expect(await storedAfterOpening(conversation_id)).toEqual([
      'user interrupted',
      'user second',
      'assistant complete',
    ]);
  });

  it('passes to another node within 12 s of SIGSTOP, and the node that wakes up cannot write its reply', async () => {
    const { conversation_id, rest } = await beginReply();
    cluster.nodes[0].process.freeze();
    const { seconds, events } = await secondsUntilAccepted(conversation_id, 'second');
    console.log(`SIGSTOP: the second message was accepted after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThan(12);
    expect(events.at(-1)?.type).toBe('end');
    cluster.nodes[0].process.resume();
    const received = await rest;
    expect(received).toBeInstanceOf(Array);
    expect(received instanceof Error ? undefined : received.at(-1)?.type).toBe('error');
    const stored = await storedAfterOpening(conversation_id);
    expect(stored.filter((line) => line === 'assistant complete')).toHaveLength(1);
    expect(stored.slice(0, 3)).toEqual(['user interrupted', 'user second', 'assistant complete']);
  });

  it('frees an Idempotency-Key within 15 s of kill -9', async () => {
    const { conversation_id } = await beginReply('repeated');
    await cluster.nodes[0].process.kill();
    const { seconds, events } = await secondsUntilAccepted(conversation_id, 'interrupted', 'repeated');
    console.log(`kill -9: the repeated message was accepted after ${seconds.toFixed(1)} s`);
    // The lease is 15 s; the rest is for a busy machine.
    expect(seconds).toBeLessThan(16.5);
    expect(events.at(-1)?.type).toBe('end');
  });
});
