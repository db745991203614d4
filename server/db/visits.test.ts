import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseVisitor } from '../services/conversations.ts';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { addStore, changeStore } from '../testing/test-shop.ts';
import { addSteps, readFunnels, type Step, type VisitorStep } from './visits.ts';
import { removeBefore } from './widget-events.ts';

const names = ['opened', 'asked', 'product_shown', 'product_chosen', 'ordered'] as const satisfies Step[];
const begin = Date.parse('2026-11-22T10:00:00Z');

const done = fc.array(
  fc.record({
    visitor: fc.nat({ max: 2 }),
    agent: fc.nat({ max: 1 }),
    step: fc.constantFrom(...names),
    /** Until the next one. */
    minutes: fc.nat({ max: 40 }),
  }),
  { maxLength: 30 },
);
type Done = typeof done extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(databases)('the funnel in $name', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  async function newStore(): Promise<string> {
    const store = sampleStore();
    await addStore(database, store);
    return store.id;
  }
  const add = (storeId: string, steps: readonly VisitorStep[]) =>
    changeStore(database, storeId, (context) => addSteps(context, steps));
  const funnels = (storeId: string, range = {}) => {
    const all = { beforeFrom: '2024', from: '2025', to: '2027', agentId: undefined };
    return database.database.readAll((db) => readFunnels(db, storeId, { ...all, ...range }));
  };
  const funnel = async (storeId: string, range = {}) => (await funnels(storeId, range)).now;
  const stepsOf = (store_id: string, taken: Done): VisitorStep[] => {
    let at = begin;
    return taken.map(({ visitor, agent, step, minutes }) => {
      at += minutes * 60_000;
      const who = { store_id, visitor_id: `vis_${visitor}`, agent_id: `agt_${agent}` };
      return { ...who, step, at: new Date(at).toISOString() };
    });
  };

  it('counts the visitors that did the steps in order, and never more than did the step before', async () => {
    await fc.assert(
      fc.asyncProperty(done, async (taken) => {
        const storeId = await newStore();
        const steps = stepsOf(storeId, taken);
        // As requests bring them, and all at once.
        for (const step of steps.slice(0, 10)) await add(storeId, [step]);
        await add(storeId, steps.slice(10));
        const found = await funnel(storeId);
        const furthest = [0, 1, 2].map((visitor) => {
          const ofAgent = (agent: number) =>
            taken.filter((one) => one.visitor === visitor && one.agent === agent);
          return Math.max(furthestOf(ofAgent(0)), furthestOf(ofAgent(1)));
        });
        const expected = names.map((_, index) => furthest.filter((reached) => reached > index).length);
        expect(names.map((name) => found[name])).toEqual(expected);
        await changeStore(database, storeId, (context) => eraseVisitor(context, 'vis_1'));
        expect(await funnel(storeId)).toEqual(found);
        expect(await database.db('visits').where({ store_id: storeId, visitor_id: 'vis_1' })).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('counts visits that began in the range, of an agent, until they are removed by age', async () => {
    const storeId = await newStore();
    const opened = { store_id: storeId, step: 'opened', at: '2025-11-22T10:07:00.000Z' } as const;
    await add(storeId, [
      { ...opened, visitor_id: 'vis_1', agent_id: 'agt_1' },
      { ...opened, visitor_id: 'vis_1', agent_id: 'agt_1', at: '2025-11-22T10:14:59.999Z' },
      { ...opened, visitor_id: 'vis_1', agent_id: 'agt_1', at: '2025-11-22T10:15:00.000Z' },
      { ...opened, visitor_id: 'vis_2', agent_id: 'agt_2' },
    ]);
    expect((await funnel(storeId)).opened).toBe(2);
    expect((await funnel(storeId, { agentId: 'agt_2' })).opened).toBe(1);
    expect((await funnel(storeId, { from: '2025-11-22T10:15:00.000Z' })).opened).toBe(1);
    expect((await funnel(storeId, { to: '2025-11-22T10:00:00.000Z' })).opened).toBe(0);
    // A visitor of both periods counts in each.
    const half = await funnels(storeId, { from: '2025-11-22T10:15:00.000Z' });
    expect([half.before.opened, half.now.opened]).toEqual([2, 1]);
    const remove = (before: string, limit: number) =>
      database.database.changeAll({ name: 'test', address: null }, (context) =>
        removeBefore(context, 'visits', before, limit),
      );
    expect(await remove('2025-11-22T10:15:00.000Z', 1)).toBe(1);
    expect(await remove('2025-11-22T10:15:00.000Z', 9)).toBe(1);
    expect((await funnel(storeId)).opened).toBe(1);
  });
});

/** How many of the steps a visitor did in order; who asks has opened the chat. */
function furthestOf(taken: Done): number {
  return taken.reduce((reached, { step }) => {
    const number = names.indexOf(step) + 1;
    return number <= 2 || reached >= number - 1 ? Math.max(reached, number) : reached;
  }, 0);
}
