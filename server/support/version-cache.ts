import { setNewest } from './newest-entries.ts';

/** The rows of one store, and a number that changes whenever they do. */
export interface VersionedSource<Row> {
  list(storeId: string): Promise<readonly Row[]>;
  version(storeId: string): Promise<number>;
}

export interface VersionCache<Value> {
  /** The store's current value. It is built again only when its version has changed. */
  get(storeId: string): Promise<Value>;
}

interface Cached<Value> {
  readonly version: number;
  readonly value: Promise<Value>;
}

// Search indexes are in memory; the least recently used one is evicted.
const defaultCapacity = 64;

/** Caches what `build` makes of a store's rows. Rejects with the errors of `source`, which are not cached. */
export function createVersionCache<Row, Value>(
  source: VersionedSource<Row>,
  build: (rows: readonly Row[], storeId: string) => Promise<Value>,
  capacity = defaultCapacity,
): VersionCache<Value> {
  const cache = new Map<string, Cached<Value>>();

  function load(storeId: string, version: number): Cached<Value> {
    const value = source.list(storeId).then((rows) => build(rows, storeId));
    const entry = { version, value };
    value.catch(() => {
      if (cache.get(storeId) === entry) cache.delete(storeId);
    });
    return entry;
  }

  return {
    async get(storeId) {
      // Read before the rows: after a change in between, the next call builds again.
      const version = await source.version(storeId);
      const cached = cache.get(storeId);
      const entry = cached?.version === version ? cached : load(storeId, version);
      setNewest(cache, storeId, entry, capacity);
      return entry.value;
    },
  };
}
