import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { createDatabase } from '../db/database.ts';
import type { Result, StoreRecord } from '../db/records.ts';
import { createPlanUse } from '../services/plans.ts';
import { createLog } from '../support/log.ts';
import { addConversation, addReply } from '../testing/add-messages.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import {
  sampleAgent,
  sampleConversation,
  sampleMessage,
  sampleReply,
  sampleStore,
} from '../testing/sample-records.ts';
import { addAgent, addStore } from '../testing/test-shop.ts';
import { queueDoubled, queueWeekly, type WeeklyDeps } from './weekly.ts';

// A Tuesday; the week before it begins on 2026-11-16.
const tuesday = Date.parse('2026-11-24T10:00:00Z');
const lastWeek = '2026-11-18T10:00:00.000Z';
const weekBefore = '2026-11-11T10:00:00.000Z';

describeOnEngines('the week of a store', ({ create }) => {
  let now = tuesday;
  let opened: TestDatabase;
  let deps: WeeklyDeps;
  beforeAll(async () => {
    opened = await create();
    const clock = { now: () => now, monotonic: () => performance.now() };
    const database = createDatabase(opened.db, { clock });
    const log = createLog('silent', { write: () => undefined });
    const planUse = createPlanUse({ database, clock, log });
    deps = { database, clock, log, planUse, config: loadConfig({}) };
  });
  afterAll(async () => {
    await deps.planUse.close();
    await opened.close();
  });

  /** A store with one conversation a week, each with these replies. */
  async function newStore(
    weeks: readonly (readonly [at: string, results: Partial<Record<Result, number>>])[],
  ) {
    const store = sampleStore();
    const agent = sampleAgent(store.id);
    await addStore(deps, store);
    await addAgent(deps, agent);
    for (const [created_at, results] of weeks) {
      const conversation = sampleConversation(store.id, agent.id, { created_at });
      await addConversation(deps, conversation, sampleMessage(store.id, conversation.id, { created_at }));
      for (const [result, count] of Object.entries(results)) {
        for (let added = 0; added < count; added += 1) {
          const message = sampleMessage(store.id, conversation.id, { created_at, role: 'assistant' });
          await addReply(deps, message, sampleReply({ result: result as Result }));
        }
      }
    }
    return store;
  }

  const { signal } = new AbortController();
  const queue = () => queueWeekly(deps, signal);
  const noticesOf = ({ id }: StoreRecord) =>
    opened
      .db('notices')
      .where({ store_id: id })
      .orderBy('sequence')
      .select('kind', 'subject', 'text', 'done_at');

  it('is summed up once when it is over, with the week before, and asks nothing of anybody', async () => {
    now = tuesday;
    const store = await newStore([
      [weekBefore, { helped: 10 }],
      [lastWeek, { helped: 15, not_known: 5 }],
    ]);
    await queue();
    await queue();
    expect(await noticesOf(store)).toEqual([
      {
        kind: 'weekly_summary',
        subject: 'Your week, 2026-11-16 to 2026-11-22',
        text: expect.stringContaining('Without help: 25 % (the week before: 0 %)'),
        done_at: expect.any(String),
      },
    ]);
    now = tuesday + 7 * 86_400_000;
    await queue();
    expect(await noticesOf(store)).toHaveLength(1);
  });

  it('needs the owner where the share without help has doubled, of twenty replies or more', async () => {
    // The 7 days with `lastWeek` are not over.
    now = Date.parse('2026-11-20T10:00:00Z');
    const doubled = await newStore([
      [weekBefore, { helped: 18, nothing_found: 2 }],
      [lastWeek, { helped: 16, nothing_found: 3, not_known: 1 }],
    ]);
    const almost = await newStore([
      [weekBefore, { helped: 18, nothing_found: 2 }],
      [lastWeek, { helped: 17, nothing_found: 3 }],
    ]);
    await queueDoubled(deps, signal);
    await queueDoubled(deps, signal);
    expect(await noticesOf(doubled)).toMatchObject([
      {
        kind: 'without_help',
        text: expect.stringContaining('20 %; in the 7 days before, 10 %'),
        done_at: null,
      },
    ]);
    expect(await noticesOf(almost)).toEqual([]);
  });

  it('is not summed up without conversations', async () => {
    now = tuesday;
    const store = await newStore([[weekBefore, { helped: 1 }]]);
    await queue();
    expect(await noticesOf(store)).toEqual([]);
  });
});
