import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startChild } from '../child-process.ts';
import { close, listen } from '../local-server.ts';
import { leafProfile } from './business-profile.ts';
import {
  isObject,
  type JsonObject,
  lookupCapability,
  olderRevision,
  revision,
  searchCapability,
} from './protocol.ts';
import { createShapeCheck, profileShape, responseShapes } from './shapes.ts';
import { ask, callTool, post, productsOf, type ShownProduct } from './shop-client.ts';
import { startUcpShop, type UcpShop, type UcpShopOptions } from './ucp-shop.ts';

const violations = {
  search: createShapeCheck(responseShapes.search_catalog),
  lookup: createShapeCheck(responseShapes.lookup_catalog),
  product: createShapeCheck(responseShapes.get_product),
  profile: createShapeCheck(profileShape),
};

async function startShop(options: UcpShopOptions = {}): Promise<UcpShop> {
  const shop = await startUcpShop({ readsAgentProfiles: false, ...options });
  onTestFinished(() => shop.close());
  return shop;
}

async function profileAt(url: string): Promise<JsonObject> {
  return (await (await fetch(url)).json()) as JsonObject;
}

/** All pages of a search. */
async function searchAll(shop: UcpShop, request: JsonObject): Promise<ShownProduct[]> {
  const products: ShownProduct[] = [];
  let cursor: unknown;
  do {
    const page = await ask(shop, 'search_catalog', {
      ...request,
      pagination: { limit: 50, ...(cursor === undefined ? {} : { cursor }) },
    });
    expect(violations.search(page)).toEqual([]);
    products.push(...productsOf(page));
    cursor = (page['pagination'] as JsonObject)['cursor'];
  } while (cursor !== undefined);
  return products;
}

const adult = { context: { eligibility: ['com.example.adult'] } };

describe('the profile', () => {
  test('names the catalogue and the endpoints of the current revision, and links to the older one', async () => {
    const shop = await startShop();
    const profile = await profileAt(shop.profileUrl);
    expect(violations.profile(profile)).toEqual([]);
    expect(profile).toMatchObject({
      ucp: {
        version: revision,
        services: {
          'dev.ucp.shopping': [{ transport: 'mcp', endpoint: shop.mcpUrl }, { transport: 'rest' }],
        },
        capabilities: {
          [searchCapability]: [{ version: revision }],
          [lookupCapability]: [{ version: revision }],
        },
      },
    });
    const links = (profile['ucp'] as JsonObject)['supported_versions'] as Record<string, string>;
    const older = await profileAt(links[olderRevision] ?? '');
    expect(violations.profile(older)).toEqual([]);
    expect(older).toMatchObject({ ucp: { version: olderRevision } });
    expect(older).not.toHaveProperty('ucp.supported_versions');
  });

  test('may be cached for a minute', async () => {
    const shop = await startShop();
    const response = await fetch(shop.profileUrl);
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
  });
});

describe('search_catalog', () => {
  test('finds all 300 products in pages, each valid by the documented shapes, in four currencies', async () => {
    const shop = await startShop();
    for (const context of [{}, { currency: 'USD' }, { address_country: 'JP' }, { currency: 'KWD' }]) {
      const products = await searchAll(shop, { query: '', context: { ...adult.context, ...context } });
      expect(new Set(products.map(({ id }) => id)).size).toBe(300);
    }
  });

  test('puts the product and the variant that the query names first', async () => {
    const shop = await startShop();
    const [first] = productsOf(await ask(shop, 'search_catalog', { query: 'red fjord rain jackets' }));
    expect(first?.title).toBe('Fjord Rain Jacket');
    expect(first?.variants[0]?.title).toMatch(/^Red/u);
  });

  test('returns ten products by default, and at most fifty', async () => {
    const shop = await startShop();
    const search = { query: 'outdoor' };
    expect(productsOf(await ask(shop, 'search_catalog', search))).toHaveLength(10);
    const large = await ask(shop, 'search_catalog', { ...search, pagination: { limit: 500 } });
    expect(productsOf(large)).toHaveLength(50);
  });

  test('applies a price filter in the market currency, and says so when it cannot', async () => {
    const shop = await startShop();
    const filters = { price: { max: 2000 } };
    const cheap = await searchAll(shop, { filters, context: { currency: 'EUR' } });
    expect(cheap.length).toBeGreaterThan(0);
    expect(cheap.flatMap(({ variants }) => variants).every(({ price }) => price.amount <= 2000)).toBe(true);
    const ignored = await ask(shop, 'search_catalog', { filters, context: { currency: 'GBP' } });
    expect(ignored['messages']).toContainEqual(expect.objectContaining({ code: 'price_filter_ignored' }));
  });

  test('is an empty list without messages when nothing matches', async () => {
    const shop = await startShop();
    const response = await ask(shop, 'search_catalog', { query: 'submarine' });
    expect(response).toMatchObject({ products: [], pagination: { has_next_page: false, total_count: 0 } });
    expect(response).not.toHaveProperty('messages');
  });

  test('asks for an age check where products for adults match', async () => {
    const shop = await startShop();
    const minor = await ask(shop, 'search_catalog', { query: 'red wine' });
    expect(violations.search(minor)).toEqual([]);
    expect(minor).toMatchObject({ actions: { 'com.example.identity.age_verification': [{}] } });
    expect(productsOf(await ask(shop, 'search_catalog', { query: 'red wine', ...adult }))[0]?.title).toMatch(
      /Red Wine/u,
    );
  });

  test('discloses the policy of an engraved product', async () => {
    const shop = await startShop();
    const response = await ask(shop, 'search_catalog', { query: 'alder engraved pen' });
    const code = 'dev.ucp.shopping.policy.return';
    expect(response['messages']).toContainEqual(
      expect.objectContaining({ code, path: '$.products[0]', presentation: 'disclosure' }),
    );
    expect(response['policies']).toContainEqual(
      expect.objectContaining({ type: code, applies_to: ['$.products[0]'] }),
    );
  });
});

