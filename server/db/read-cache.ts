import type { Knex } from 'knex';
import { changeSign } from './change-sign.ts';

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
 * Remembers what was read from SQLite until it changes: this process says so with `changed`, and the sign of
 * changes tells of every commit of another one, at once. PostgreSQL has no such sign, and is always asked.
 */
export function createReadCache<Value>(db: Knex): ReadCache<Value> {
  const stores = new Map<string, Map<string, Promise<Value | undefined>>>();
  let seen: number | undefined;
  let weight = 0;
  const forgetOld = (sign: number): void => {
    if (sign === seen && weight < capacity) return;
    stores.clear();
    weight = 0;
    seen = sign;
  };
  const entriesOf = (storeId: string): Map<string, Promise<Value | undefined>> => {
    const known = stores.get(storeId);
    if (known !== undefined) return known;
    const made = new Map<string, Promise<Value | undefined>>();
    stores.set(storeId, made);
    return made;
  };
  return {
    read(storeId, key, load) {
      const sign = changeSign(db);
      if (sign === undefined) return load().then((loaded) => loaded?.value);
      forgetOld(sign);
      const entries = entriesOf(storeId);
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
