import type { Keyring } from '../auth/keyring.ts';
import { type Catalog, createCatalog, type KnownCatalog } from '../catalog/catalog.ts';
import type { CatalogNeed } from '../catalog/catalog-need.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import { readSynonyms } from '../db/catalog.ts';
import { readConnection } from '../db/connections.ts';
import type { Database } from '../db/database.ts';
import { setNewest } from '../support/newest-entries.ts';
import { openHeaders, type RemoteServer } from './remote-connection.ts';
import { knownCatalog, openLiveCatalog } from './shop/live-catalog.ts';
import { LiveShop, type LiveShopDeps, type ShopState } from './shop/live-shop.ts';
import { LiveShopError } from './shop/shop-error.ts';
import { type CatalogType, liveShopType } from './types.ts';

/** The catalogues of stores: imported, live, or both. */
export interface StoreCatalogs {
  /** A catalogue with what `need` names. Throws LiveShopError. */
  open(storeId: string, type: CatalogType, need: CatalogNeed): Promise<Catalog>;
  /** What is known now; a live shop of which nothing is known yet is read first, if it can be. */
  known(storeId: string, type: CatalogType): Promise<KnownCatalog>;
  /** The live shop of a store; undefined where it has none. */
  liveShop(storeId: string): Promise<LiveShop | undefined>;
  close(): Promise<void>;
}

export interface StoreCatalogsDeps extends LiveShopDeps {
  readonly database: Database;
  readonly keyring: Pick<Keyring, 'openText'>;
  readonly catalogs: Pick<CatalogStore, 'get'>;
}

/** Shops with their caches; the least recently used one is evicted. */
const maxShops = 64;

export function createStoreCatalogs(deps: StoreCatalogsDeps): StoreCatalogs {
  const { database, keyring, catalogs } = deps;
  const shops = new Map<string, LiveShop>();

  async function liveShop(storeId: string): Promise<LiveShop | undefined> {
    // Looked up every time: a shop that an owner removes must not be used again.
    const record = await readConnection(database, storeId, liveShopType);
    if (record === undefined) return undefined;
    const { url, allow_private: allowPrivate } = record;
    // A deployment's connection has a cache for each store, as prices may differ with the headers of a later one.
    const key = `${storeId} ${record.id}`;
    const shop =
      shops.get(key) ?? new LiveShop(deps, { url, allowPrivate, headers: openHeaders(keyring, record) });
    void setNewest(shops, key, shop, maxShops)
      ?.close()
      .catch(() => undefined);
    return shop;
  }

  /** The imported catalogue and the live shop of a type; null for what it leaves out, or the store does not have. */
  async function partsOf(storeId: string, type: CatalogType) {
    const shop = type === 'imported_catalog' ? undefined : await liveShop(storeId);
    const imported = type === liveShopType ? null : await catalogs.get(storeId);
    return { shop, imported: shop !== undefined && imported?.isEmpty === true ? null : imported };
  }

  return {
    liveShop,
    async known(storeId, type) {
      const { shop, imported } = await partsOf(storeId, type);
      if (shop === undefined) return imported ?? createCatalog([]);
      if (shop.currency() === undefined) await shop.overview().catch(ignoreShopError);
      return knownCatalog(shop, imported);
    },
    async open(storeId, type, need) {
      const { shop, imported } = await partsOf(storeId, type);
      if (shop === undefined) return imported ?? createCatalog([]);
      return openLiveCatalog(shop, imported, need, await readSynonyms(database.reader(storeId)));
    },
    async close() {
      await Promise.all([...shops.values()].map((shop) => shop.close()));
      shops.clear();
    },
  };
}

/** For `catch`: what is known of a shop says itself that it cannot be read. */
export function ignoreShopError(error: unknown): undefined {
  if (!(error instanceof LiveShopError)) throw error;
}

/** Reads a shop that no store has yet. Throws LiveShopError. */
export async function tryShop(deps: LiveShopDeps, server: RemoteServer): Promise<ShopState> {
  const shop = new LiveShop(deps, server);
  try {
    await shop.overview();
    return shop.state();
  } finally {
    await shop.close();
  }
}