describe('look-ups', () => {
  test('find products by product, variant and secondary ids, and report the others', async () => {
    const shop = await startShop();
    const [boots, mug] = productsOf(await ask(shop, 'search_catalog', { query: 'boots mug' }));
    const variant = boots?.variants[1];
    const ids = [boots?.id, variant?.id, boots?.id, mug?.variants[0]?.sku, 'unknown'];
    const response = await ask(shop, 'lookup_catalog', { ids });
    expect(violations.lookup(response)).toEqual([]);
    expect(response['messages']).toContainEqual({ type: 'info', code: 'not_found', content: 'unknown' });
    const inputs = productsOf(response).flatMap(({ variants }) => variants.flatMap((item) => item.inputs));
    expect(inputs).toEqual([
      { id: boots?.id, match: 'featured' },
      { id: variant?.id, match: 'exact' },
      { id: mug?.variants[0]?.sku, match: 'exact' },
    ]);
  });

  test('get_product returns every product, valid, with the featured selection', async () => {
    const shop = await startShop();
    for (const { id } of await searchAll(shop, { query: '', ...adult })) {
      const response = await ask(shop, 'get_product', { id });
      expect(violations.product(response)).toEqual([]);
      const [product] = productsOf(response);
      expect(product?.options === undefined).toBe(product?.selected === undefined);
    }
  });

  test('get_product drops the least preferred choice that no variant has', async () => {
    const shop = await startShop();
    const [jacket] = productsOf(await ask(shop, 'search_catalog', { query: 'birch rain jacket' }));
    const blue = { name: 'Color', label: 'Blue' };
    const response = await ask(shop, 'get_product', {
      id: jacket?.id,
      selected: [{ name: 'Size', label: '9XL' }, blue],
      preferences: ['Color', 'Size'],
    });
    const [product] = productsOf(response);
    expect(product?.selected).toEqual([blue]);
    expect(product?.variants.length).toBeGreaterThan(1);
    expect(product?.variants.every(({ title }) => title.startsWith('Blue'))).toBe(true);
  });

  test('get_product says that an unknown id is final', async () => {
    const shop = await startShop();
    const response = await ask(shop, 'get_product', { id: 'unknown' });
    expect(violations.product(response)).toEqual([]);
    expect(response).toMatchObject({
      ucp: { status: 'error' },
      messages: [{ code: 'not_found', severity: 'unrecoverable' }],
    });
  });
});

describe('requests that are invalid', () => {
  test.each([
    ['an empty search', 'search_catalog', {}, 400, -32602],
    ['a limit of zero', 'search_catalog', { query: 'mug', pagination: { limit: 0 } }, 400, -32602],
    ['a foreign cursor', 'search_catalog', { query: 'mug', pagination: { cursor: 'x' } }, 400, -32602],
    ['no ids', 'lookup_catalog', { ids: [] }, 400, -32602],
    ['too many ids', 'lookup_catalog', { ids: Array.from({ length: 21 }, String) }, 400, -32602],
    ['an unknown tool', 'create_checkout', {}, 400, -32602],
  ])('are rejected for %s', async (_, name, payload, status, code) => {
    const shop = await startShop();
    expect(await callTool(shop, name, payload)).toMatchObject({ status, body: { error: { code } } });
  });

  test('are rejected without a profile, with an unreadable body and for an unknown method', async () => {
    const shop = await startShop();
    const without = await callTool(shop, 'get_product', { id: 'x' }, null);
    expect(without).toMatchObject({
      status: 400,
      body: { error: { data: { code: 'invalid_profile_url' } } },
    });
    const rpc = (body: object): Promise<unknown> => post(shop.mcpUrl, JSON.stringify(body));
    expect(await post(shop.mcpUrl, '{')).toMatchObject({ body: { error: { code: -32700 } } });
    expect(await rpc([])).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    expect(await rpc({ jsonrpc: '2.0', id: 1, method: 'resources/list' })).toMatchObject({
      body: { error: { code: -32601 } },
    });
  });
});

