import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../support/ids.ts';
import { databases } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';
import type { AuditRecord, Role } from './records.ts';
import type { UserRepository } from './people-repositories.ts';
import { addStore } from '../testing/test-shop.ts';

const at = '2026-01-02T03:04:05.678Z';
const later = '2026-01-02T03:14:05.678Z';

describe.each(databases)('people in $name', ({ create }) => {
  let database: TestDatabase;
  let users: UserRepository;
  beforeAll(async () => {
    database = await create();
    ({ users } = database.repositories);
  });
  afterAll(() => database.close());

  async function newStore(): Promise<string> {
    const store = sampleStore();
    await addStore(database, store);
    return store.id;
  }

  const invitation = (email: string, role: Role, onlyOfThisStore = false, hash: string = newId('usr')) => ({
    user: { id: newId('usr'), email, password: null, createdAt: at, lastSignInAt: null },
    role,
    code: { hash, expiresAt: later },
    onlyOfThisStore,
  });

  async function invite(storeId: string, email: string, role: Role): Promise<string> {
    const user = await users.invite(storeId, invitation(email, role));
    if (typeof user === 'string') throw new Error(user);
    return user.id;
  }

  it('one person is one user in every store, and concurrent invitations agree on it', async () => {
    const stores = await Promise.all([newStore(), newStore(), newStore()]);
    const ids = await Promise.all(stores.map((storeId) => invite(storeId, 'one@shop.example', 'owner')));
    expect(new Set(ids).size).toBe(1);
    expect((await users.listStores(ids[0] ?? '')).map(({ id }) => id).toSorted()).toEqual(stores.toSorted());
  });

  it('a person of another store is not invited, and keeps password and sessions', async () => {
    const [mine, theirs] = [await newStore(), await newStore()];
    const userId = await invite(theirs, 'theirs@shop.example', 'owner');
    await users.setPassword(userId, 'hash');
    const session = {
      id: newId('ses'),
      hash: userId,
      userId,
      userAgent: null,
      signedInAt: at,
      lastUsedAt: at,
    };
    await database.repositories.sessions.insert(session);
    const outcome = await users.invite(mine, invitation('theirs@shop.example', 'member', true));
    expect(outcome).toBe('belongs_elsewhere');
    expect((await users.find(userId))?.password).toBe('hash');
    expect(await database.repositories.sessions.findByHash(userId)).toEqual(session);
    await invite(mine, 'theirs@shop.example', 'member');
    expect((await users.find(userId))?.password).toBeNull();
    expect(await database.repositories.sessions.findByHash(userId)).toBeUndefined();
  });

  it('owners of two stores who invite a person at once do not both get a code', async () => {
    const stores = await Promise.all([newStore(), newStore()]);
    const race = stores.map((storeId) =>
      users.invite(storeId, invitation('race@shop.example', 'member', true)),
    );
    const outcomes = await Promise.all(race);
    expect(outcomes.filter((outcome) => outcome === 'belongs_elsewhere')).toHaveLength(1);
  });

  it('a code is used once, also by ten at a time, and not when it is expired', async () => {
    const storeId = await newStore();
    await users.invite(storeId, invitation('code@shop.example', 'owner', false, 'once'));
    const used = await Promise.all(Array.from({ length: 10 }, () => users.useCode('once', at)));
    expect(used.filter((user) => user !== undefined)).toHaveLength(1);
    await users.invite(storeId, invitation('code@shop.example', 'owner', false, 'late'));
    expect(await users.useCode('late', later)).toBeUndefined();
  });

  it('two owners who remove each other at once leave one', async () => {
    const storeId = await newStore();
    const first = await invite(storeId, 'first@shop.example', 'owner');
    const second = await invite(storeId, 'second@shop.example', 'owner');
    const outcomes = await Promise.all([
      users.removeMember(storeId, first),
      users.setRole(storeId, second, 'member'),
    ]);
    expect(outcomes.toSorted()).toEqual(['changed', 'last_owner']);
    const owners = (await users.listMembers(storeId)).filter(({ role }) => role === 'owner');
    expect(owners).toHaveLength(1);
  });

  it('an expired session is removed by either limit', async () => {
    const { sessions } = database.repositories;
    const userId = await invite(await newStore(), 'sessions@shop.example', 'member');
    const add = async (hash: string, signedInAt: string, lastUsedAt: string) =>
      sessions.insert({ id: newId('ses'), hash, userId, userAgent: null, signedInAt, lastUsedAt });
    await add('old', '2026-01-01T00:00:00.000Z', later);
    await add('idle', at, at);
    await add('live', at, later);
    await sessions.removeExpired({ signedInBefore: '2026-01-02T00:00:00.000Z', usedBefore: later });
    expect((await sessions.list(userId)).map(({ hash }) => hash)).toEqual(['live']);
  });

  it('the audit log has its own entries only, newest first, after a cursor', async () => {
    const { audit } = database.repositories;
    const [storeId, other] = [await newStore(), await newStore()];
    const action = 'store.created';
    const entry = (id: string, of = storeId): AuditRecord => ({
      ...{ id, store_id: of, at, actor: 'operator', address: null, action, subject: null, detail: null },
    });
    for (const id of ['a', 'b', 'c']) await audit.insert(storeId, entry(`${storeId}${id}`));
    await audit.insert(other, entry(`${other}d`, other));
    const page = await audit.list(storeId, { after: undefined, limit: 2 });
    expect(page).toEqual([entry(`${storeId}c`), entry(`${storeId}b`)]);
    expect(await audit.list(storeId, { after: `${storeId}b`, limit: 2 })).toEqual([entry(`${storeId}a`)]);
    expect(await audit.list(storeId, { after: `${other}d`, limit: 2 })).toBeUndefined();
  });

  it('an account of a provider belongs to one person, who has one of each issuer until they are invited again', async () => {
    const storeId = await newStore();
    const [first, second] = [newId('usr'), newId('usr')].map((name) => `${name}@shop.example`.toLowerCase());
    const firstId = await invite(storeId, first ?? '', 'owner');
    const secondId = await invite(storeId, second ?? '', 'owner');
    const subject = newId('usr');
    const identity = { issuer: 'https://id.example', subject };
    expect(await Promise.all([1, 2].map(() => users.addIdentity(firstId, identity, at)))).toEqual([
      true,
      true,
    ]);
    expect(await users.addIdentity(secondId, identity, at)).toBe(false);
    expect(await users.addIdentity(firstId, { ...identity, subject: newId('usr') }, at)).toBe(false);
    expect(await users.addIdentity(secondId, { ...identity, issuer: 'https://other.example' }, at)).toBe(
      true,
    );
    expect((await users.findByIdentity(identity))?.id).toBe(firstId);
    await invite(storeId, first ?? '', 'owner');
    expect(await users.findByIdentity(identity)).toBeUndefined();
  });

  it('the setup code is the newest one until it expires or is removed', async () => {
    await users.setSetupCode({ hash: 'old', expiresAt: later });
    await users.setSetupCode({ hash: 'new', expiresAt: later });
    expect(await users.isSetupCode('old', at)).toBe(false);
    expect(await users.isSetupCode('new', at)).toBe(true);
    expect(await users.isSetupCode('new', later)).toBe(false);
    await users.removeSetupCode();
    expect(await users.isSetupCode('new', at)).toBe(false);
  });
});
