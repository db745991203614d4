import type { BuyerContext, JsonObject } from './protocol.ts';
import { canFilterByPrice, marketOf, type Presentation } from './present-product.ts';
import type { ShopProduct, ShopVariant } from './shop-products.ts';

/** A product as it stands in a response: its path, such as `$.products[0]`, and the variants that are shown. */
export interface ShownProduct {
  readonly path: string;
  readonly product: ShopProduct;
  readonly variants: readonly ShopVariant[];
}

const returnPolicy = 'dev.ucp.shopping.policy.return';
const warrantyPolicy = 'dev.ucp.shopping.policy.warranty';
const finalSale = 'This item is engraved to order and cannot be returned.';

/** Warnings about shown products: late delivery, allergens, final sale. */
export function warningsFor(shown: readonly ShownProduct[], to: Presentation): JsonObject[] {
  return shown.flatMap(({ path, product, variants }) => [
    ...variants.flatMap((variant, index) =>
      variant.stock === 'backorder'
        ? [
            {
              type: 'warning',
              code: 'delayed_fulfillment',
              path: `${path}.variants[${index}]`,
              content: `${product.title}, ${variant.title}: on backorder, ships in two to three weeks.`,
            },
          ]
        : [],
    ),
    ...disclosures(path, product, to),
  ]);
}

function disclosures(
  path: string,
  { line }: ShopProduct,
  { origin, mediaOrigin }: Presentation,
): JsonObject[] {
  const disclosure = { type: 'warning', path, presentation: 'disclosure' };
  if (line.special === 'allergens') {
    return [
      {
        ...disclosure,
        code: 'allergens',
        content: '**Contains: tree nuts.** Made where peanuts are processed too.',
        content_type: 'markdown',
        image_url: `${mediaOrigin}/media/tree-nuts.png`,
        url: `${origin}/policies/allergens`,
      },
    ];
  }
  return line.special === 'final sale' ? [{ ...disclosure, code: returnPolicy, content: finalSale }] : [];
}

/** The policies of a response: one for all of it, and those of single products. */
export function policiesFor(shown: readonly ShownProduct[], { origin }: Presentation): JsonObject[] {
  return [
    {
      type: returnPolicy,
      description: { plain: 'Returns are free within 30 days of delivery.' },
      url: `${origin}/policies/returns`,
    },
    {
      type: 'com.example.policy.price_match',
      description: { markdown: 'We match a lower price for **14 days** after the purchase.' },
    },
    ...shown.flatMap(({ path, product }) => {
      if (product.line.special === 'final sale')
        return [{ type: returnPolicy, description: { plain: finalSale }, applies_to: [path] }];
      if (product.line.special === 'warranty') {
        const description = { plain: 'Three years of warranty.' };
        return [{ type: warrantyPolicy, description, applies_to: [path] }];
      }
      return [];
    }),
  ];
}

/** A message that the price filter was not applied: its currency is missing, or is not the market's. */
export function priceFilterNotice(context: BuyerContext | undefined, hasPrice: boolean): JsonObject[] {
  if (!hasPrice || canFilterByPrice(context)) return [];
  const { currency } = marketOf(context);
  return [
    {
      type: 'info',
      code: 'price_filter_ignored',
      content: `The price filter was not applied: prices are in ${currency}.`,
    },
  ];
}

/** Products for adults are shown to buyers of whom the platform claims that they are adults. */
export const adultsClaim = 'com.example.adult';

export const ageCheck = {
  actions: { 'com.example.identity.age_verification': [{ id: 'age-check-1' }] },
  messages: [
    {
      type: 'info',
      code: 'age_verification_required',
      content: 'Some products are shown after an age check.',
      path: "$.actions['com.example.identity.age_verification'][0]",
    },
  ],
} as const;
