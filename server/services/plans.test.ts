import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { createPlanUse, type PlanUse, summarizePlanUse } from './plans.ts';
import { addStore } from '../testing/test-shop.ts';

const start = Date.parse('2026-11-22T10:58:30.000Z');
const minute = 60_000;
const day = { from: new Date('2026-11-22T00:00:00Z'), to: new Date('2026-11-23T00:00:00Z') };

describeOnEngines('the use of a plan', ({ create }) => {
  let database: TestDatabase;
  let planUse: PlanUse;
  let now: number;
  let store: string;
  const warnings: string[] = [];
  beforeEach(async () => {
    database = await create();
    now = start;
    const record = sampleStore();
    store = record.id;
    await addStore(database, record);
    planUse = open();
  });
  afterEach(async () => {
    await planUse.close();
    await database.close();
  });
  const open = (): PlanUse =>
    createPlanUse({
      database: database.database,
      clock: { now: () => now },
      log: { warn: (_details, message) => void warnings.push(message) },
    });
  const count = (requests: number, window = 'keys', admitted = true): void => {
    for (let index = 0; index < requests; index += 1) planUse.count(store, window, admitted);
  };
  const summarize = (use = planUse) =>
    summarizePlanUse({ database: database.database, planUse: use }, store, day);

  it('is the same before it is stored, after it, and in another process', async () => {
    count(3);
    count(1, 'keys', false);
    now += 2 * minute;
    count(2);
    const expected = { requests: 5, rejected: 1, peak_requests: 3, peak_at: '2026-11-22T10:58:00.000Z' };
    expect(await summarize()).toEqual(expected);
    await planUse.flush();
    expect(await summarize()).toEqual(expected);
    const other = open();
    expect(await summarize(other)).toEqual(expected);
    await other.close();
  });

  it('has the peak of a minute that is stored in two parts, and of one window', async () => {
    count(2);
    await planUse.flush();
    count(2);
    count(3, 'chatbot');
    await planUse.flush();
    expect(await summarize()).toMatchObject({ requests: 7, peak_requests: 4 });
  });

  it('adds up processes, also in the peak of a minute', async () => {
    const other = open();
    count(4);
    for (let index = 0; index < 9; index += 1) other.count(store, 'keys', true);
    other.count(store, 'keys', false);
    await Promise.all([planUse.flush(), other.close()]);
    expect(await summarize()).toMatchObject({ requests: 13, rejected: 1, peak_requests: 13 });
    now += 90 * minute;
    count(10);
    await planUse.flush();
    expect(await summarize()).toMatchObject({ requests: 23, peak_requests: 13 });
    expect(await database.db('request_minutes')).toHaveLength(1);
  });

  it('excludes hours outside of the range and other stores', async () => {
    now = Date.parse('2026-11-21T23:59:59Z');
    count(5);
    now = Date.parse('2026-11-23T00:00:00Z');
    count(5);
    await planUse.flush();
    expect(await summarize()).toMatchObject({ requests: 0, peak_requests: 0, peak_at: null });
  });

  it('is kept in memory while the database fails, and stored later', async () => {
    let fails = true;
    const changeAll: Database['changeAll'] = (actor, verb) =>
      fails ? Promise.reject(new Error('disk full')) : database.database.changeAll(actor, verb);
    const flaky = createPlanUse({
      database: { changeAll },
      clock: { now: () => now },
      log: { warn: (_details, message) => void warnings.push(message) },
    });
    flaky.count(store, 'keys', true);
    await flaky.flush();
    expect(warnings.at(-1)).toContain('was not stored');
    flaky.count(store, 'keys', true);
    fails = false;
    await flaky.close();
    expect(await summarize()).toMatchObject({ requests: 2, peak_requests: 2 });
  });
});
