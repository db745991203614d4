import { expect, onTestFinished, test } from 'vitest';
import { type FaultName, faultTable, payloadChangeOf, profileChangeOf, rpcChangeOf } from './faults.ts';
import { protocolErrorNames } from './protocol-errors.ts';
import { createShapeCheck, profileShape, responseShapes } from './shapes.ts';
import { ask, callTool } from './shop-client.ts';
import { internalPath } from './transport-faults.ts';
import { startUcpShop, type UcpShop } from './ucp-shop.ts';

async function startShop(): Promise<UcpShop> {
  const shop = await startUcpShop({ readsAgentProfiles: false });
  onTestFinished(() => shop.close());
  return shop;
}

const names = [...faultTable.keys()];
const tenMegabytes = 10 * 1024 * 1024;
const search = { query: 'mug' };
const searchViolations = createShapeCheck(responseShapes.search_catalog);

test.each(names.filter((name) => profileChangeOf(name) !== undefined))(
  'the fault %s changes the profile, and nothing after it',
  async (name) => {
    const shop = await startShop();
    const read = async (): Promise<string> => (await fetch(shop.profileUrl)).text();
    const healthy = await read();
    shop.setFault(name);
    expect(await read()).not.toBe(healthy);
    shop.setFault(undefined);
    expect(await read()).toBe(healthy);
  },
);

test.each(names.filter((name) => payloadChangeOf(name) !== undefined || rpcChangeOf(name) !== undefined))(
  'the fault %s changes the response of a search',
  async (name) => {
    const shop = await startShop();
    const healthy = await callTool(shop, 'search_catalog', search);
    shop.setFault(name);
    const spoiled = await callTool(shop, 'search_catalog', search);
    expect(JSON.stringify(spoiled.body)).not.toBe(JSON.stringify(healthy.body));
  },
);

test.each([
  'wrong-types',
  'missing-fields',
  'wrong-products',
  'missing-products',
  'no-envelope',
  'no-cursor',
] as const)('the shapes find the violations of %s, and none in a healthy response', async (name) => {
  const shop = await startShop();
  expect(searchViolations(await ask(shop, 'search_catalog', search))).toEqual([]);
  shop.setFault(name);
  expect(searchViolations(await ask(shop, 'search_catalog', search))).not.toEqual([]);
});

test('the shapes find the violations of profiles', async () => {
  const check = createShapeCheck(profileShape);
  const shop = await startShop();
  for (const name of ['profile-empty', 'profile-wrong-types', 'draft-version'] as const) {
    shop.setFault(name);
    expect(check(await (await fetch(shop.profileUrl)).json())).not.toEqual([]);
  }
});

test.each(protocolErrorNames)('the error %s has an HTTP status and a JSON-RPC code', async (name) => {
  const shop = await startShop();
  shop.setFault(`error:${name}`);
  const { status, headers, body } = await callTool(shop, 'search_catalog', search);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body).toMatchObject({ error: { code: expect.any(Number), data: { code: name } } });
  const waits = ['rate_limited', 'unavailable'].includes(name);
  expect(headers.has('retry-after')).toBe(waits);
});

test('a business error is a valid response that says why', async () => {
  const shop = await startShop();
  shop.setFault('error:region_restricted');
  const response = await ask(shop, 'search_catalog', search);
  expect(searchViolations(response)).toEqual([]);
  expect(response).toMatchObject({ ucp: { status: 'error' }, messages: [{ code: 'region_restricted' }] });
});

test('the 10 MB faults are valid responses', async () => {
  const shop = await startShop();
  for (const name of ['ten-megabytes', 'gzip-bomb'] as const) {
    shop.setFault(name);
    const body = await (await fetch(shop.profileUrl)).text();
    expect(body.length).toBeGreaterThan(tenMegabytes);
    expect(JSON.parse(body)).toHaveProperty('ucp');
  }
});

test('the redirects point inside, and are not followed by the shop itself', async () => {
  const shop = await startShop();
  const locationOf = async (name: FaultName): Promise<string | null> => {
    shop.setFault(name);
    return (await fetch(shop.profileUrl, { redirect: 'manual' })).headers.get('location');
  };
  expect(await locationOf('redirect-loopback')).toBe(shop.origin + internalPath);
  expect(await locationOf('redirect-metadata')).toMatch(/169\.254\.169\.254/u);
  expect(await locationOf('redirect-loop')).toBe(shop.profileUrl);
  expect(shop.requests.map(({ path }) => path)).not.toContain(internalPath);
});

test.each(['truncated', 'hang-up'] as const)('the fault %s breaks the connection', async (name) => {
  const shop = await startShop();
  shop.setFault(name, 'catalog');
  expect((await fetch(shop.profileUrl)).status).toBe(200);
  await expect(callTool(shop, 'search_catalog', search)).rejects.toThrow();
});

test.each(['silent', 'slow'] as const)('the fault %s lets a client wait', async (name) => {
  const shop = await startShop();
  shop.setFault(name);
  const client = new AbortController();
  const request = fetch(shop.profileUrl, { signal: client.signal });
  await expect.poll(() => shop.requests.length).toBe(1);
  client.abort();
  await expect(request).rejects.toThrow(/abort/u);
});

test('counts the catalogue requests that are open at the same time', async () => {
  const shop = await startShop();
  shop.setFault('silent');
  const client = new AbortController();
  const open = (): Promise<unknown> =>
    fetch(shop.mcpUrl, { method: 'POST', body: '{}', signal: client.signal }).catch(() => undefined);
  const requests = [open(), open(), open()];
  await expect.poll(() => shop.maxInFlight).toBe(3);
  client.abort();
  await Promise.all(requests);
});

test('the fault endless sends more than 10 MB', async () => {
  const shop = await startShop();
  shop.setFault('endless');
  const { body } = await fetch(shop.profileUrl);
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > tenMegabytes) break;
  }
  expect(bytes).toBeGreaterThan(tenMegabytes);
});

test('the fault trickle starts a response and does not end it', async () => {
  const shop = await startShop();
  shop.setFault('trickle');
  const { body } = await fetch(shop.profileUrl);
  const reader = body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
});
