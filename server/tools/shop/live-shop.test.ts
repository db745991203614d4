import { onTestFinished, describe, expect, it } from 'vitest';
import { createMetrics } from '../../support/metrics.ts';
import { createMovableClock, type MovableClock } from '../../testing/movable-clock.ts';
import { type FaultName, type FaultTarget, faultTable } from '../../testing/ucp-shop/faults.ts';
import { internalPath } from '../../testing/ucp-shop/transport-faults.ts';
import { startUcpShop, type UcpShop, type UcpShopOptions } from '../../testing/ucp-shop/ucp-shop.ts';
import { LiveShop } from './live-shop.ts';
import { LiveShopError } from './shop-error.ts';
import { readShopResponse, type ShopPage } from './shop-response.ts';

interface Opened {
  readonly server: UcpShop;
  readonly shop: LiveShop;
  readonly clock: MovableClock;
  outcomes(): Promise<Record<string, number>>;
}

const config = { publicUrl: 'https://agents.example', host: 'localhost', port: 8443 };

/** Long enough for a busy machine; where the shop never responds, a test gives a short time. */
const patientMs = 60_000;

async function openShop(options: UcpShopOptions = {}, callMs = patientMs): Promise<Opened> {
  const server = await startUcpShop({ readsAgentProfiles: false, ...options });
  const metrics = createMetrics();
  const clock = createMovableClock();
  const shop = new LiveShop(
    { clock, metrics, config, callMs },
    { url: server.origin, headers: {}, allowPrivate: true },
  );
  onTestFinished(async () => {
    await shop.close();
    await server.close();
  });
  const outcomes = async (): Promise<Record<string, number>> => {
    const { values } = await metrics.liveShopSeconds.get();
    const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
    return Object.fromEntries(counts.map(({ labels, value }) => [String(labels['outcome']), value]));
  };
  return { server, shop, clock, outcomes };
}

