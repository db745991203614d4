import type { Keyring } from '../auth/keyring.ts';
import { type Catalog, createCatalog } from '../catalog/catalog.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import { CachedShop } from '../catalog/live/cached-shop.ts';
import { type CatalogNeed, openLiveCatalog } from '../catalog/live/live-catalog.ts';
import { readSynonyms } from '../db/catalog.ts';
import { readConnection } from '../db/connections.ts';
import type { Database } from '../db/database.ts';
import type { ConnectionRecord } from '../db/records.ts';
import { openHeaders, type RemoteServer } from './remote-connection.ts';
import { type CatalogType, liveShopType } from './types.ts';
import { UcpShop, type UcpShopDeps } from './ucp-shop.ts';

/** The catalogues of stores: imported, live, or both. */
export interface StoreCatalogs {
  /** A catalogue with what `need` names; null for one that only knows currency and categories. Throws LiveShopError. */
  open(storeId: string, type: CatalogType, need: CatalogNeed | null): Promise<Catalog>;
  /** The live shop of a store; undefined where it has none. */
  liveShop(storeId: string): Promise<OpenShop | undefined>;
  close(): Promise<void>;
}

export interface OpenShop {
  readonly record: ConnectionRecord;
  readonly cached: CachedShop;
  readonly remote: UcpShop;
}

export interface StoreCatalogsDeps extends UcpShopDeps {
  readonly database: Database;
  readonly keyring: Pick<Keyring, 'openText'>;
  readonly catalogs: Pick<CatalogStore, 'get'>;
}

/** Shops with their caches; the least recently used one is evicted. */
const maxShops = 64;

export function createStoreCatalogs(deps: StoreCatalogsDeps): StoreCatalogs {
  const shops = new Map<string, OpenShop>();

  async function liveShop(storeId: string): Promise<OpenShop | undefined> {
    // Looked up every time: a shop that an owner removes must not be used again.
    const record = await readConnection(deps.database, storeId, liveShopType);
    if (record === undefined) return undefined;
    // A deployment's connection has a cache for each store, as prices may differ with the headers of a later one.
    const key = `${storeId} ${record.id}`;
    const shop = shops.get(key) ?? openShop(deps, record);
    shops.delete(key);
    shops.set(key, shop);
    const oldest = shops.entries().next().value;
    if (shops.size > maxShops && oldest !== undefined) {
      shops.delete(oldest[0]);
      void oldest[1].remote.close().catch(() => undefined);
    }
    return shop;
  }

  return {
    liveShop,
    async open(storeId, type, need) {
      const shop = type === 'imported_catalog' ? undefined : await liveShop(storeId);
      const imported = type === liveShopType ? null : await deps.catalogs.get(storeId);
      if (shop === undefined) return imported ?? createCatalog([]);
      const ownWords = await readSynonyms(deps.database.reader(storeId));
      return openLiveCatalog(shop.cached, imported?.isEmpty() === true ? null : imported, need, ownWords);
    },
    async close() {
      await Promise.all([...shops.values()].map(({ remote }) => remote.close()));
      shops.clear();
    },
  };
}

/** Reads a shop that no store has yet. Throws LiveShopError. */
export async function tryShop(deps: UcpShopDeps, server: RemoteServer) {
  const remote = new UcpShop(deps, server);
  const cached = new CachedShop(remote, deps.clock);
  try {
    await cached.overview();
    return { state: cached.state(), revision: remote.revision };
  } finally {
    await remote.close();
  }
}

function openShop(deps: StoreCatalogsDeps, record: ConnectionRecord): OpenShop {
  const { url, allow_private: allowPrivate } = record;
  const remote = new UcpShop(deps, { url, allowPrivate, headers: openHeaders(deps.keyring, record) });
  return { record, remote, cached: new CachedShop(remote, deps.clock) };
}
