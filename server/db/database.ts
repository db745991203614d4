import { AsyncLocalStorage } from 'node:async_hooks';
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

/** In which store a change is made, and who makes it. */
export interface ChangeBy {
  readonly store: StoreRecord;
  readonly actor: Actor;
}

/** The service itself, for what it keeps without an entry in the audit log. */
export const systemActor: Actor = { name: 'system', address: null };

/** A visitor of a shop, in the widget. */
export const visitorActor: Actor = { name: 'visitor', address: null };

/** One open transaction, over the rows of all stores. */
export interface ServiceContext {
  readonly actor: Actor;
  /** When the change began: ISO 8601. */
  readonly now: string;
  /** The rows of all stores. What it changes invalidates no cache. */
  readonly allStores: Knex.Transaction;
  /** For the rows of one store. */
  of(store: StoreRecord): Context;
}

/**
 * What a change works with: one open transaction. A verb gets it first, changes nothing but rows, and awaits nothing but
 * its own queries, since others wait for them. It may run twice. Slow work comes before.
 */
export interface Context extends StoreReader, Omit<ServiceContext, 'of'> {
  readonly store: StoreRecord;
  readonly tables: StoreTables;
}

/** A query of the rows of the store, and of no other (source 5.9): Knex's builder, with a condition. */
export type StoreTables = ReturnType<typeof tablesOf>;

export interface Database {
  reader(storeId: string): StoreReader;
  /** Reads the rows of all stores. */
  readAll<Result>(query: (allStores: Knex) => Promise<Result>): Promise<Result>;
  /**
   * Runs a verb in one transaction, and returns its result after the commit. Rejects with what the verb throws, and keeps
   * none of its rows.
   */
  change<Result>(by: ChangeBy, verb: (context: Context) => Promise<Result>): Promise<Result>;
  /** The same for a change of several stores, or of none. */
  changeAll<Result>(actor: Actor, verb: (context: ServiceContext) => Promise<Result>): Promise<Result>;
  /** Calls `listener` after every commit of this process that may have changed rows of the table in a store. */
  onChange(name: Knex.TableNames, listener: (storeId: string) => void): void;
}

/** What most services work with. */
export interface DatabaseDeps {
  readonly database: Database;
  readonly clock: Clock;
}

export interface DatabaseOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly write?: Write;
  /** Of the process that serves requests. */
  readonly guard?: Guard;
}

const verbs = new AsyncLocalStorage<true>();

/** SQLite has one connection: what a verb reads beside its context would wait for the verb, and the verb for it. */
async function outsideOfVerbs<Result>(call: () => Promise<Result>): Promise<Result> {
  if (verbs.getStore()) throw new Error('a verb uses the database through its context only');
  return call();
}

/** The rows of SQLite or PostgreSQL, with the caches of this process. */
export function createDatabase(
  db: Knex,
  { clock, write = createWriter(db), guard: guardCall = (call) => call() }: DatabaseOptions,
): Database {
  const guard: Guard = (call) => outsideOfVerbs(() => guardCall(call));
  const cache = createReadCache(db);
  const listeners: { readonly name: string; readonly listener: (storeId: string) => void }[] = [];
  const changeAll: Database['changeAll'] = (actor, verb) =>
    guard(async () => {
      const now = timestamp(clock);
      const used = new Map<string, UsedTable>();
      try {
        return await write((trx) => verbs.run(true, () => verb(openContext(trx, { actor, now }, used))));
      } finally {
        // Also after an error: a commit that failed may have been written.
        for (const { storeId, name } of used.values()) {
          cache.invalidate(storeId, name);
          for (const each of listeners) if (each.name === name) each.listener(storeId);
        }
      }
    });
  return {
    changeAll,
    change: ({ store, actor }, verb) => changeAll(actor, (context) => verb(context.of(store))),
    onChange: (name, listener) => void listeners.push({ name, listener }),
    readAll: (query) => guard(() => query(db)),
    reader(storeId) {
      const tables = tablesOf(db, storeId);
      return {
        storeId,
        read: (query) => guard(() => query(tables)),
        // The guard is outside: who waits for what another request loads has a deadline, too.
        cached: (name, key, load) => guard(() => cache.get(storeId, name, key, () => load(tables))),
      };
    },
  };
}

/** A table that a transaction may change, in a store. */
interface UsedTable {
  readonly storeId: string;
  readonly name: Knex.TableNames;
}

/** The context of a verb in a transaction that has begun. `used` collects the tables that it may change. */
function openContext(
  allStores: Knex.Transaction,
  by: Pick<Context, 'actor' | 'now'>,
  used: Map<string, UsedTable>,
): ServiceContext {
  const of = (store: StoreRecord): Context => {
    const storeId = store.id;
    const tables = tablesOf(allStores, storeId);
    return {
      ...by,
      store,
      storeId,
      allStores,
      read: (query) => query(tables),
      cached: (_name, _key, load) => load(tables),
      tables(name) {
        used.set(`${storeId} ${name}`, { storeId, name });
        return tables(name);
      },
    };
  };
  return { ...by, allStores, of };
}

type StoreTable =
  | 'stores'
  | {
      [Name in Knex.TableNames]: 'store_id' extends keyof Knex.ResolveTableType<Knex.TableType<Name>>
        ? Name
        : never;
    }[Knex.TableNames];

function tablesOf(db: Knex, storeId: string) {
  return <Name extends StoreTable>(name: Name) =>
    db(name).where(name === 'stores' ? 'stores.id' : `${name}.store_id`, storeId);
}
