import { type Client, ProtocolError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Product } from '../db/records.ts';
import { connectMcpClient, eras, type Era } from '../testing/mcp-client.ts';
import { startDemoServer } from '../testing/start-demo-server.ts';
import { bearer, type TestServer } from '../testing/start-test-server.ts';
import { createUcpCheck } from '../testing/ucp-schemas.ts';
import type { Operation } from '../testing/ucp-shop/protocol.ts';
import { ucpProfileSchema } from '../ucp/profile.ts';
import { ucpResponseSchema } from '../ucp/types.ts';

const meta = { 'ucp-agent': { profile: 'https://agent.example/profile.json' } };
const violationsOf = createUcpCheck();

let server: TestServer;
let key: string;
let products: readonly Product[];
beforeAll(async () => {
  const demo = await startDemoServer();
  ({ server, products } = demo);
  key = demo.shop.apiKey;
});
afterAll(() => server.close());

let client: Client;
beforeAll(async () => {
  client = await connectMcpClient(server, '2026-07-28', { key });
});
afterAll(() => client.close());

const call = (name: string, input: Record<string, unknown>, by = client) =>
  by.callTool({ name, arguments: input });

/** The result of a valid request, which the protocol's shapes allow. */
async function ask<Shape extends z.ZodType>(
  name: Operation,
  shape: Shape,
  catalog: object,
): Promise<z.infer<Shape>> {
  const { isError, content, structuredContent } = await call(name, { meta, catalog });
  expect(isError, JSON.stringify(content)).toBeFalsy();
  expect(violationsOf(name, structuredContent)).toEqual([]);
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  return shape.parse(structuredContent);
}
const listShape = ucpResponseSchema.required({ products: true });
const search = (catalog: object) => ask('search_catalog', listShape, catalog);
const lookup = (catalog: object) => ask('lookup_catalog', listShape, catalog);
const get = (catalog: object) => ask('get_product', ucpResponseSchema.required({ product: true }), catalog);
const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

/** The code of the JSON-RPC error that a request is rejected with. */
async function codeOf(name: string, input: Record<string, unknown>): Promise<unknown> {
  const error = await call(name, input).then(JSON.stringify, (thrown: unknown) => thrown);
  return error instanceof ProtocolError ? [error.code, error.message] : error;
}

describe('with the whole demo, a request of the Universal Commerce Protocol', () => {
  it('lists every product once over all pages, with a price range, variants and a picture', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({
        filters: { price: { min: 0 } },
        pagination: { limit: 20, ...(cursor !== undefined && { cursor }) },
      });
      seen.push(...idsOf(page.products));
      expect(page.pagination?.total_count).toBe(products.length);
      cursor = page.pagination?.cursor;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(idsOf(products).toSorted());
  });

  it('looks every product and every variant up, and correlates each id with one variant', async () => {
    const ids = products.flatMap(({ id, variants }) => [id, ...idsOf(variants)]);
    for (let start = 0; start < ids.length; start += 25) {
      const asked = new Set(ids.slice(start, start + 25));
      const { products: found, messages } = await lookup({ ids: [...asked, ...asked] });
      const inputs = found.flatMap(({ variants }) => variants.flatMap((each) => idsOf(each.inputs ?? [])));
      expect(inputs.toSorted()).toEqual([...asked].toSorted());
      expect(new Set(idsOf(found)).size).toBe(found.length);
      expect(messages).toBeUndefined();
    }
  });

  it('gets every product with all its variants, one that can be bought first', async () => {
    for (const { id, variants, available } of products) {
      const { product } = await get({ id });
      expect(idsOf(product.variants).toSorted()).toEqual(idsOf(variants).toSorted());
      expect(product.variants[0]?.availability?.available).toBe(available);
      const signals = product.options?.flatMap(({ values }) => values) ?? [];
      expect(
        signals.every(({ available: isFree, exists }) => exists !== undefined && isFree !== undefined),
      ).toBe(true);
    }
  });

  it('gets a variant by its id first, with its options as the selection', async () => {
    const product = products.find(({ variants }) => variants.length > 2);
    const variant = product?.variants.at(-1);
    const { product: found } = await get({ id: variant?.id });
    expect([found.id, found.variants[0]?.id]).toEqual([product?.id, variant?.id]);
    expect(Object.fromEntries(found.selected?.map(({ name, label }) => [name, label]) ?? [])).toEqual(
      variant?.options,
    );
  });
});

