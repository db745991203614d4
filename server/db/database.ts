import type { Knex } from 'knex';
import { type Clock, timestamp } from '../support/clock.ts';
import type { Guard } from './guard.ts';
import { createReadCache } from './read-cache.ts';
import type { StoreRecord } from './records.ts';
import { createWriter, type Write } from './write.ts';

/** Reads the rows of one store. */
export interface StoreReader {
  readonly storeId: string;
  read<Result>(query: (tables: StoreTables) => Promise<Result>): Promise<Result>;
  /**
   * What `load` returns for this table and key; undefined is not cached. SQLite: the same object until a transaction
   * uses the table in the store, so nobody changes it.
   */
  cached<Value>(
    name: Knex.TableNames,
    key: string,
    load: (tables: StoreTables) => Promise<Value | undefined>,
  ): Promise<Value | undefined>;
}

/** Who does something. */
export interface Actor {
  /** An e-mail address, `operator`, or the name of an API key. */
  readonly name: string;
  /** The address that the request came from; null for a command. */
  readonly address: string | null;
}

/**
 * What a change works with: one open transaction. A verb gets it first, changes nothing but rows, and awaits nothing but
 * its own queries, since others wait for them. It may run twice. Slow work comes before.
 */
export interface Context extends StoreReader {
  readonly store: StoreRecord;
  readonly actor: Actor;
  /** When the change began: ISO 8601. */
  readonly now: string;
  readonly tables: StoreTables;
  /** The rows of all stores. */
  readonly allStores: Knex.Transaction;
}

/** A query of the rows of the store, and of no other (source 5.9): Knex's builder, with a condition. */
export type StoreTables = ReturnType<typeof tablesOf>;

export interface Database {
  reader(storeId: string): StoreReader;
  /**
   * Runs a verb in one transaction, and returns its result after the commit. Rejects with what the verb throws, and keeps
   * none of its rows.
   */
  change<Result>(
    by: { readonly store: StoreRecord; readonly actor: Actor },
    verb: (context: Context) => Promise<Result>,
  ): Promise<Result>;
}

export interface DatabaseOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly write?: Write;
  /** Of the process that serves requests. */
  readonly guard?: Guard;
}

/** The rows of SQLite or PostgreSQL, with the caches of this process. */
export function createDatabase(
  db: Knex,
  { clock, write = createWriter(db), guard = (call) => call() }: DatabaseOptions,
): Database {
  const cache = createReadCache(db);
  return {
    reader(storeId) {
      const tables = tablesOf(db, storeId);
      return {
        storeId,
        read: (query) => guard(() => query(tables)),
        cached: (name, key, load) => cache.get(storeId, name, key, () => guard(() => load(tables))),
      };
    },
    change: ({ store, actor }, verb) =>
      guard(async () => {
        const now = timestamp(clock);
        const used = new Set<Knex.TableNames>();
        try {
          return await write((trx) => verb(openContext(trx, { store, actor, now }, used)));
        } finally {
          // Also after an error: a commit that failed may have been written.
          for (const name of used) cache.invalidate(store.id, name);
        }
      }),
  };
}

/** The context of a verb in a transaction that has begun. `used` collects the tables that it may change. */
export function openContext(
  trx: Knex.Transaction,
  by: Pick<Context, 'store' | 'actor' | 'now'>,
  used = new Set<Knex.TableNames>(),
): Context {
  const storeId = by.store.id;
  const tables = tablesOf(trx, storeId);
  return {
    ...by,
    storeId,
    allStores: trx,
    read: (query) => query(tables),
    cached: (_name, _key, load) => load(tables),
    tables(name) {
      used.add(name);
      return tables(name);
    },
  };
}

function tablesOf(db: Knex, storeId: string) {
  return <Name extends Knex.TableNames>(name: Name) =>
    db(name).where(name === 'stores' ? 'stores.id' : `${name}.store_id`, storeId);
}