async function failureOf(call: Promise<ShopPage>): Promise<string> {
  const error: unknown = await call.then(
    () => new Error('the call succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof LiveShopError)) throw error;
  expect(error.message).toContain(`Its products are at ${error.url}`);
  return error.message;
}

describe('a shop over the Universal Commerce Protocol', () => {
  it('is searched and looked up over MCP', async () => {
    const { shop, clock, outcomes } = await openShop();
    const { products, notes } = await shop.search({
      query: 'mug',
      filters: { price: { max: 1_500 } },
      context: { currency: 'EUR' },
    });
    expect(products.length).toBeGreaterThan(0);
    for (const { title, price_range: range } of products) {
      expect(title).toMatch(/mug/i);
      expect(range.min).toEqual({ amount: expect.any(Number), currency: 'EUR' });
      expect(range.min.amount).toBeLessThanOrEqual(1_500);
    }
    expect(notes).toContain('Returns are free within 30 days of delivery.');
    const mugs = (await shop.search({ query: 'mug' })).products.slice(0, 2);
    const ids = mugs.map(({ id }) => id);
    // What is cached is no call.
    await shop.lookUp(ids.map((id) => ({ id })));
    clock.advance(600_001);
    expect(shop.products(ids)).toEqual([]);
    await shop.lookUp(ids.map((id) => ({ id })));
    await shop.lookUp([{ id: ids[0] ?? '', isDetailed: true }]);
    expect(shop.products(ids).map(({ title }) => title)).toEqual(mugs.map(({ title }) => title));
    await shop.lookUp([{ id: 'no-such-product' }]);
    expect(shop.products(['no-such-product'])).toEqual([]);
    expect(await outcomes()).toEqual({ ok: 5 });
  });

  it('is read in the older revision, which it alone speaks', async () => {
    const { shop } = await openShop({ revisions: ['2026-04-08'] });
    expect((await shop.search({ query: 'mug' })).products.length).toBeGreaterThan(0);
    expect(shop.state().revision).toBe('2026-04-08');
  });

  it('may respond with an event stream', async () => {
    const { shop } = await openShop({ eventStream: true });
    expect((await shop.search({ query: 'mug' })).products.length).toBeGreaterThan(0);
  });

  it('gets the address of our profile with every call, and is asked for its own once', async () => {
    const { server, shop } = await openShop();
    await shop.search({ query: 'mug' });
    await shop.search({ query: 'lamp' });
    const calls = server.requests.filter(({ body }) => body.includes('search_catalog'));
    expect(calls).toHaveLength(2);
    for (const { body } of calls)
      expect(body).toContain('https://agents.example/ucp/profiles/2026-08-25.json');
    expect(server.requests.filter(({ path }) => path === '/.well-known/ucp')).toHaveLength(1);
  });

  it('outside the public internet is not called unless its connection permits it', async () => {
    const { server } = await openShop();
    const deps = { clock: createMovableClock(), metrics: createMetrics(), config };
    const guarded = new LiveShop(deps, { url: server.origin, headers: {}, allowPrivate: false });
    expect(await failureOf(guarded.search({ query: 'mug' }))).toContain('an address that is not public');
    expect(server.requests).toEqual([]);
  });
});

// A client drops a response with the id of another request.
const never: readonly FaultName[] = ['slow', 'silent', 'endless', 'trickle', 'wrong-rpc-id'];

/** A sentence for each kind of fault. */
const sentences: readonly (readonly [fault: FaultName, target: FaultTarget, sentence: RegExp])[] = [
  ['ten-megabytes', 'profile', /sent too much at once/],
  ['ten-megabytes', 'catalog', /sent too much at once/],
  ['hang-up', 'catalog', /cannot be reached right now/],
  ['redirect-loopback', 'profile', /has no profile of the protocol: .* status 302/],
  ['redirect-loopback', 'catalog', /responded with status 302/],
  ['redirect-metadata', 'catalog', /responded with status 307/],
  ['not-found', 'profile', /has no profile of the protocol: .* status 404/],
  ['html', 'profile', /has a profile that does not follow the protocol/],
  ['future-version', 'all', /speaks revision 2031-01-01 of the protocol, not 2026-08-25 or 2026-04-08/],
  ['lying-version', 'all', /offers no search of its catalogue/],
  ['lying-leaf', 'all', /has a profile for revision 2026-08-25 that is of another one/],
  ['response-version', 'all', /promises revision 2026-08-25 of the protocol and speaks another/],
  ['foreign-schema', 'all', /offers no search of its catalogue/],
  ['no-services', 'all', /has no address for its catalogue/],
  ['wrong-products', 'all', /sent a response that does not follow the protocol/],
  ['missing-products', 'all', /sent a response without products/],
  ['no-envelope', 'all', /sent a response that does not follow the protocol/],
  ['error:rate_limited', 'all', /responded with status 429/],
  ['error:region_restricted', 'all', /rejected the request \(region_restricted\)/],
];

describe('what the protocol wants to be seen', () => {
  it('goes with its product: warnings whole and as plain text, and the unit of its price in its name', async () => {
    const { shop } = await openShop();
    const first = async (query: string) => (await shop.search({ query })).products[0];
    expect((await first('nut butter'))?.notices).toEqual([
      {
        text: 'Contains: tree nuts. Made where peanuts are processed too.',
        url: expect.stringMatching(/allergens$/),
        image_url: expect.stringMatching(/tree-nuts.png$/),
      },
    ]);
    expect((await first('dried apples'))?.title).toMatch(/\(per kg\)$/);
    const mug = await first('ceramic mug');
    expect(mug?.title).not.toContain('(');
    expect(mug?.notices).toBeUndefined();
  });

  it.each([
    ['$.products[1]', 1],
    ["$['products'][1]['variants'][0]", 1],
    ['$.products[1].variants[2]', 1],
    ['', 'all'],
    ['$', 'all'],
    ['$.products[*]', 'all'],
  ] as const)('a warning about %j goes with %s', (path, place) => {
    const ucp = { version: '2026-08-25' };
    const price = { amount: 100, currency: 'EUR' };
    const product = (id: string) => ({
      id,
      title: id,
      description: {},
      price_range: { min: price, max: price },
      variants: [{ id: `${id}-1`, title: id, description: {}, price }],
    });
    const warning = { type: 'warning', code: 'recall', content: 'Recalled.', path };
    const messages = [warning, { ...warning, type: 'info' }, { ...warning, type: 'warning', content: 7 }];
    const page = readShopResponse({ ucp, products: [product('a'), product('b')], messages }, ucp.version);
    const found = page.products.flatMap(({ notices = [] }, at) => notices.map(({ text }) => [at, text]));
    expect(place === 'all' ? page.notices : found).toEqual(
      place === 'all' ? [{ text: 'Recalled.' }] : [[place, 'Recalled.']],
    );
    expect(found).toHaveLength(place === 'all' ? 0 : 1);
  });
});

describe('a fault of a shop', () => {
  it.each(never)('%s ends in time, in a sentence', async (fault) => {
    const { server, shop } = await openShop({}, 300);
    server.setFault(fault);
    // One that sends without an end may be ended by its size before.
    const sentence = /did not respond within 0\.3 seconds|sent too much at once/;
    expect(await failureOf(shop.search({ query: 'mug' }))).toMatch(sentence);
  });

  it.each(sentences)(
    '%s of %s is a sentence, and ten seconds later the next call is a new one',
    async (fault, target, sentence) => {
      const { server, shop, clock } = await openShop();
      server.setFault(fault, target);
      expect(await failureOf(shop.search({ query: 'mug' }))).toMatch(sentence);
      server.setFault(undefined);
      clock.advance(10_001);
      expect((await shop.search({ query: 'mug' })).products.length).toBeGreaterThan(0);
      expect(server.requests.map(({ path }) => path)).not.toContain(internalPath);
    },
  );

  const others = [...faultTable.keys()].filter((name) => !never.includes(name));
  it('is a page of valid products or a sentence, whatever it is: faults.txt lists them', async () => {
    const { server, shop, clock } = await openShop();
    const rows: string[] = [];
    for (const fault of others) {
      clock.advance(600_001);
      server.setFault(fault);
      const outcome = await shop.search({ query: 'mug' }).then(
        ({ products }) => `${products.length} products`,
        (error: unknown) => (error instanceof LiveShopError ? error.message : String(error)),
      );
      rows.push(
        `${fault.padEnd(34)}${outcome.replaceAll(server.origin.replace('http://', ''), 'shop.example')}`,
      );
      server.setFault(undefined);
      clock.advance(600_001);
      expect((await shop.search({ query: 'mug' })).products.length, fault).toBeGreaterThan(0);
    }
    await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('./testing/faults.txt');
  }, 600_000);

  it('in some products leaves the others', async () => {
    const { server, shop } = await openShop();
    server.setFault('wrong-types');
    expect((await shop.search({ query: 'mug' })).products.length).toBeGreaterThan(0);
  });

  it('in addresses leaves those of the web only', async () => {
    const { server, shop } = await openShop();
    server.setFault('hostile-texts');
    const { products } = await shop.search({ query: 'mug' });
    const addresses = products.flatMap(({ url, image_url: image }) => [url, image]);
    for (const address of addresses) if (address !== undefined) expect(address).toMatch(/^https?:\/\//);
  });
});
