import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashSecret } from '../auth/secret.ts';
import { type Context, createDatabase, type Database, systemActor } from '../db/database.ts';
import type { Role } from '../db/records.ts';
import { allMembers, readUser, storesOfUser } from '../db/users.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { describeOnEngines } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { addStore, changeStore, invite } from '../testing/test-shop.ts';
import { audit, listAudit } from './audit.ts';
import { maxIdleMs, maxSessionMs, openSession } from './sessions.ts';
import { changeRole, inviteMember, removeMember, setPassword } from './users.ts';

const member = { role: 'member' } as const;

describeOnEngines('people', ({ create }) => {
  const clock = createMovableClock();
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await create();
    database = createDatabase(opened.db, { clock });
  });
  afterAll(() => opened.close());

  async function newStore(): Promise<string> {
    const store = sampleStore();
    await addStore({ database }, store);
    return store.id;
  }

  const add = (storeId: string, email: string, role: Role) => invite({ database }, storeId, { email, role });
  const change = <Result>(storeId: string, verb: (context: Context) => Promise<Result>) =>
    changeStore({ database }, storeId, verb);
  /** By an owner of the store, who is no operator. */
  const inviteAsOwner = (storeId: string, email: string) =>
    database.change({ store: sampleStore({ id: storeId }), actor: systemActor }, (context) =>
      inviteMember(context, { email, ...member }),
    );
  const userOf = (email: string) => database.readAll((all) => readUser(all, { email }));
  const openFor = (email: string) =>
    database.changeAll(systemActor, async (context) => {
      const user = await readUser(context.allStores, { email });
      if (user === undefined) throw new Error('nobody has the address');
      return openSession(context, user, undefined);
    });
  const hashes = () => database.readAll(async (all) => all('sessions').pluck('hash'));

  it('one person is one user in every store, and concurrent invitations agree on it', async () => {
    const stores = await Promise.all([newStore(), newStore(), newStore()]);
    const invited = await Promise.all(stores.map((storeId) => add(storeId, 'One@shop.example', 'owner')));
    const ids = new Set(invited.map((each) => each.member.user_id));
    expect(ids.size).toBe(1);
    const found = await database.readAll((all) => storesOfUser(all, [...ids][0] ?? ''));
    expect(found.map(({ id }) => id).toSorted()).toEqual(stores.toSorted());
  });

  it('a person of another store is not invited by an owner, and keeps password and sessions', async () => {
    const [mine, theirs] = [await newStore(), await newStore()];
    const email = 'theirs@shop.example';
    await add(theirs, email, 'owner');
    const session = await openFor(email);
    await database.changeAll(systemActor, (context) => setPassword(context, session, 'hash'));
    await expect(inviteAsOwner(mine, email)).rejects.toMatchObject({ code: 'conflict' });
    expect((await userOf(email))?.password).toBe('hash');
    expect(await hashes()).toContain(hashSecret(session.secret));
    await add(mine, email, 'member');
    expect((await userOf(email))?.password).toBeNull();
    expect(await hashes()).not.toContain(hashSecret(session.secret));
  });

  it('owners of two stores who invite a person at once do not both get a code', async () => {
    const stores = await Promise.all([newStore(), newStore()]);
    const race = await Promise.allSettled(
      stores.map((storeId) => inviteAsOwner(storeId, 'race@shop.example')),
    );
    expect(race.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it('two owners who remove each other at once leave one', async () => {
    const storeId = await newStore();
    const first = await add(storeId, 'first@shop.example', 'owner');
    const second = await add(storeId, 'second@shop.example', 'owner');
    const race = await Promise.allSettled([
      change(storeId, (context) => removeMember(context, first.member.user_id)),
      change(storeId, (context) => changeRole(context, second.member.user_id, 'member')),
    ]);
    expect(race.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const owners = (await allMembers(database.reader(storeId))).filter(({ role }) => role === 'owner');
    expect(owners).toHaveLength(1);
  });

  it('a session that is expired by either limit is removed by the next sign-in', async () => {
    const email = 'sessions@shop.example';
    await add(await newStore(), email, 'member');
    const old = await openFor(email);
    await database.changeAll(systemActor, async ({ allStores }) => {
      const signed_in_at = new Date(clock.now() - maxSessionMs - 1).toISOString();
      await allStores('sessions').where({ id: old.session.id }).update({ signed_in_at });
    });
    const idle = await openFor(email);
    clock.advance(maxIdleMs + 1);
    const live = await openFor(email);
    const left = await hashes();
    expect([old, idle, live].map(({ session }) => left.includes(session.hash))).toEqual([false, false, true]);
  });

  it('the audit log of a store has its own entries only, newest first, after a cursor', async () => {
    const [storeId, other] = [await newStore(), await newStore()];
    for (const detail of ['a', 'b', 'c']) {
      await change(storeId, (context) => audit(context, { action: 'store.created', detail }));
    }
    await change(other, (context) => audit(context, { action: 'store.created', detail: 'd' }));
    const reader = database.reader(storeId);
    const page = await listAudit(reader, { limit: 2 });
    expect(page.entries.map(({ detail }) => detail)).toEqual(['c', 'b']);
    const cursor = page.next_cursor ?? '';
    expect(await listAudit(reader, { cursor, limit: 2 })).toMatchObject({
      entries: [{ detail: 'a' }],
      next_cursor: null,
    });
    const foreign = listAudit(database.reader(other), { cursor, limit: 2 });
    await expect(foreign).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
