import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { createTestFolder } from '../testing/database.ts';
import { allEvents, eventsOf, readEvents } from '../testing/read-events.ts';
import { type ScriptedVendor, startScriptedVendor } from '../testing/scripted-vendor.ts';
import { startCommand, type StartedCommand } from '../testing/start-command.ts';
import { bearer, type TestServer } from '../testing/start-test-server.ts';
import { startTestNodes, type TestNodes } from '../testing/test-nodes.ts';
import { createTlsFetch, type TestFetch } from '../testing/tls-fetch.ts';

// Half of a reply, and then nothing; when the message is sent again, the whole.
let isHalf = true;
let vendor: ScriptedVendor;
let other: TestNodes;
let frozen: StartedCommand;
let frozenFetch: ReturnType<typeof createTlsFetch>;
const dataDir = createTestFolder();
beforeAll(async () => {
  vendor = await startScriptedVendor(({ messages }) =>
    messages.at(-1)?.content === 'two' && isHalf ? [{ say: 'Half' }, 'hang'] : [{ say: 'Whole.' }],
  );
  const environment = { ...vendor.env, CONVERSATION_WAIT_SECONDS: '15' };
  other = await startTestNodes(1, { environment });
  // With --demo it prints its address, also where stores exist.
  frozen = await startCommand(dataDir, ['serve', '--demo'], /^Serving /, other.environment);
  const [, baseUrl = ''] = /^Serving (\S+)/.exec(frozen.lines.at(-1) ?? '') ?? [];
  frozenFetch = createTlsFetch(baseUrl, readFileSync(join(dataDir, 'tls', 'ca.pem'), 'utf8'));
});
afterAll(async () => {
  frozenFetch.close();
  frozen.resume();
  await frozen.stop();
  await other.close();
  await vendor.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function otherNode(): TestServer {
  const [node] = other.nodes;
  if (node === undefined) throw new Error('the other node is not open');
  return node;
}
const onOther: TestFetch = (path, init) => otherNode().fetch(path, init);
const onFrozen: TestFetch = (path, init) => frozenFetch.fetch(path, init);

function ask(node: TestFetch, message: string, conversation: object = {}, key?: string) {
  const { shop } = otherNode();
  const headers = { ...bearer(shop.key), ...(key !== undefined && { 'idempotency-key': key }) };
  const body = { agent_id: shop.agentId, message, ...conversation };
  return node('/api/agents/chat/stream', { headers, body });
}

interface Conversation {
  readonly conversation_id: string;
}

const conversationOf = (events: readonly ChatEvent[]): Conversation => {
  const end = events.at(-1);
  if (end?.type !== 'end') throw new Error('the reply did not end');
  return { conversation_id: end.conversation_id };
};

async function storedMessages({ conversation_id: id }: Conversation) {
  const rows = await other.database
    .db('messages')
    .where({ conversation_id: id })
    .orderBy('position')
    .select('role', 'text');
  return rows.map(({ role, text }) => `${role}: ${text}`);
}

describe('a node that is stopped in the middle of two replies', () => {
  let continued: Conversation;
  let repeated: Conversation;
  let unfinished: AsyncGenerator<ChatEvent>[];
  beforeAll(async () => {
    continued = conversationOf(await allEvents(await ask(onFrozen, 'one')));
    repeated = conversationOf(await allEvents(await ask(onOther, 'one')));
    unfinished = [
      readEvents(await ask(onFrozen, 'two', continued)),
      readEvents(await ask(onFrozen, 'two', repeated, 'stopped')),
    ];
    for (const events of unfinished)
      expect((await events.next()).value).toEqual({ type: 'text', content: 'Half' });
    frozen.pause();
    isHalf = false;
    expect(conversationOf(await allEvents(await ask(onOther, 'three', continued)))).toEqual(continued);
  });

  it('loses its turn to a message on another node', async () => {
    const prompt = vendor.requests.at(-1)?.messages.slice(1);
    expect(prompt?.map(({ content }) => content)).toEqual(['one', 'Whole.', 'two', 'three']);
  });

  it('blocks an Idempotency-Key until its lease of fifteen seconds ends', async () => {
    expect((await ask(onOther, 'two', repeated, 'stopped')).status).toBe(409);
    const lease = other.database.db('idempotent_requests').where({ key: 'stopped' });
    const first = await lease.clone().first();
    expect(Date.parse(first?.lease_until ?? '') - Date.now()).toBeLessThanOrEqual(15_000);
    // As the rest of it does.
    await lease.update({ lease_until: new Date(Date.now() - 1).toISOString() });
    expect((await allEvents(await ask(onOther, 'two', repeated, 'stopped'))).at(-1)).toEqual({
      type: 'end',
      ...repeated,
    });
  });

  it('ends its replies with an error event when it wakes up, and has written over nothing', async () => {
    vendor.finishHanging();
    frozen.resume();
    for (const events of unfinished) {
      expect((await eventsOf({ events })).at(-1)).toMatchObject({
        type: 'error',
        status: 409,
        code: 'conflict',
      });
    }
    expect(await storedMessages(continued)).toEqual([
      'user: one',
      'assistant: Whole.',
      'user: two',
      'user: three',
      'assistant: Whole.',
    ]);
    expect(await storedMessages(repeated)).toEqual([
      'user: one',
      'assistant: Whole.',
      'user: two',
      'assistant: Whole.',
    ]);
    const replayed = await allEvents(await ask(onFrozen, 'two', repeated, 'stopped'));
    expect(replayed).toEqual([
      { type: 'text', content: 'Whole.' },
      { type: 'end', ...repeated },
    ]);
  });

  it('takes its turns again', async () => {
    expect((await allEvents(await ask(onFrozen, 'four', continued))).at(-1)).toEqual({
      type: 'end',
      ...continued,
    });
  });
});
