import { getProduct } from './get-product.ts';
import { lookupCatalog } from './lookup-catalog.ts';
import { searchCatalog } from './search-catalog.ts';

/** The tools of the `product_catalog` capability, in the order in which a model is told of them. */
export const catalogTools = [searchCatalog, lookupCatalog, getProduct] as const;
