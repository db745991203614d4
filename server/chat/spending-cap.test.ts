import { listMessagesWithReplies } from '../db/messages.ts';
import { afterEach, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { readSpending, type Reservation, reserveSpending } from '../db/store-spending.ts';
import { changeStore } from '../testing/test-shop.ts';
import { updateStore } from '../services/stores.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { replyOf } from '../testing/read-events.ts';
import { calls, createScriptedModel, finishes, says, type Script } from '../testing/scripted-model.ts';
import { createTestChat, requestTo, type TestChat } from '../testing/test-chat.ts';
import type { AgentTools } from '../tools/types.ts';
import { startReply } from './reply.ts';

const tools: AgentTools = new Map([
  ['find', { description: 'finds', inputSchema: {}, fromCatalog: false, execute: () => Promise.resolve({}) }],
]);
const day = 86_400_000;
// The last hour of a month.
const begin = Date.parse('2026-11-30T23:00:00Z');

describeOnEngines('the monthly cap of a store', ({ create }) => {
  const open: TestChat[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((chat) => chat.close()));
  });

  /** By default the model replies in one call; finishes() reports 11 tokens in and 7 out: 0.025 dollars. */
  async function openShop(scripts: readonly Script[] = [[...says('Yes.'), finishes()]]) {
    const scripted = createScriptedModel(scripts);
    const prices = new Map([['scripted', { input: 1000, cachedInput: 0, output: 2000 }]]);
    const chat = await createTestChat({ model: scripted.model, prices, tools, database: await create() });
    open.push(chat);
    const { agent, database } = chat;
    const { store_id: storeId } = agent;
    return {
      calls: scripted.calls,
      setCap: (monthly_cap: number | null) =>
        changeStore(database, storeId, (context) =>
          updateStore(context, { monthly_cap, contact: 'help@shop.example' }),
        ),
      spent: (at: number) => readSpending(database.database.reader(storeId), new Date(at).toISOString()),
      notices: (): Promise<string[]> =>
        database.database
          .reader(storeId)
          .read(async (tables) => tables('notices').orderBy('sequence').pluck('subject')),
      reserve: (call: Reservation) =>
        changeStore(database, storeId, (context) => reserveSpending(context, call)),
      /** Asks and reads the reply; `leavesAt` is the type of the event at which the shopper leaves. */
      async ask(at: number, { isTest = false, leavesAt = '' } = {}) {
        const clock = { now: () => at, monotonic: () => performance.now() };
        // Another runtime each time, as on another node: nothing is counted in memory.
        const runtime = { ...chat.runtime, clock };
        const client = new AbortController();
        const request = { ...requestTo(agent, 'Do you have lamps?'), isTest };
        const reply = await startReply(runtime, request, client.signal);
        const events: ChatEvent[] = [];
        for await (const event of reply.events) {
          events.push(event);
          if (event.type === leavesAt) client.abort();
        }
        const stored = await listMessagesWithReplies(database.database.reader(storeId), reply.conversationId);
        return { text: replyOf(events), last: events.at(-1)?.type, reply: stored.at(-1) };
      },
    };
  }

  it('ends the calls of the vendor with a sentence until the next month, tests included', async () => {
    const shop = await openShop();
    await shop.setCap(0.05);
    const { reply } = await shop.ask(begin);
    expect(reply).toMatchObject({ cost_micros: 25_000, result: 'small_talk' });
    await shop.ask(begin, { isTest: true });
    expect(await shop.spent(begin)).toBe(50_000);

    const capped = await shop.ask(begin + 1);
    const sentence = /budget .* used up.* contact the shop directly: help@shop\.example$/;
    expect(capped).toMatchObject({ text: expect.stringMatching(sentence), last: 'end' });
    expect(capped.reply).toMatchObject({
      cost_micros: 0,
      result: 'limited',
    });
    expect(shop.calls).toHaveLength(2);
    expect((await shop.ask(begin + day)).text).toBe('Yes.');
  });

  it('is a notice at 80 and at 100 %, each once', async () => {
    const shop = await openShop();
    await shop.setCap(0.06);
    const notices: (readonly string[])[] = [];
    for (let asked = 0; asked < 4; asked += 1) {
      await shop.ask(begin);
      notices.push(await shop.notices());
    }
    const [at80, at100] = ['80 % of the spending cap', '100 % of the spending cap'];
    expect(notices).toEqual([[], [at80], [at80, at100], [at80, at100]]);
  });

  it('lets replies go on when it is raised or removed', async () => {
    const shop = await openShop();
    await shop.setCap(0);
    expect((await shop.ask(begin)).text).toMatch(/budget/);
    await shop.setCap(1);
    expect((await shop.ask(begin)).text).toBe('Yes.');
    await shop.setCap(null);
    expect((await shop.ask(begin)).text).toBe('Yes.');
  });

  it('counts replies that end at the same moment', async () => {
    const shop = await openShop();
    await Promise.all(Array.from({ length: 8 }, () => shop.ask(begin)));
    expect(await shop.spent(begin)).toBe(8 * 25_000);
  });

  it('is exceeded by one call at most when many replies begin at once', async () => {
    const shop = await openShop();
    await shop.setCap(0.06);
    const replies = await Promise.all(Array.from({ length: 8 }, () => shop.ask(begin)));
    expect(replies.filter(({ text }) => text === 'Yes.').length).toBeGreaterThan(0);
    expect(await shop.spent(begin)).toBeLessThanOrEqual(60_000 + 25_000);
    // What the replies had reserved is free again.
    await shop.setCap(10);
    expect((await shop.ask(begin)).text).toBe('Yes.');
  });

  it('ends a reply between two calls when it is reached there', async () => {
    const shop = await openShop([
      [calls('find', {}), finishes('tool-calls')],
      [...says('Yes.'), finishes()],
    ]);
    await shop.setCap(0.02);
    const { text, last, reply } = await shop.ask(begin);
    expect(text).toMatch(/budget .* used up/);
    expect({ last, cost: reply?.cost_micros, calls: shop.calls.length }).toEqual({
      last: 'end',
      cost: 25_000,
      calls: 1,
    });
  });

  it('admits replies again when the reservation of a process that was killed has expired', async () => {
    const shop = await openShop();
    await shop.setCap(1);
    const call = { conversationId: 'cnv_killed', spentMicros: 0, callMicros: 1_000_000 };
    const [at, expiresAt] = [begin, begin + 1000].map((time) => new Date(time).toISOString());
    expect(await shop.reserve({ ...call, at: at ?? '', expiresAt: expiresAt ?? '' })).toBe(true);
    expect((await shop.ask(begin)).text).toMatch(/budget/);
    expect((await shop.ask(begin + 1000)).text).toBe('Yes.');
  });

  it('counts a reply that the shopper leaves, by what was sent and received, and marks it as estimated', async () => {
    const shop = await openShop([[...says('I am looking for lamps'), 'hang']]);
    await shop.setCap(100);
    const { reply } = await shop.ask(begin, { leavesAt: 'text' });
    expect(reply).toMatchObject({ is_estimated: true, output_tokens: 6 });
    expect(reply?.input_tokens).toBeGreaterThan(100);
    expect(await shop.spent(begin)).toBe(reply?.cost_micros);
    expect(reply?.cost_micros).toBe((reply?.input_tokens ?? 0) * 1000 + 6 * 2000);
  });

  it('counts nothing for a call that the vendor rejects, and the tokens that it does report', async () => {
    const shop = await openShop([[new Error('401')], [...says('Yes.'), finishes()]]);
    expect((await shop.ask(begin)).reply).toMatchObject({ cost_micros: 0, is_estimated: false });
    expect((await shop.ask(begin)).reply).toMatchObject({ cost_micros: 25_000, is_estimated: false });
  });
});
