import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleProduct, sampleStore } from '../testing/sample-records.ts';
import { addProducts, addStore, changeStore } from '../testing/test-shop.ts';
import { insertOrder, sumOrders } from './orders.ts';
import { addProducts as addToSums, sumProducts } from './product-hours.ts';
import { quarterOf } from './hourly-sums.ts';

describe.each(databases)('sums of products and orders in $name', ({ create }) => {
  const { id: store_id, ...store } = sampleStore();
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await create();
    await addStore(opened, { id: store_id, ...store });
    await addProducts(opened, store_id, [sampleProduct('lamp'), sampleProduct('mug')]);
  });
  afterAll(() => opened.close());

  // A day of Kolkata, 5 h 30 min ahead of UTC.
  const day = { from: '2026-11-21T18:30:00.000Z', to: '2026-11-22T18:30:00.000Z' };
  const times = ['2026-11-21T18:29:59.999Z', day.from, '2026-11-22T18:29:59.999Z', day.to];

  it('are those of a day of a time zone, of all agents or of one', async () => {
    const products = times.flatMap((at, index) =>
      ['lamp', 'mug', 'unknown'].map((product_id) => ({
        store_id,
        hour: quarterOf(at),
        agent_id: `agt_${index % 2}`,
        product_id,
        shown: 1,
        ...(product_id === 'mug' && { ordered: 3 }),
      })),
    );
    await changeStore(opened, store_id, (context) => addToSums(context, products));
    const sum = (agentId?: string) => sumProducts(opened.db, store_id, { ...day, agentId }, 100);
    const none = { clicked: 0, added: 0 };
    expect(await sum()).toEqual([
      { product_id: 'mug', shown: 2, ...none, ordered: 6 },
      { product_id: 'lamp', shown: 2, ...none, ordered: 0 },
    ]);
    expect(await sum('agt_1')).toMatchObject([{ product_id: 'mug', shown: 1, ordered: 3 }, { shown: 1 }]);
  });

  it('have the orders of each currency, the most frequent first, once each', async () => {
    await changeStore(opened, store_id, async (context) => {
      for (const [index, at] of [...times, ...times].entries()) {
        const persons = { order_id: null, visitor_id: null, conversation_id: null };
        const order = { ...persons, store_id, agent_id: `agt_${index % 2}`, items: [], at };
        const key = index % times.length;
        await insertOrder(context, {
          ...order,
          order_key: `${key} EUR`,
          amount: 1_000_000_000,
          currency: 'EUR',
        });
        if (key === 1)
          await insertOrder(context, { ...order, order_key: 'USD', amount: 100, currency: 'USD' });
      }
    });
    const sum = (agentId?: string) => sumOrders(opened.db, store_id, { ...day, agentId });
    expect(await sum()).toEqual([
      { currency: 'EUR', orders: 2, amount: 2_000_000_000 },
      { currency: 'USD', orders: 1, amount: 100 },
    ]);
    expect(await sum('agt_0')).toEqual([{ currency: 'EUR', orders: 1, amount: 1_000_000_000 }]);
  });
});
