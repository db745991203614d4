import { listMessages } from '../db/messages.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOverview } from '../services/analytics.ts';
import { allEvents, replyOf } from '../testing/read-events.ts';
import { type ScriptedVendor, startScriptedVendor } from '../testing/scripted-vendor.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { asVisitor, openVisitor } from '../testing/visitor-client.ts';

let isDown: boolean;
let vendor: ScriptedVendor;
let server: TestServer;
beforeEach(async () => {
  isDown = true;
  vendor = await startScriptedVendor(() => (isDown ? 503 : [{ say: 'Good morning.' }]));
  const environment = { ...vendor.env, MODEL_FALLBACK: 'none', MODEL_RETRIES: '0' };
  server = await startTestServer({ environment });
});
afterEach(async () => {
  await server.close();
  await vendor.close();
});

interface Shopper {
  /** Sends a message as the widget does: with a key, and again with the same one. */
  ask(
    key: string,
    conversationId?: string,
  ): Promise<{ readonly text: string; readonly conversationId: string }>;
}

async function newShopper(): Promise<Shopper> {
  const { token } = await openVisitor(server);
  return {
    async ask(key, conversationId) {
      const body = { agent_id: server.shop.agentId, message: 'Do you have lamps?' };
      const continued = conversationId === undefined ? body : { ...body, conversation_id: conversationId };
      const headers = { 'Idempotency-Key': key };
      const response = await asVisitor(server, token, '/api/agents/chat/stream', {
        body: continued,
        headers,
      });
      const text = replyOf(await allEvents(response));
      return { text, conversationId: response.headers.get('x-conversation-id') ?? '' };
    },
  };
}

const overview = () => readOverview(server.deps, server.shop.store, 'UTC');
const outcomes = async (conversationId: string) =>
  (await listMessages(server.deps.database.reader(server.shop.store.id), conversationId)).map(
    ({ role, outcome }) => `${role} ${outcome}`,
  );
const failedReplies = async () => {
  const { values } = await server.deps.metrics.replies.get();
  return values.find(({ labels }) => labels.outcome === 'failed')?.value;
};

describe('a reply that fails before its first word, to a message with an Idempotency-Key', () => {
  it('is stored, logged, counted and shown', async () => {
    const begin = new Date().toISOString();
    for (const shopper of [await newShopper(), await newShopper(), await newShopper()]) {
      const { text, conversationId } = await shopper.ask('k');
      expect(text).toBe('');
      expect(await outcomes(conversationId)).toEqual(['user complete', 'assistant failed']);
    }
    expect(server.logLines.filter((line) => line.includes('"reply failed"'))).toHaveLength(3);
    expect(await failedReplies()).toBe(3);
    const { last_7_days: week, outage } = await overview();
    expect(week).toMatchObject({ conversations: 3, replies: 3, results: { failed: 3 } });
    expect(outage).toEqual({ failed: 3, of: 3, since: expect.any(String) });
    expect(outage?.since.localeCompare(begin)).toBe(1);
  });

  it('is replaced by its repetition: one question, which is answered', async () => {
    const shopper = await newShopper();
    await shopper.ask('k');
    await shopper.ask('k');
    isDown = false;
    const first = await shopper.ask('k');
    expect(first.text).toBe('Good morning.');
    expect(await outcomes(first.conversationId)).toEqual(['user complete', 'assistant complete']);
    expect(await overview()).toMatchObject({
      last_7_days: { conversations: 1, replies: 1, results: { failed: 0 } },
      outage: null,
    });
  });

  it('is replaced in a conversation that goes on: what was said before is kept', async () => {
    isDown = false;
    const shopper = await newShopper();
    const { conversationId } = await shopper.ask('k');
    isDown = true;
    await shopper.ask('l', conversationId);
    expect((await overview()).last_7_days).toMatchObject({ replies: 2, results: { failed: 1 } });
    isDown = false;
    await shopper.ask('l', conversationId);
    const exchange = ['user complete', 'assistant complete'];
    expect(await outcomes(conversationId)).toEqual([...exchange, ...exchange]);
    expect((await overview()).last_7_days).toMatchObject({ replies: 2, results: { failed: 0 } });
  });

  it('is kept when its shopper goes on instead, and a late repetition of it replaces it', async () => {
    const shopper = await newShopper();
    const { conversationId } = await shopper.ask('k');
    isDown = false;
    await shopper.ask('l', conversationId);
    const failed = ['user complete', 'assistant failed'];
    const answered = ['user complete', 'assistant complete'];
    expect(await outcomes(conversationId)).toEqual([...failed, ...answered]);
    const { conversationId: another } = await shopper.ask('k');
    expect(await outcomes(conversationId)).toEqual(answered);
    expect(await outcomes(another)).toEqual(answered);
    expect((await overview()).last_7_days).toMatchObject({ replies: 2, results: { failed: 0 } });
  });
});
