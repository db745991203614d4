import { rmSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../db/connect.ts';
import { createTestFolder } from '../testing/database.ts';
import { addPerson, sameOrigin, type TestSession } from '../testing/dashboard-client.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { insertImport, importsOf, sampleImport, untilImported } from '../testing/test-imports.ts';
import type { Schemas } from './handler.ts';
import { auditOf, addStore } from '../testing/test-shop.ts';
import { createDatabase } from '../db/database.ts';
import { systemClock } from '../support/clock.ts';
import { allProducts } from '../db/catalog.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Shop extends TestSession {
  readonly storeId: string;
  /** Below the catalogue's path. */
  readonly base: string;
}

async function newShop(): Promise<Shop> {
  const { store } = await server.addStore();
  const person = await addPerson(server, store.id, 'member');
  const base = `/dashboard/api/stores/${store.id}/catalog`;
  return { ...(await person.signIn()), storeId: store.id, base };
}

const jsonLines = 'application/x-ndjson';
const mug = '{"id":"mug","title":"Camp Mug","price":"12.50 EUR"}\n';
const cup = '{"id":"cup","title":"Tea Cup","price":"8 EUR"}\n';
const broken = '{"id":"bad","title":"Bad"}\n';

/** The body of a response; the server validates it against the document. */
async function read<Body>(response: Response): Promise<Body> {
  expect(response.ok).toBe(true);
  return (await response.json()) as Body;
}

