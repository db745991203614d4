import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { validateRequest } from '../../generated/validators.js';
import { makeProduct } from '../catalog/testing/make-product.ts';
import { readAnalytics } from '../services/analytics.ts';
import { eraseVisitor } from '../services/conversations.ts';
import { listProductFigures } from '../services/product-figures.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { addProducts, changeStore } from '../testing/test-shop.ts';
import { asVisitor, openVisitor } from '../testing/visitor-client.ts';

const clock = createMovableClock();
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ clock });
  await addProducts(server.deps, server.shop.store.id, [makeProduct('lamp', { title: 'Lamp' })]);
});
afterAll(() => server.close());
beforeEach(async () => {
  // After a minute the limits of the previous test are reset.
  clock.advance(60_000);
  ({ token } = await openVisitor(server));
});

const order = (order_id: string) => ({
  type: 'ordered',
  order_id,
  items: [
    { product_id: 'lamp', quantity: 2 },
    { product_id: 'unknown', quantity: 1 },
  ],
  total: { amount: 12_900, currency: 'USD' },
});

async function report(...events: object[]): Promise<number> {
  return (await asVisitor(server, token, '/embed/events', { body: { events } })).status;
}

async function ask(): Promise<string> {
  const body = { agent_id: server.shop.agentId, message: 'Do you have lamps?' };
  const response = await asVisitor(server, token, '/api/agents/chat/stream', { body });
  await response.text();
  return response.headers.get('x-conversation-id') ?? '';
}

const today = () => new Date(clock.now()).toISOString().slice(0, 10);

async function figures() {
  const { deps, shop } = server;
  const range = { from: today(), to: today(), time_zone: 'UTC' };
  const { sales, funnel } = await readAnalytics(deps, shop.store, range);
  return { sales, funnel, products: await listProductFigures(deps, shop.store, range) };
}

describe('an order that a page reports', () => {
  it('counts once, with the pieces of products that the catalogue has, in figures and in its conversation', async () => {
    const conversationId = await ask();
    const shown = { type: 'product_shown', product_id: 'lamp' };
    const clicked = { ...shown, type: 'product_clicked' };
    const before = await figures();
    expect(validateRequest.recordWidgetEvents({ events: [order('48813')] })).toBe(true);
    expect(await report({ type: 'opened' }, shown, clicked, order('48813'))).toBe(204);
    expect(await report(order('48813'))).toBe(204);
    const after = await figures();
    expect(before.sales).toEqual([]);
    expect(after.sales).toEqual([{ currency: 'USD', orders: 1, amount: 12_900 }]);
    expect(after.products).toEqual([
      { product_id: 'lamp', title: 'Lamp', shown: 1, clicked: 1, added: 0, ordered: 2 },
    ]);
    expect(after.funnel.ordered - before.funnel.ordered).toBe(1);
    const reader = server.deps.database.reader(server.shop.store.id);
    const [stored] = await reader.read(async (tables) => tables('orders'));
    expect(stored).toMatchObject({ order_id: '48813', conversation_id: conversationId, amount: 12_900 });

    await changeStore(server.deps, server.shop.store.id, (context) =>
      eraseVisitor(context, stored?.visitor_id ?? ''),
    );
    expect(await figures()).toEqual(after);
    const [erased] = await reader.read(async (tables) => tables('orders'));
    expect(erased).toMatchObject({ order_id: null, visitor_id: null, conversation_id: null });
    expect(await report(order('48813'))).toBe(204);
    expect((await figures()).sales).toEqual(after.sales);
  });

  it('does not count where its visitor has not asked', async () => {
    const before = await figures();
    expect(await report({ type: 'opened' }, order('48814'))).toBe(204);
    expect((await figures()).sales).toEqual(before.sales);
  });

  it.each([
    ['without an id', { order_id: '' }],
    ['with half a piece', { items: [{ product_id: 'lamp', quantity: 0.5 }] }],
    ['with a total in words', { total: { amount: '129', currency: 'USD' } }],
    ['with a currency that is none', { total: { amount: 1, currency: 'dollars' } }],
  ])('is rejected %s, and by the contract', async (_what, change) => {
    const events = [{ ...order('48815'), ...change }];
    expect(validateRequest.recordWidgetEvents({ events })).toBe(false);
    expect(await report(...events)).toBe(400);
  });
});
