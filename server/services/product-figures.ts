import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Database } from '../db/database.ts';
import { type ProductSums, sumProducts } from '../db/product-days.ts';
import type { StoreRecord } from '../db/records.ts';
import { requireDays } from './parse-days.ts';

/** What shoppers did with a product. */
export interface ProductFigures extends ProductSums {
  /** Null where the catalogue does not have it any more. */
  readonly title: string | null;
}

const maxProducts = 100;

/**
 * The products that shoppers saw in days of UTC, `to` included: those that were ordered most first. Throws ServiceError
 * `invalid_request` for a day that does not exist.
 */
export async function listProductFigures(
  { database, catalogs }: { readonly database: Database; readonly catalogs: Pick<CatalogStore, 'get'> },
  { id: storeId }: StoreRecord,
  {
    from,
    to,
    agent_id: agentId,
  }: { readonly from: string; readonly to: string; readonly agent_id?: string | undefined },
): Promise<ProductFigures[]> {
  requireDays({ from, to, timeZone: 'UTC' });
  const [sums, catalog] = await Promise.all([
    database.readAll((db) => sumProducts(db, { storeId, agentId }, { from, to }, maxProducts)),
    catalogs.get(storeId),
  ]);
  return sums.map((product) => ({ ...product, title: catalog.byId(product.product_id)?.title ?? null }));
}
