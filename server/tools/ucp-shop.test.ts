import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../support/clock.ts';
import { createMetrics } from '../support/metrics.ts';
import { startUcpShop, type UcpShop as TestShop, type UcpShopOptions } from '../testing/ucp-shop/ucp-shop.ts';
import { createUcpShop } from './ucp-shop.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function openShop(options: UcpShopOptions = {}, callMs = 3_000) {
  const server = await startUcpShop({ readsAgentProfiles: false, ...options });
  const deps = {
    clock: systemClock,
    metrics: createMetrics(),
    profileUrl: (version: string) => `https://agents.example/ucp/profiles/${version}.json`,
    callMs,
  };
  const shop = createUcpShop(deps, { url: server.origin, headers: {}, allowPrivate: true });
  open.push(shop.close, () => server.close());
  return { server, shop };
}

describe('a shop over the protocol', () => {
  it.each(['mcp', 'rest'] as const)('is searched and looked up over %s', async (transport) => {
    const { shop } = await openShop({ transports: [transport] });
    const { products } = await shop.search({ query: 'mug' });
    console.log(JSON.stringify(products.slice(0, 2), null, 1));
    const [first] = products;
    expect(first).toBeDefined();
    const found = await shop.lookUp([first!.id]);
    expect(found.products[0]?.title).toBe(first?.title);
    expect((await shop.lookUp(['no-such-product'])).products).toEqual([]);
    console.log(found.notes, await shop.endpoint());
  });
});
