import type { Database } from 'better-sqlite3';
import type { Knex } from 'knex';
import { prepared, sqliteHandle } from './sqlite-handle.ts';

/** What a look-up found, and about how many characters it holds. */
export interface Loaded<Value> {
  readonly value: Value;
  readonly weight: number;
}

/** Gives the same object again for as long as the rows behind it are the same. */
export interface ReadCache<Value> {
  /** What is remembered of `key` in a store, else what `load` finds; undefined is not remembered. */
  read(
    storeId: string,
    key: string,
    load: () => Promise<Loaded<Value> | undefined>,
  ): Promise<Value | undefined>;
  /** To be called after every commit of this process that changes something of the store. */
  changed(storeId: string): void;
}

/** How many characters are read before everything is forgotten, so that memory stays bounded. */
const capacity = 16_000_000;

/**
 * Remembers what was read from SQLite until it changes: this process says so with `changed`, and SQLite's
 * `data_version` tells of every commit of another one, at once. PostgreSQL has no such sign, and is always asked.
 */
export function createReadCache<Value>(db: Knex): ReadCache<Value> {
  const stores = new Map<string, Map<string, Promise<Value | undefined>>>();
  let seen: unknown;
  let weight = 0;
  let isCurrent = false;
  const forgetOld = (connection: Database): void => {
    if (isCurrent) return;
    // Whatever this turn of the event loop still reads arrived before it: one look at the file is enough.
    isCurrent = true;
    setImmediate(() => (isCurrent = false));
    const version = prepared(connection, 'pragma data_version').pluck().get();
    if (version === seen && weight < capacity) return;
    stores.clear();
    weight = 0;
    seen = version;
  };
  return {
    async read(storeId, key, load) {
      const connection = sqliteHandle(db);
      if (connection === undefined) return (await load())?.value;
      forgetOld(connection);
      const entries = stores.get(storeId) ?? new Map<string, Promise<Value | undefined>>();
      stores.set(storeId, entries);
      const known = entries.get(key);
      if (known !== undefined) return known;
      const loading = load().then((loaded) => {
        if (loaded === undefined) entries.delete(key);
        weight += loaded?.weight ?? 0;
        return loaded?.value;
      });
      entries.set(key, loading);
      loading.catch(() => entries.delete(key));
      return loading;
    },
    changed: (storeId) => void stores.delete(storeId),
  };
}
