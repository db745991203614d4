import { afterEach, describe, expect, it } from 'vitest';
import { updateStore } from '../services/stores.ts';
import { databases } from '../testing/databases.ts';
import { eventsOf, replyOf } from '../testing/read-events.ts';
import { createScriptedModel, finishes, says } from '../testing/scripted-model.ts';
import { createTestChat, requestTo, type TestChat } from '../testing/test-chat.ts';
import { startReply } from './reply.ts';
import { changeStore } from '../testing/test-shop.ts';
import { readSpending } from '../db/store-spending.ts';

const day = 86_400_000;
// The last hour of a month.
const begin = Date.parse('2026-11-30T23:00:00Z');

describe.each(databases)('the monthly cap of a store in $name', ({ create }) => {
  const open: TestChat[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((chat) => chat.close()));
  });

  async function openShop() {
    const scripted = createScriptedModel([[...says('Yes.'), finishes()]]);
    // finishes() reports 11 tokens in and 7 out: 0.025 dollars.
    const prices = new Map([['scripted', { input: 1000, cachedInput: 0, output: 2000 }]]);
    const chat = await createTestChat({ model: scripted.model, prices, database: await create() });
    open.push(chat);
    const { agent, database } = chat;
    const { store_id: storeId } = agent;
    return {
      calls: scripted.calls,
      setCap: (monthlyCap: number | null) =>
        changeStore(database, storeId, (context) => updateStore(context, { monthly_cap: monthlyCap })),
      spent: (at: number) => readSpending(database.database.reader(storeId), new Date(at).toISOString()),
      async ask(at: number, isTest = false) {
        const clock = { now: () => at, monotonic: () => performance.now() };
        // Another runtime each time, as on another node: nothing is counted in memory.
        const runtime = { ...chat.runtime, clock };
        const request = { ...requestTo(agent, 'Do you have lamps?'), isTest };
        const reply = await startReply(runtime, request, new AbortController().signal);
        const events = await eventsOf(reply);
        const stored = await database.repositories.messages.listWithReplies(storeId, reply.conversationId);
        return { text: replyOf(events), last: events.at(-1)?.type, reply: stored.at(-1)?.reply };
      },
    };
  }

  it('ends the calls of the vendor with a sentence until the next month, tests included', async () => {
    const shop = await openShop();
    await shop.setCap(0.05);
    const { reply } = await shop.ask(begin);
    expect(reply).toMatchObject({ costMicros: 25_000, isAnswered: true });
    await shop.ask(begin, true);
    expect(await shop.spent(begin)).toBe(50_000);

    const capped = await shop.ask(begin + 1);
    expect(capped).toMatchObject({ text: expect.stringMatching(/budget .* used up/), last: 'end' });
    expect(capped.reply).toMatchObject({
      model: 'monthly-cap',
      costMicros: 0,
      isAnswered: false,
      isUnanswered: true,
    });
    expect(shop.calls).toHaveLength(2);
    expect((await shop.ask(begin + day)).text).toBe('Yes.');
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
});
