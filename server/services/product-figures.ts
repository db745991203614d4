import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Database } from '../db/database.ts';
import { type ProductSums, sumProducts } from '../db/product-hours.ts';
import type { StoreRecord } from '../db/records.ts';
import { type AnalyticsQuery, figureRangeOf } from './analytics.ts';

/** What shoppers did with a product. */
export interface ProductFigures extends ProductSums {
  /** Null where the catalogue does not have it any more. */
  readonly title: string | null;
}

const maxProducts = 100;

/** The products that shoppers saw in a range of days, those first that were ordered most. Throws as `readAnalytics`. */
export async function listProductFigures(
  { database, catalogs }: { readonly database: Database; readonly catalogs: Pick<CatalogStore, 'get'> },
  { id: storeId }: StoreRecord,
  query: AnalyticsQuery,
): Promise<ProductFigures[]> {
  const range = figureRangeOf(query);
  const [sums, catalog] = await Promise.all([
    database.readAll((db) => sumProducts(db, storeId, range, maxProducts)),
    catalogs.get(storeId),
  ]);
  return sums.map((product) => ({ ...product, title: catalog.byId(product.product_id)?.title ?? null }));
}
