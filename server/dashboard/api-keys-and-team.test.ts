import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findKeyOfAnyStore } from '../db/api-keys.ts';
import { issueKey } from '../testing/test-shop.ts';
import { addPerson, type TestSession } from '../testing/dashboard-client.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { allMembers } from '../db/users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A store of its own with an owner, and its paths. */
async function addStoreWithOwner() {
  const { store, key } = await server.addStore({ plan: 'enterprise' });
  const person = await addPerson(server, store.id, 'owner');
  return { store, key, person, session: await person.signIn(), path: `/dashboard/api/stores/${store.id}` };
}

async function send(session: TestSession, method: string, path: string, body?: object) {
  const response = await session.fetch(path, { method, ...(body && { body }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

describe('API keys', () => {
  it('R-5-04 R-5-08 are listed without the key, revealed, replaced and revoked; /api sees it at once', async () => {
    const { key, session, path } = await addStoreWithOwner();
    const { body: list } = await send(session, 'GET', `${path}/api-keys`);
    expect(JSON.stringify(list)).not.toContain('svc_');
    const [{ id, hint }] = list.api_keys;
    expect((await server.fetch('/api/agents', { headers: bearer(key) })).status).toBe(200);
    expect(hint).toBe(key.slice(-4));
    const revealed = await send(session, 'POST', `${path}/api-keys/${id}/reveal`);
    expect(revealed).toMatchObject({ status: 200, body: { key, api_key: { id } } });

    const replaced = await send(session, 'POST', `${path}/api-keys/${id}/regenerate`, { overlap_hours: 0 });
    expect((await server.fetch('/api/agents', { headers: bearer(replaced.body.key) })).status).toBe(200);
    expect((await server.fetch('/api/agents', { headers: bearer(key) })).status).toBe(401);
    expect((await send(session, 'POST', `${path}/api-keys/${id}/reveal`)).status).toBe(409);

    const created = await send(session, 'POST', `${path}/api-keys`, {});
    expect((await server.fetch('/api/agents', { headers: bearer(created.body.key) })).status).toBe(200);
    const revoked = await send(session, 'POST', `${path}/api-keys/${created.body.api_key.id}/revoke`);
    expect(revoked.body.revoked_at).toMatch(/Z$/);
    expect((await server.fetch('/api/agents', { headers: bearer(created.body.key) })).status).toBe(401);
  });

  it('that are added are recorded beside the database, as those of commands are', async () => {
    const { session, path } = await addStoreWithOwner();
    const recorded = () => {
      const file = join(server.deps.config.dataDir, 'database.json');
      return (JSON.parse(readFileSync(file, 'utf8')) as { apiKeys: number }).apiKeys;
    };
    const created = await send(session, 'POST', `${path}/api-keys`, {});
    const before = recorded();
    const { id } = created.body.api_key;
    await send(session, 'POST', `${path}/api-keys/${id}/regenerate`, { overlap_hours: 1 });
    expect(recorded()).toBe(before + 1);
  });

  it('keep their note, and an old key works for the hours of the overlap', async () => {
    const { session, path } = await addStoreWithOwner();
    const created = await send(session, 'POST', `${path}/api-keys`, { note: 'till' });
    expect(created.body.api_key).toMatchObject({ note: 'till', last_used_at: null, expires_at: null });
    const { id } = created.body.api_key;
    const replaced = await send(session, 'POST', `${path}/api-keys/${id}/regenerate`, { overlap_hours: 24 });
    expect(replaced.body.api_key.note).toBe('till');
    for (const { key } of [created.body, replaced.body]) {
      expect((await server.fetch('/api/agents', { headers: bearer(key) })).status).toBe(200);
    }
    const { body: list } = await send(session, 'GET', `${path}/api-keys`);
    const old = list.api_keys.find((one: { id: string }) => one.id === id);
    expect(Date.parse(old.expires_at) - Date.parse(replaced.body.api_key.created_at)).toBe(24 * 3_600_000);
    expect(
      (await send(session, 'POST', `${path}/api-keys/${id}/regenerate`, { overlap_hours: 1 })).status,
    ).toBe(409);
  });

  it.each(['reveal', 'regenerate', 'revoke'])('of another store cannot be used: %s', async (action) => {
    const { session, path } = await addStoreWithOwner();
    const { record } = await issueKey(server.deps, server.otherShop.store);
    const body = action === 'regenerate' ? { overlap_hours: 0 } : undefined;
    const foreign = await send(session, 'POST', `${path}/api-keys/${record.id}/${action}`, body);
    const unknown = await send(session, 'POST', `${path}/api-keys/key_unknown/${action}`, body);
    expect(foreign).toEqual({
      status: 404,
      body: { error: 'there is no key with that id', status: 404, code: 'not_found' },
    });
    expect(unknown).toEqual(foreign);
    expect((await findKeyOfAnyStore(server.deps.database, record.id)).revoked_at).toBeNull();
  });
});

describe('team', () => {
  it('an owner invites a person, who signs in with the code, and loses access when removed', async () => {
    const { session, path, store } = await addStoreWithOwner();
    const invited = await send(session, 'POST', `${path}/team`, {
      email: 'Ana@Shop.Example',
      role: 'member',
    });
    const { member, code } = invited.body;
    expect(member).toMatchObject({ email: 'ana@shop.example', role: 'member', last_sign_in_at: null });
    const signedIn = await session.fetch('/dashboard/api/session/code', {
      body: { code },
      headers: { cookie: '' },
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const statusOfLog = async () => (await server.fetch(`${path}/audit-log`, { headers: { cookie } })).status;
    expect(await statusOfLog()).toBe(200);
    expect(
      (await send(session, 'PATCH', `${path}/team/${member.user_id}`, { role: 'owner' })).body.role,
    ).toBe('owner');
    expect((await send(session, 'DELETE', `${path}/team/${member.user_id}`)).status).toBe(204);
    expect(await statusOfLog()).toBe(404);
    expect(await allMembers(server.deps.database.reader(store.id))).toHaveLength(1);
  });

  it('does not let an owner into the account of a person of another store', async () => {
    const { session, path } = await addStoreWithOwner();
    const victim = await addPerson(server, server.otherShop.store.id, 'owner');
    const theirs = await victim.signIn();
    const invited = await send(session, 'POST', `${path}/team`, { email: victim.user.email, role: 'owner' });
    expect(invited.status).toBe(409);
    // The error's code, and none to sign in with.
    expect(invited.body).toEqual({ error: expect.any(String), status: 409, code: 'conflict' });
    expect((await theirs.fetch('/dashboard/api/me')).status).toBe(200);
  });

  it('keeps the last owner, also when two remove each other at once', async () => {
    const { session, path, person, store } = await addStoreWithOwner();
    const own = `${path}/team/${person.user.id}`;
    expect((await send(session, 'DELETE', own)).status).toBe(409);
    expect((await send(session, 'PATCH', own, { role: 'member' })).status).toBe(409);
    expect(
      (await send(session, 'POST', `${path}/team`, { email: person.user.email, role: 'member' })).status,
    ).toBe(409);
    const second = await addPerson(server, store.id, 'owner');
    const theirs = await second.signIn();
    const both = await Promise.all([
      send(session, 'DELETE', `${path}/team/${second.user.id}`),
      send(theirs, 'DELETE', own),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toContain(204);
    expect(await allMembers(server.deps.database.reader(store.id))).toHaveLength(1);
  });
});

describe('the audit log', () => {
  it('has who did what, newest first, in pages, without a key or a code', async () => {
    const { session, path, person, key } = await addStoreWithOwner();
    const created = await send(session, 'POST', `${path}/api-keys`, {});
    const keyId = created.body.api_key.id;
    await send(session, 'POST', `${path}/api-keys/${keyId}/reveal`);
    await send(session, 'POST', `${path}/api-keys/${keyId}/revoke`);
    const invited = await send(session, 'POST', `${path}/team`, {
      email: 'log@shop.example',
      role: 'member',
    });
    await server.fetch('/dashboard/api/session/code', {
      body: { code: invited.body.code },
      headers: { 'sec-fetch-site': 'same-origin' },
    });

    const entries: { action: string; actor: string; subject: string }[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await send(session, 'GET', `${path}/audit-log?limit=2${after}`);
      expect(body.entries.length).toBeLessThanOrEqual(2);
      entries.push(...body.entries);
      cursor = body.next_cursor;
    }
    const email = person.user.email;
    expect(entries.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      'log@shop.example session.signed_in',
      `${email} member.invited`,
      `${email} api_key.revoked`,
      `${email} api_key.revealed`,
      `${email} api_key.created`,
      'operator member.invited',
      'operator api_key.created',
    ]);
    const text = JSON.stringify(entries);
    for (const secret of [key, created.body.key, invited.body.code]) expect(text).not.toContain(secret);
    expect((await send(session, 'GET', `${path}/audit-log?cursor=aud_unknown`)).status).toBe(400);
  });
});
