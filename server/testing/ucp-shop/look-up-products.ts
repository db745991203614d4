import { invalidParams, type JsonObject, type LookupRequest } from './protocol.ts';
import { filterVariants, type Presentation, presentProduct } from './present-product.ts';
import { policiesFor, priceFilterNotice, warningsFor } from './notices.ts';
import { featuredVariant, type ShopProduct, shopProducts, type ShopVariant } from './shop-products.ts';

export const maxLookupIds = 20;

interface Found {
  readonly product: ShopProduct;
  /** Set when the identifier is of a variant. */
  readonly variant?: ShopVariant;
}

const byIdentifier: ReadonlyMap<string, Found> = new Map(
  shopProducts.flatMap((product): [string, Found][] => [
    [product.id, { product }],
    [product.handle, { product }],
    ...product.variants.flatMap((variant): [string, Found][] => [
      [variant.id, { product, variant }],
      [variant.sku, { product, variant }],
    ]),
  ]),
);

/** Finds a product by its id or handle, or a variant by its id or SKU. */
export function findProduct(identifier: string): Found | undefined {
  return byIdentifier.get(identifier);
}

interface Input {
  readonly id: string;
  readonly match: 'exact' | 'featured';
}

/** `lookup_catalog`: each product once, each variant with the identifiers that led to it; unknown ones in messages. */
export function lookUpProducts(request: LookupRequest, to: Presentation): JsonObject {
  if (request.ids.length > maxLookupIds)
    throw invalidParams('request_too_large', `At most ${maxLookupIds} ids can be looked up at once.`);
  const ids = [...new Set(request.ids)];
  const resolved = resolve(ids, request);
  const shown = [...resolved].map(([product, inputs], index) => ({
    path: `$.products[${index}]`,
    product,
    variants: [...inputs.keys()],
  }));
  const messages = [
    ...priceFilterNotice(request.context, request.filters?.price !== undefined),
    ...warningsFor(shown, to),
    ...ids
      .filter((id) => findProduct(id) === undefined)
      .map((id) => ({ type: 'info', code: 'not_found', content: id })),
  ];
  return {
    products: shown.map(({ product, variants }) =>
      withInputs(presentProduct(product, variants, to), [...(resolved.get(product)?.values() ?? [])]),
    ),
    ...(messages.length === 0 ? {} : { messages }),
    ...(to.isCurrent && shown.length > 0 ? { policies: policiesFor(shown, to) } : {}),
  };
}

/** The variants of each product that the ids resolve to; the filters apply after that. */
function resolve(
  ids: readonly string[],
  { filters, context }: LookupRequest,
): Map<ShopProduct, Map<ShopVariant, Input[]>> {
  const products = new Map<ShopProduct, Map<ShopVariant, Input[]>>();
  for (const id of ids) {
    const found = findProduct(id);
    if (found === undefined) continue;
    const allowed = filterVariants(found.product, filters, context);
    const variant = found.variant ?? featuredVariant(allowed);
    if (variant === undefined || !allowed.includes(variant)) continue;
    const variants = products.get(found.product) ?? new Map<ShopVariant, Input[]>();
    const match = found.variant === undefined ? 'featured' : 'exact';
    variants.set(variant, [...(variants.get(variant) ?? []), { id, match }]);
    products.set(found.product, variants);
  }
  return products;
}

function withInputs(product: JsonObject, inputs: readonly Input[][]): JsonObject {
  const variants = product['variants'] as JsonObject[];
  return {
    ...product,
    variants: variants.map((variant, index) => ({ ...variant, inputs: inputs[index] })),
  };
}
