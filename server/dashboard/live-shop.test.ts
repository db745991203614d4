import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, type TestSession } from '../testing/dashboard-client.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { auditOf } from '../testing/test-shop.ts';
import { startUcpShop, type UcpShop } from '../testing/ucp-shop/ucp-shop.ts';
import type { Schemas } from './handler.ts';

let server: TestServer;
let shop: UcpShop;
beforeAll(async () => {
  [server, shop] = await Promise.all([
    startTestServer({ environment: { ALLOW_PRIVATE_SHOPS: 'on' } }),
    startUcpShop({ readsAgentProfiles: false, mediaOrigin: 'https://cdn.meadow.example' }),
  ]);
});
afterAll(async () => {
  await server.close();
  await shop.close();
});

interface Person extends TestSession {
  /** Below the catalogue's path. */
  readonly base: string;
  readonly storeId: string;
}

async function newPerson(storeId?: string): Promise<Person> {
  const id = storeId ?? (await server.addStore()).store.id;
  const person = await addPerson(server, id, 'member');
  return { ...(await person.signIn()), storeId: id, base: `/dashboard/api/stores/${id}/catalog` };
}

const json = { 'content-type': 'application/json' };

function connect(person: Person, address: string): Promise<Response> {
  const body = JSON.stringify({ address });
  return person.fetch(`${person.base}/live-shop`, { method: 'PUT', headers: json, body });
}

/** A shop that is slow on a busy machine is rejected, which stores nothing. */
async function connected(person: Person, address: string): Promise<void> {
  await expect.poll(async () => (await connect(person, address)).status).toBe(200);
}

async function stateOf(person: Person): Promise<Schemas['LiveShopState']['shop']> {
  const response = await person.fetch(`${person.base}/live-shop`);
  return ((await response.json()) as Schemas['LiveShopState']).shop;
}

it('connects a shop by any of its addresses, shows its state, and its products are found', async () => {
  const person = await newPerson();
  expect(await stateOf(person)).toBe(null);
  await connected(person, `${shop.origin}/products/anything`);
  const hosts = [{ host: 'cdn.meadow.example', products: expect.any(Number), is_allowed: true }];
  // There is no chatbot that could show them.
  expect(await stateOf(person)).toEqual({
    url: shop.origin,
    revision: '2026-08-25',
    read_at: expect.any(String),
    failure: null,
    image_hosts: hosts,
  });
  const found = await person.fetch(`${person.base}/products?query=ceramic%20mug`);
  expect(((await found.json()) as Schemas['ProductList']).products[0]?.title).toMatch(/Ceramic Mug/);
  expect((await connect(person, shop.origin)).status).toBe(409);
  const { status } = await person.fetch(`${person.base}/live-shop`, { method: 'DELETE' });
  expect(status).toBe(204);
  expect(await stateOf(person)).toBe(null);
  const actions = (await auditOf(server.deps, person.storeId)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['connection.added', 'connection.removed']));
});

it('says why a shop cannot be connected, and stores nothing', async () => {
  const person = await newPerson();
  shop.setFault('future-version');
  const rejected = await connect(person, shop.origin);
  expect(rejected.status).toBe(400);
  expect(await rejected.text()).toContain('speaks revision 2031-01-01 of the protocol');
  shop.setFault(undefined);
  expect((await connect(person, 'not a domain')).status).toBe(400);
  expect(await stateOf(person)).toBe(null);
});

it('shows that a connected shop is away, and a search is 503 with the sentence', async () => {
  const person = await newPerson();
  await connected(person, shop.origin);
  shop.setFault('hang-up');
  expect((await stateOf(person))?.failure).toContain('cannot be reached right now');
  const search = await person.fetch(`${person.base}/products?query=mug`);
  expect(search.status).toBe(503);
  expect(await search.text()).toContain(shop.origin);
  shop.setFault(undefined);
});

it('lets all chatbots show the pictures of the hosts that were seen', async () => {
  const person = await newPerson(server.shop.store.id);
  await connected(person, shop.origin);
  expect((await stateOf(person))?.image_hosts).toMatchObject([{ is_allowed: false }]);
  const body = JSON.stringify({ hosts: ['cdn.meadow.example'] });
  const allowed = await person.fetch(`${person.base}/image-hosts`, { method: 'POST', headers: json, body });
  expect(allowed.status).toBe(204);
  expect((await stateOf(person))?.image_hosts).toMatchObject([
    { host: 'cdn.meadow.example', is_allowed: true },
  ]);
});

it('serves the profile of the agent for each revision that it reads, to caches', async () => {
  for (const version of ['2026-08-25', '2026-04-08']) {
    const response = await server.fetch(`/ucp/profiles/${version}.json`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(await response.json()).toMatchObject({ ucp: { version, services: {}, payment_handlers: {} } });
  }
});
