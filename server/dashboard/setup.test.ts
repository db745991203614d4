import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../auth/secret.ts';
import { announceSetup } from '../commands/announce-setup.ts';
import { addPerson, cookieOf, sameOrigin } from '../testing/dashboard-client.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { auditOf } from '../testing/test-shop.ts';
import { hasPeople } from '../db/users.ts';

const clock = createMovableClock();
const minuteMs = 60_000;
const password = 'correct horse battery';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

/** What a process prints to a terminal that starts now. */
async function print(at = server): Promise<string> {
  let printed = '';
  await announceSetup(at.deps, at.service.baseUrl, (text) => (printed += text));
  return printed;
}

async function newCode(at = server): Promise<string> {
  return /\/dashboard\/#setup=([\w-]{43})$/m.exec(await print(at))?.[1] ?? '';
}

async function post(path: string, body: object, at = server) {
  clock.advance(minuteMs);
  const response = await at.fetch(`/dashboard/api/${path}`, { body, headers: sameOrigin });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), cookie: cookieOf(response) };
}

const person = { email: 'First@shop.example', password };

describe('the link of the first person', () => {
  it('is printed to a terminal only; elsewhere the log names the command that invites', async () => {
    await announceSetup(server.deps, server.service.baseUrl, null);
    expect(server.logLines.at(-1)).toContain('use agent-service users invite');
    expect(server.logLines.join('')).not.toContain('#setup=');
    expect(await print()).toContain(`  ${server.service.baseUrl}/dashboard/#setup=`);
    const code = await newCode();
    const row = await server.deps.database.readAll(async (all) =>
      all('service_state').where({ name: 'setup_code' }).first(),
    );
    expect(row?.value.split(' ')[1]).toBe(hashSecret(code));
  });

  it('leads to PUBLIC_URL where that is set', async () => {
    const publicUrl = 'https://agents.example';
    const deps = { ...server.deps, config: { ...server.deps.config, publicUrl } };
    expect(await print({ ...server, deps })).toContain(`  ${publicUrl}/dashboard/#setup=`);
  });

  it('is rejected after 15 minutes, once a newer one is printed, and without a store', async () => {
    const late = await newCode();
    clock.advance(15 * minuteMs);
    expect((await post('setup/check', { code: late })).status).toBe(401);
    const [old, code] = [await newCode(), await newCode()];
    expect((await post('setup/check', { code: old })).status).toBe(401);
    expect((await post('setup', { ...person, code: old, store_name: 'Shop' })).status).toBe(401);
    expect((await post('setup', { ...person, code })).body.error).toBe('store_id or store_name is required');
    expect((await post('setup', { ...person, code, store_id: 'str_unknown' })).status).toBe(404);
    expect(await hasPeople(server.deps.database)).toBe(false);
  });

  it('makes one of several who use it at once the owner of the store that they choose, and then nobody', async () => {
    const code = await newCode();
    const { body } = await post('setup/check', { code });
    const shops = [server.shop.store, server.otherShop.store].map(({ id, name }) => ({ id, name }));
    expect(body).toEqual({ stores: shops });
    const input = { ...person, code, store_id: server.shop.store.id };
    const responses = await Promise.all(
      ['a@shop.example', 'b@shop.example', 'c@shop.example'].map((email) =>
        post('setup', { ...input, email }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    const winner = responses.find(({ status }) => status === 200);
    expect(winner?.body).toMatchObject({
      user: { has_password: true },
      stores: [{ id: server.shop.store.id, role: 'owner' }],
    });
    const me = await server.fetch('/dashboard/api/me', { headers: { cookie: winner?.cookie ?? '' } });
    expect(me.status).toBe(200);
    const { email } = winner?.body.user ?? {};
    expect((await post('session/password', { email, password })).status).toBe(200);
    expect((await post('setup/check', { code })).status).toBe(401);
    const log = await auditOf(server.deps, server.shop.store.id, 3);
    expect(log?.map(({ actor, action }) => [actor, action])).toEqual([
      [email, 'session.signed_in'],
      [email, 'session.signed_in'],
      [email, 'member.invited'],
    ]);
    expect(await print()).toBe('');
  });

  it('creates a store with a name, and ends when somebody is invited', async () => {
    const other = await startTestServer({ clock });
    const code = await newCode(other);
    const created = await post('setup', { ...person, code, store_name: 'Lamps & Co' }, other);
    expect(created.body).toMatchObject({
      user: { email: 'first@shop.example' },
      stores: [{ name: 'Lamps & Co', role: 'owner' }],
    });
    await other.close();
    const third = await startTestServer({ clock });
    const outdated = await newCode(third);
    await addPerson(third, third.shop.store.id, 'member');
    expect((await post('setup', { ...person, code: outdated, store_name: 'Shop' }, third)).status).toBe(401);
    await third.close();
  });
});