describe('a search of the protocol', () => {
  it('finds by words, and says where products only come closest', async () => {
    const { messages, products: found } = await search({ query: 'rain jacket' });
    expect([messages, found[0]?.title]).toEqual([undefined, expect.stringMatching(/jacket/i)]);
    const closest = await search({ query: 'rain jacket qwertz' });
    expect(closest.messages).toEqual([
      expect.objectContaining({
        type: 'info',
        code: 'closest_matches',
        content: expect.stringContaining('qwertz'),
      }),
    ]);
  });

  it('returns an empty list without messages where nothing fits', async () => {
    const nothing = await search({ query: 'zzqqxx' });
    expect(nothing).toMatchObject({ products: [], pagination: { has_next_page: false, total_count: 0 } });
    expect(nothing).not.toHaveProperty('messages');
  });

  it('lists only the variants that pass the filters of the protocol and our own', async () => {
    const price = { max: 9000 };
    const { products: found } = await search({
      query: 'jacket',
      filters: { price, in_stock: true },
      context: { currency: 'USD' },
    });
    const listed = found.flatMap(({ variants }) => variants);
    expect(listed.length).toBeGreaterThan(0);
    expect(
      listed.every(({ price: own, availability }) => own.amount <= 9000 && availability?.available),
    ).toBe(true);
  });

  it('finds the products of any of several categories', async () => {
    const categories = [...new Set(products.map((each) => each.categories.at(-1) ?? ''))].slice(0, 2);
    const { products: found } = await search({ filters: { categories }, pagination: { limit: 20 } });
    const isIn = (each: Product) => categories.some((name) => each.categories.includes(name));
    const expected = products.filter(isIn);
    expect(found.length).toBe(Math.min(20, expected.length));
    expect(idsOf(expected)).toEqual(expect.arrayContaining(idsOf(found)));
  });

  it('says which filters it ignored: unknown ones, and prices in another currency', async () => {
    const { messages } = await search({
      filters: { colour: 'red', price: { max: 1 } },
      context: { currency: 'EUR' },
    });
    expect(messages?.map(({ type, code }) => [type, code])).toEqual([
      ['warning', 'filter_ignored'],
      ['warning', 'price_filter_ignored'],
    ]);
  });
});

describe('what a shop does not have', () => {
  it('is a success with fewer products in a look-up, and names the ids', async () => {
    const [first] = products;
    const found = await lookup({ ids: ['no-such-id', first?.id] });
    expect([idsOf(found.products), found.messages]).toEqual([
      [first?.id],
      [{ type: 'info', code: 'not_found', content: 'no-such-id' }],
    ]);
    expect((await lookup({ ids: [first?.id], filters: { price: { max: 0 } } })).products).toEqual([]);
  });

  it('is a result with the status error for a single product', async () => {
    const found = await ask('get_product', ucpResponseSchema, { id: 'no-such-id' });
    expect(found).toMatchObject({
      ucp: { status: 'error' },
      messages: [{ code: 'not_found', severity: 'unrecoverable' }],
    });
  });
});