describe('negotiation', () => {
  /** A platform's profile, which has the same form as a business's. */
  const platform = (version: string, change: (ucp: JsonObject) => JsonObject = (ucp) => ucp): string => {
    const { ucp } = leafProfile(version, {
      origin: 'https://agent.example',
      revisions: [],
      transports: ['mcp'],
    });
    return JSON.stringify({ ucp: change(ucp) });
  };

  test.each([
    ['the current revision', platform(revision), revision],
    ['the older revision', platform(olderRevision), olderRevision],
  ])('uses %s where the platform speaks it', async (_, profile, version) => {
    const agent = await serveProfile(profile);
    const shop = await startShop({ readsAgentProfiles: true });
    const { body } = await callTool(shop, 'search_catalog', { query: 'mug' }, agent);
    expect(body).toMatchObject({ result: { structuredContent: { ucp: { version } } } });
  });

  test.each([
    ['another revision', platform('2031-01-01'), 422, 'version_unsupported'],
    ['a text', 'hello', 422, 'profile_malformed'],
    ['no services', platform(revision, ({ version }) => ({ version })), 422, 'profile_malformed'],
  ])('fails for a profile with %s', async (_, profile, status, code) => {
    const agent = await serveProfile(profile);
    const shop = await startShop({ readsAgentProfiles: true });
    expect(await callTool(shop, 'search_catalog', { query: 'mug' }, agent)).toMatchObject({
      status,
      body: { error: { code: -32001, data: { code } } },
    });
  });

  test('fails for a profile that is not there, and one that is not served over TLS', async () => {
    const shop = await startShop({ readsAgentProfiles: true });
    const search = { query: 'mug' };
    expect(await callTool(shop, 'search_catalog', search, `${shop.origin}/nowhere`)).toMatchObject({
      status: 424,
      body: { error: { data: { code: 'profile_unreachable' } } },
    });
    expect(await callTool(shop, 'search_catalog', search, 'http://agent.example/p')).toMatchObject({
      status: 400,
      body: { error: { data: { code: 'invalid_profile_url' } } },
    });
  });

  test('is a business outcome where no capability is shared', async () => {
    const agent = await serveProfile(platform(revision, (ucp) => ({ ...ucp, capabilities: {} })));
    const shop = await startShop({ readsAgentProfiles: true });
    const { status, body } = await callTool(shop, 'search_catalog', { query: 'mug' }, agent);
    expect(status).toBe(200);
    const result = body['result'];
    expect(isObject(result) ? violations.search(result['structuredContent']) : result).toEqual([]);
    expect(result).toMatchObject({
      structuredContent: { messages: [{ code: 'capabilities_incompatible' }] },
    });
  });
});

test('sends an event stream to a client that accepts one', async () => {
  const shop = await startShop({ eventStream: true });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' });
  const read = async (accept: string): Promise<string> => {
    const headers = { 'Content-Type': 'application/json', Accept: accept };
    return (await fetch(shop.mcpUrl, { method: 'POST', headers, body })).text();
  };
  const message = '{"jsonrpc":"2.0","id":7,"result":{}}';
  expect(await read('application/json, text/event-stream')).toBe(`event: message\ndata: ${message}\n\n`);
  expect(await read('application/json')).toBe(message);
});

test('links of a product lead to its page and picture', async () => {
  const shop = await startShop();
  const [product] = productsOf(await ask(shop, 'search_catalog', { query: 'alder mug' }));
  const page = await fetch(product?.url ?? '');
  expect(await page.text()).toContain('<h1>Alder Ceramic Mug</h1>');
  const picture = await fetch(product?.media?.[0]?.url ?? '');
  expect(picture.headers.get('content-type')).toBe('image/png');
});

test('runs alone, and switches faults by a line of its input', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = startChild([process.execPath, main, '--trust'], { stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(async () => void (await child.stop()));
  const [, origin = ''] = await child.line(/open at (http:\S+)/u);
  expect(violations.profile(await profileAt(`${origin}/.well-known/ucp`))).toEqual([]);
  child.process.stdin?.write('profile-empty\n');
  await child.line(/Now: profile-empty/u);
  expect(await profileAt(`${origin}/.well-known/ucp`)).toEqual({});
});

/** Serves a text as a platform's profile, and returns its address. */
async function serveProfile(profile: string): Promise<string> {
  const server = createServer((_, response) => void response.end(profile));
  const port = await listen(server);
  onTestFinished(() => close(server));
  return `http://127.0.0.1:${port}/ucp.json`;
}
