import type { Product } from '../db/records.ts';
import { isObject } from '../support/json.ts';
import { addToCart } from './add-to-cart.ts';
import type { Catalog } from './catalog.ts';
import { showProducts } from './show-products.ts';

/** The tools whose results are cards for shoppers (decision 0063). */
export const cardTools: readonly string[] = [showProducts.name, addToCart.name];

/** A product that a reply shows. */
export interface ShownProduct {
  /** As the catalogue has it now. */
  readonly product: Product;
  /** The variant that the model chose. */
  readonly variant_id?: string;
  /** How many are proposed for the cart; absent where the card only shows. */
  readonly quantity?: number;
  /** The model's reason. */
  readonly why?: string;
}

/** The products of a result of one of `cardTools`. */
export function shownProducts(
  output: Readonly<Record<string, unknown>>,
  catalog: Pick<Catalog, 'byId'>,
): ShownProduct[] {
  const shown = Array.isArray(output['products']) ? output['products'] : [];
  return shown.filter(isObject).flatMap(({ id, variant_id, quantity, why }) => {
    const product = typeof id === 'string' ? catalog.byId(id) : undefined;
    if (product === undefined) return [];
    return {
      product,
      ...(typeof variant_id === 'string' && { variant_id }),
      ...(typeof quantity === 'number' && { quantity }),
      ...(typeof why === 'string' && { why }),
    };
  });
}
