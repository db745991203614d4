import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, sameOrigin } from '../testing/dashboard-client.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => server.close());

async function statusFrom(address: string, code: string): Promise<number> {
  const headers = { ...sameOrigin, 'x-forwarded-for': address, 'x-forwarded-proto': 'https' };
  return (await server.fetch('/dashboard/api/session/code', { body: { code }, headers })).status;
}

describe('the code of the link that serve --demo prints', () => {
  it.each<[address: string, status: number]>([
    ['127.0.0.1', 200],
    ['127.4.5.6', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    ['203.0.113.5', 401],
    ['10.0.0.1', 401],
    ['2001:db8::1', 401],
    ['::ffff:203.0.113.5', 401],
  ])('signs in from this machine only, and again: %s is %i', async (address, status) => {
    const { user } = await addPerson(server, server.shop.store.id, 'owner');
    const code = server.deps.localCode.issue(user.id);
    expect([await statusFrom(address, code), await statusFrom(address, code)]).toEqual([status, status]);
  });

  it('is replaced by a newer one, and another code does not open it', async () => {
    const { user } = await addPerson(server, server.shop.store.id, 'owner');
    const old = server.deps.localCode.issue(user.id);
    server.deps.localCode.issue(user.id);
    expect([await statusFrom('::1', old), await statusFrom('::1', 'x')]).toEqual([401, 401]);
  });
});