/** Sends a file and waits for the end of its import. */
async function importFile(shop: Shop, body: string, type = jsonLines, query = '') {
  const response = await shop.fetch(`${shop.base}/imports${query}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  expect(response.status).toBe(202);
  const begun = await read<Schemas['Import']>(response);
  await untilImported(server, shop.storeId);
  const details = await shop.fetch(`${shop.base}/imports/${begun.id}`);
  const { import: ended, rejected, findings } = await read<Schemas['ImportDetails']>(details);
  return { begun, ended, rejected, findings };
}

async function productIds({ storeId }: Shop): Promise<string[]> {
  return (await allProducts(server.deps.database.reader(storeId))).map(({ id }) => id);
}

/** An upload of which only the first bytes are sent, once its import has begun. */
async function openUpload({ base, cookie, storeId }: Shop): Promise<ClientRequest> {
  const headers = { ...sameOrigin, cookie, 'content-type': jsonLines };
  const url = new URL(`${base}/imports`, server.service.baseUrl);
  const upload = request(url, { method: 'POST', ca: server.ca, headers, agent: false });
  upload.on('error', () => undefined).write(mug);
  const list = () => importsOf(server.deps, storeId);
  await expect.poll(list, { interval: 10 }).toMatchObject([{ status: 'running' }]);
  return upload;
}

describe('importing a file', () => {
  it.each([
    [jsonLines, 'json-lines', mug],
    ['text/csv; charset=utf-8', 'shopify-csv', 'Handle,Title,Variant Price\nmug,Camp Mug,12.50\n'],
    ['text/tab-separated-values', 'google-tsv', 'id\ttitle\tprice\nmug\tCamp Mug\t12.50 EUR\n'],
    [
      'application/xml',
      'google-xml',
      '<rss><channel><item><id>mug</id><title>Camp Mug</title><price>12.50</price></item></channel></rss>',
    ],
  ])('as %s detects %s', async (type, format, body) => {
    const shop = await newShop();
    const { begun, ended, rejected } = await importFile(shop, body, type, '?currency=EUR');
    expect(begun).toMatchObject({ status: 'running', source: 'file', ended_at: null });
    const counts = { lines: 1, products: 1, skipped_lines: 0, rejected_lines: 0 };
    expect(ended).toMatchObject({ id: begun.id, status: 'done', format, error: null, ...counts });
    expect(rejected).toEqual([]);
    const found = await (await shop.fetch(`${shop.base}/products?query=camp%20mugs`)).json();
    const price = { amount: 1250, currency: 'EUR' };
    const product = { id: 'mug', title: 'Camp Mug', price, max_price: null, available: true };
    const rest = { url: null, image_url: null, read_at: ended.ended_at };
    expect(found).toEqual({ products: [{ ...product, ...rest }], total: 1 });
    const state = await (await shop.fetch(shop.base)).json();
    expect(state).toEqual({ products: 1, variants: 1, synonyms: '', last_import_at: ended.ended_at });
  });

  it('imports the valid lines, and lists the rejected ones with their reasons', async () => {
    const shop = await newShop();
    const { ended, rejected } = await importFile(shop, mug + broken.repeat(120) + cup);
    expect(ended).toMatchObject({ status: 'done', lines: 122, products: 2, rejected_lines: 120 });
    expect(rejected).toHaveLength(100);
    expect(rejected[0]).toEqual({ line: 2, reason: 'price: it is missing' });
    expect(await productIds(shop)).toEqual(['mug', 'cup']);
  });

  it('replaces all products only by a file without rejected lines', async () => {
    const shop = await newShop();
    await importFile(shop, mug);
    const failed = await importFile(shop, cup + broken, jsonLines, '?replace_all=true');
    expect(failed.ended).toMatchObject({ status: 'failed', rejected_lines: 1 });
    expect(failed.ended.error).toContain('without rejected lines');
    expect(await productIds(shop)).toEqual(['mug']);
    const replaced = await importFile(shop, cup, jsonLines, '?replace_all=true');
    expect(replaced.ended.status).toBe('done');
    expect(await productIds(shop)).toEqual(['cup']);
  });

  it('fails for a file that is none of the formats, and changes nothing', async () => {
    const shop = await newShop();
    await importFile(shop, mug);
    const { ended } = await importFile(shop, 'name;price\nMug;12\n'.repeat(20_000), 'text/csv');
    expect(ended).toMatchObject({ status: 'failed', format: null, products: 0 });
    expect(ended.error).toBe('neither a Shopify export, JSON Lines, nor a Google Merchant feed');
    expect(await productIds(shop)).toEqual(['mug']);
  });

  it('links products to the shop, and shows what they lack', async () => {
    const shop = await newShop();
    const pictured = '{"id":"hat","title":"Hat","price":"5","image_url":"https://cdn.example/hat.jpg"}\n';
    const query = '?currency=EUR&shop_url=https%3A%2F%2Fshop.example';
    const { findings } = await importFile(shop, mug + pictured, jsonLines, query);
    expect(findings).toEqual({
      without_link: 0,
      without_picture: 1,
      without_price: 0,
      without_quantity: 2,
      image_hosts: [{ host: 'cdn.example', products: 1, is_allowed: false }],
      warnings: [],
    });
    const found = await (await shop.fetch(`${shop.base}/products?query=hat`)).json();
    expect(found).toMatchObject({ products: [{ url: 'https://shop.example/products/hat' }] });
  });

  it('fails for prices without a currency', async () => {
    const shop = await newShop();
    const { ended, findings } = await importFile(shop, '{"id":"hat","title":"Hat","price":"5"}\n');
    expect(ended).toMatchObject({ status: 'failed', products: 0 });
    expect([ended.error, findings]).toEqual([expect.stringContaining('prices without a currency'), null]);
  });

  it('names who imported what in the audit log', async () => {
    const shop = await newShop();
    const { begun } = await importFile(shop, mug + cup);
    const entry = { action: 'catalog.imported', subject: begun.id, detail: '2 products (file)' };
    await expect
      .poll(() => auditOf(server.deps, shop.storeId, 1))
      .toMatchObject([{ ...entry, actor: expect.stringContaining('@shop.example'), address: '127.0.0.1' }]);
  });

  it.each(['multipart/form-data; boundary=x', 'application/json', 'text/plain', ''])(
    'rejects the media type "%s" with 415',
    async (type) => {
      const { fetch, base } = await newShop();
      const headers = { 'content-type': type };
      const response = await fetch(`${base}/imports`, { method: 'POST', headers, body: mug });
      expect(response.status).toBe(415);
    },
  );

  it('rejects more than 100 MB with 413, and an unknown currency with 400', async () => {
    const { fetch, base } = await newShop();
    const post = (query: string, headers: Record<string, string>) =>
      fetch(`${base}/imports${query}`, {
        method: 'POST',
        headers: { 'content-type': jsonLines, ...headers },
        body: mug,
      });
    expect((await post('', { 'content-length': '104857601', connection: 'close' })).status).toBe(413);
    expect((await post('?currency=EUX', {})).status).toBe(400);
  });

  it('runs one import of a store at a time, and fails one whose upload is interrupted', async () => {
    const shop = await newShop();
    const upload = await openUpload(shop);
    const body = { method: 'POST', headers: { 'content-type': jsonLines }, body: cup };
    const second = await shop.fetch(`${shop.base}/imports`, body);
    expect([second.status, await second.json()]).toEqual([
      409,
      { error: 'an import of this store is running: wait for its end', status: 409, code: 'conflict' },
    ]);
    upload.destroy();
    const [failed] = await untilImported(server, shop.storeId);
    expect(failed).toMatchObject({ status: 'failed', error: 'the upload was interrupted' });
    expect(await productIds(shop)).toEqual([]);
    expect((await importFile(shop, cup)).ended.status).toBe('done');
  });
});

it('takes imports of ten stores at a time, and responds with 503 to the next', async () => {
  const shops = await Promise.all(Array.from({ length: 10 }, newShop));
  const uploads = await Promise.all(shops.map(openUpload));
  const next = await newShop();
  const init = { method: 'POST', headers: { 'content-type': jsonLines }, body: cup };
  const response = await next.fetch(`${next.base}/imports`, init);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
  for (const upload of uploads) upload.end(cup);
  for (const { storeId } of shops) {
    expect(await untilImported(server, storeId)).toMatchObject([{ status: 'done', products: 2 }]);
  }
});

describe('importing from an address', () => {
  it.each([
    ['https://127.0.0.1/feed.xml', 'the address is not public'],
    ['https://[::1]/feed.xml', 'the address is not public'],
    ['https://169.254.169.254/latest', 'the address is not public'],
  ])('rejects %s at once', async (url, error) => {
    const { fetch, base } = await newShop();
    const response = await fetch(`${base}/imports/address`, { method: 'POST', body: { url } });
    expect([response.status, await response.json()]).toEqual([
      400,
      { error, status: 400, code: 'invalid_request' },
    ]);
  });

  it('rejects plain http, and fails for a name that resolves to an address of our own', async () => {
    const shop = await newShop();
    const post = (url: string) =>
      shop.fetch(`${shop.base}/imports/address`, { method: 'POST', body: { url } });
    expect((await post('http://shop.example/feed.xml')).status).toBe(400);
    expect((await post('https://localhost/feed.xml?token=secret')).status).toBe(202);
    const [failed] = await untilImported(server, shop.storeId);
    expect(failed).toMatchObject({
      status: 'failed',
      source: 'https://localhost/feed.xml',
      error: 'the name resolves to an address that is not public',
    });
  });
});

describe("the shop's own words", () => {
  const put = (shop: Shop, synonyms: string): Promise<Response> =>
    shop.fetch(`${shop.base}/synonyms`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ synonyms }),
    });
  const titlesFor = async (shop: Shop, query: string): Promise<string[]> => {
    const found = await shop.fetch(`${shop.base}/products?query=${encodeURIComponent(query)}`);
    return (await read<Schemas['ProductList']>(found)).products.map(({ title }) => title);
  };

  it('are in force with the next search, and stay after an import', async () => {
    const shop = await newShop();
    await importFile(shop, mug + cup);
    expect(await titlesFor(shop, 'gnarble')).toEqual([]);
    const saved = await put(shop, '  gnarble,  camp mug \r\n\nvessel > camp mug, tea cup\n\n');
    const { synonyms } = await read<Schemas['Synonyms']>(saved);
    expect(synonyms).toBe('gnarble, camp mug\n\nvessel > camp mug, tea cup');
    expect(await titlesFor(shop, 'gnarbles')).toEqual(['Camp Mug']);
    expect((await titlesFor(shop, 'vessel')).toSorted()).toEqual(['Camp Mug', 'Tea Cup']);
    await importFile(shop, mug, jsonLines, '?replace_all=true');
    expect(await titlesFor(shop, 'gnarble')).toEqual(['Camp Mug']);
    const state = await read<Schemas['Catalog']>(await shop.fetch(shop.base));
    expect(state).toMatchObject({ products: 1, synonyms });
    await put(shop, '');
    expect(await titlesFor(shop, 'gnarble')).toEqual([]);
  });

  it.each([
    ['slippers', 'line 1 must have two or more words'],
    ['a, b\nhat > ', 'line 2 must have two or more words'],
    ['a > b > c', 'line 1 must have'],
    [`a, ${'b'.repeat(300)}`, 'in at most 300 characters'],
    ['a, b\n'.repeat(501), 'must have at most 500 lines'],
  ])('are rejected with the number of the line: %j', async (synonyms, message) => {
    const shop = await newShop();
    const response = await put(shop, synonyms);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining(message) as string });
  });

  it('are in the audit log when they change', async () => {
    const shop = await newShop();
    await put(shop, 'a, b\nc, d');
    const log = await auditOf(server.deps, shop.storeId, 1);
    expect(JSON.stringify(log)).toContain('catalog.synonyms_changed');
    expect(JSON.stringify(log)).toContain('2 lines');
  });
});

describe('products', () => {
  it('are the first ones without words, at most 20, with their number', async () => {
    const shop = await newShop();
    const lines = Array.from({ length: 25 }, (_, index) => cup.replace('cup', `cup-${index}`));
    await importFile(shop, lines.join(''));
    const search = async (query: string): Promise<number[]> => {
      const response = await shop.fetch(`${shop.base}/products${query}`);
      const { products, total } = await read<Schemas['ProductList']>(response);
      return [products.length, total];
    };
    expect(await search('')).toEqual([20, 25]);
    expect(await search('?limit=3')).toEqual([3, 25]);
    expect(await search('?query=umbrella')).toEqual([0, 0]);
  });

  it('of a store without an import are none', async () => {
    const shop = await newShop();
    expect(await (await shop.fetch(`${shop.base}/products`)).json()).toEqual({ products: [], total: 0 });
    const state = { products: 0, variants: 0, synonyms: '', last_import_at: null };
    expect(await (await shop.fetch(shop.base)).json()).toEqual(state);
    expect(await (await shop.fetch(`${shop.base}/imports`)).json()).toEqual({ imports: [] });
  });
});

describe('the process', () => {
  it('fails the import that it has left running, when it starts again', async () => {
    const dataDir = createTestFolder();
    const db = await openDatabase({ databaseUrl: null, dataDir });
    const database = createDatabase(db, { clock: systemClock });
    const store = sampleStore();
    await addStore({ database }, store);
    const leaseUntil = '2999-01-01T00:00:00.000Z';
    const left = { status: 'running', owner: 'sqlite', lease_until: leaseUntil } as const;
    await insertImport({ database }, sampleImport(store.id, left));
    await db.destroy();
    const started = await startTestServer({ dataDir });
    const [record] = await importsOf(started.deps, store.id);
    await started.close();
    rmSync(dataDir, { recursive: true, force: true });
    expect(record).toMatchObject({ status: 'failed', error: expect.stringContaining('import again') });
  });

  it('ends running imports when it stops, and starts no other', async () => {
    const shop = await newShop();
    await openUpload(shop);
    await server.deps.imports.close(0);
    const [record] = await untilImported(server, shop.storeId);
    const error = 'the service stopped during the import: import again';
    expect(record).toMatchObject({ status: 'failed', error });
    const init = { method: 'POST', headers: { 'content-type': jsonLines }, body: cup };
    const response = await shop.fetch(`${shop.base}/imports`, init);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
  });
});
