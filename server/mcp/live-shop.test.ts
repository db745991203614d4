import { ProtocolError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isObject } from '../support/json.ts';
import { connectMcpClient } from '../testing/mcp-client.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { connectTools } from '../testing/test-shop.ts';
import { createUcpCheck } from '../testing/ucp-schemas.ts';
import type { Operation } from '../testing/ucp-shop/protocol.ts';
import { startUcpShop, type UcpShop } from '../testing/ucp-shop/ucp-shop.ts';
import { ucpResponseSchema } from '../ucp/types.ts';

const violationsOf = createUcpCheck();
const clock = createMovableClock();
let server: TestServer;
let shop: UcpShop;
beforeAll(async () => {
  [server, shop] = await Promise.all([
    startTestServer({ clock }),
    startUcpShop({ readsAgentProfiles: false }),
  ]);
  const address = { type: 'live_catalog', url: shop.origin, allow_private: true, headers: {} };
  await connectTools(server.deps, { store_id: server.shop.store.id, ...address });
});
afterAll(async () => {
  await server.close();
  await shop.close();
});
beforeEach(() => shop.setFault(undefined));

async function call(name: Operation, input: object): Promise<Record<string, unknown>> {
  const client = await connectMcpClient(server, '2026-07-28', { key: server.shop.key });
  try {
    const { structuredContent } = await client.callTool({ name, arguments: { ...input } });
    return isObject(structuredContent) ? structuredContent : {};
  } finally {
    await client.close();
  }
}

/** A request of the protocol, until the shop is in time: it may be slow on a busy machine. */
async function ask(name: Operation, catalog: object) {
  const meta = { 'ucp-agent': { profile: 'https://agent.example/profile.json' } };
  let response: Record<string, unknown> = {};
  await expect
    .poll(async () => {
      clock.advance(11_000);
      response = await call(name, { meta, catalog }).catch(() => ({}));
      return response;
    })
    .toHaveProperty('ucp');
  expect(violationsOf(name, response)).toEqual([]);
  return ucpResponseSchema.parse(response);
}

it('the catalogue tools find what the live shop of the store has, in the shapes of the protocol', async () => {
  const { products = [], messages } = await ask('search_catalog', { query: 'ceramic mug' });
  expect(products[0]?.title).toMatch(/Ceramic Mug/);
  expect(messages?.map(({ content }) => content)).toContain('Returns are free within 30 days of delivery.');
  const [{ id, variants } = { id: '', variants: [] }] = products;
  const ids = [id, variants.at(-1)?.id ?? '', 'no-such-product'];
  const found = await ask('lookup_catalog', { ids });
  expect(found.products?.map((product) => product.id)).toEqual([id]);
  expect(found.messages).toContainEqual({ type: 'info', code: 'not_found', content: 'no-such-product' });
  const { product } = await ask('get_product', { id: variants[0]?.id });
  expect([product?.id, product?.variants[0]?.id]).toEqual([id, variants[0]?.id]);
});

it('what the shop wants to be seen with a product is a disclosure at its place, also of a single product', async () => {
  const notice = {
    type: 'warning',
    code: 'shop_notice',
    content: 'Contains: tree nuts. Made where peanuts are processed too.',
    presentation: 'disclosure',
    url: `${shop.origin}/policies/allergens`,
    image_url: `${shop.origin}/media/tree-nuts.png`,
  };
  const { products = [], messages } = await ask('search_catalog', { query: 'nut butter' });
  expect(products[0]?.title).toMatch(/Nut Butter/);
  expect(messages).toContainEqual({ ...notice, path: '$.products[0]' });
  const one = await ask('get_product', { id: products[0]?.id });
  expect(one.messages).toContainEqual({ ...notice, path: '$.product' });
});

it('a flat request finds them, too', async () => {
  await ask('search_catalog', { query: 'ceramic mug' });
  const { products } = await call('search_catalog', { query: 'ceramic mug' });
  expect(products).toContainEqual(expect.objectContaining({ title: expect.stringMatching(/Ceramic Mug/) }));
});

it('while the shop cannot be read, a request is an error with the sentence and the address', async () => {
  clock.advance(600_001);
  shop.setFault('hang-up');
  const meta = { 'ucp-agent': { profile: 'https://agent.example/profile.json' } };
  const error = await call('search_catalog', { meta, catalog: { query: 'lamp' } }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ProtocolError);
  expect(error).toMatchObject({ code: -32_603, message: expect.stringContaining(shop.origin) });
});
