import type { Knex } from 'knex';
import type { Database, StoreReader, StoreTables } from './database.ts';
import type { MemberRecord, StoreOfUser, UserRecord } from './records.ts';

// People belong to several stores, so they are looked up without one.

/** A person by id, or by address in lower case. `all` has the rows of all stores. */
export async function readUser(
  all: Knex,
  by: { readonly id: string } | { readonly email: string },
): Promise<UserRecord | undefined> {
  return all('users').where(by).first();
}

/** The stores of a person, in the order in which they joined. */
export async function storesOfUser(all: Knex, userId: string): Promise<StoreOfUser[]> {
  return all('memberships')
    .join('stores', 'stores.id', 'memberships.store_id')
    .where({ user_id: userId })
    .orderBy('memberships.sequence')
    .select('stores.*', { role: 'memberships.role' });
}

/** Whether there is any person. */
export function hasPeople({ readAll }: Pick<Database, 'readAll'>): Promise<boolean> {
  return readAll(async (all) => (await all('users').first('id')) !== undefined);
}

/** The people of a store, oldest first. */
export function allMembers(reader: Pick<StoreReader, 'read'>): Promise<MemberRecord[]> {
  return reader.read(async (tables) => members(tables).orderBy('memberships.sequence'));
}

/** A person of a store; undefined for anybody else. */
export function readMember(
  reader: Pick<StoreReader, 'read'>,
  userId: string,
): Promise<MemberRecord | undefined> {
  return reader.read(async (tables) => members(tables).where({ user_id: userId }).first());
}

function members(tables: StoreTables) {
  return tables('memberships').join('users', 'users.id', 'memberships.user_id').select({
    user_id: 'users.id',
    email: 'users.email',
    role: 'memberships.role',
    added_at: 'memberships.created_at',
    last_sign_in_at: 'users.last_sign_in_at',
  });
}