it.each<[string, string, Record<string, unknown>, number, RegExp]>([
  ['without a profile', 'search_catalog', { catalog: { query: 'tee' } }, -32_001, /profile/],
  [
    'with a profile that is no https address',
    'search_catalog',
    { meta: { 'ucp-agent': { profile: 'http://agent.example/' } }, catalog: { query: 'tee' } },
    -32_001,
    /profile/,
  ],
  ['without a query and filters', 'search_catalog', { meta, catalog: {} }, -32_602, /query/],
  ['without ids', 'lookup_catalog', { meta, catalog: {} }, -32_602, /catalog.ids is required/],
  [
    'with more than 50 ids',
    'lookup_catalog',
    { meta, catalog: { ids: Array.from({ length: 51 }, String) } },
    -32_602,
    /catalog.ids/,
  ],
  ['without a catalog', 'get_product', { meta }, -32_602, /catalog is required/],
  [
    'with a cursor of another query',
    'search_catalog',
    { meta, catalog: { query: 'tee', pagination: { cursor: 'MTAgYWJj' } } },
    -32_602,
    /cursor/,
  ],
])('a request %s is an error of JSON-RPC', async (_what, name, input, code, message) => {
  expect(await codeOf(name, input)).toEqual([code, expect.stringMatching(message)]);
});

it.each(Object.keys(eras) as Era[])(
  'a flat request gets the flat result and a word that it is deprecated, with the client of %s',
  async (era) => {
    const by = await connectMcpClient(server, era, { key });
    const [product] = products;
    const { structuredContent, content } = await call('get_product', { id: product?.id }, by);
    expect(structuredContent).toEqual({ product });
    expect(content).toEqual([
      { type: 'text', text: JSON.stringify({ product }) },
      { type: 'text', text: expect.stringContaining('deprecated') },
    ]);
    const theirs = await call('get_product', { meta, catalog: { id: product?.id } }, by);
    expect(violationsOf('get_product', theirs.structuredContent)).toEqual([]);
    await by.close();
  },
);

it('a client that reads JSON only gets one JSON body, with the result or the error', async () => {
  const post = async (params: object) => {
    const response = await server.fetch('/mcp', {
      headers: { ...bearer(key), accept: 'application/json' },
      body: { jsonrpc: '2.0', id: 7, method: 'tools/call', params },
    });
    expect(response.headers.get('content-type')).toBe('application/json');
    return response.json();
  };
  const catalog = { query: 'rain jacket' };
  expect(await post({ name: 'search_catalog', arguments: { meta, catalog } })).toMatchObject({
    id: 7,
    result: { structuredContent: { ucp: { version: '2026-08-25' } } },
  });
  expect(await post({ name: 'search_catalog', arguments: { catalog } })).toMatchObject({
    id: 7,
    error: { code: -32_001, data: { code: 'invalid_profile_url' } },
  });
});

it('publishes a profile without a key, which caches may keep and pages may read', async () => {
  const response = await server.fetch('/.well-known/ucp');
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  const profile: unknown = await response.json();
  expect(violationsOf('profile', profile)).toEqual([]);
  const { ucp } = ucpProfileSchema.parse(profile);
  expect(ucp.services['dev.ucp.shopping']?.[0]).toMatchObject({
    transport: 'mcp',
    endpoint: server.service.mcpUrl,
  });
  expect(Object.keys(ucp.capabilities ?? {})).toEqual([
    'dev.ucp.shopping.catalog.search',
    'dev.ucp.shopping.catalog.lookup',
  ]);
  const etag = response.headers.get('etag') ?? '';
  expect((await server.fetch('/.well-known/ucp', { headers: { 'if-none-match': etag } })).status).toBe(304);
});

it('declares our own filters as an extension whose authority is the domain', async () => {
  const headers = { host: 'agents.shop.example' };
  const profile = await server.fetch('/.well-known/ucp', { headers });
  const { ucp } = ucpProfileSchema.parse(await profile.json());
  const name = 'example.shop.agents.shopping.catalog_filters';
  expect(ucp.capabilities?.[name]).toMatchObject([
    { schema: 'https://agents.shop.example/ucp/catalog-filters.json' },
  ]);
  const schema: unknown = await (await server.fetch('/ucp/catalog-filters.json', { headers })).json();
  expect(schema).toMatchObject({ name, $defs: { filters: { properties: { color: {}, exclude: {} } } } });
});
