import type { BuyerContext, Filters, JsonObject } from './protocol.ts';
import { isAvailable, type ShopProduct, type ShopVariant } from './shop-products.ts';

/** A market decides the currency; minor units per euro cent include the currency's number of decimals. */
export interface Market {
  readonly currency: string;
  readonly perEuroCent: number;
}

const euro: Market = { currency: 'EUR', perEuroCent: 1 };
const markets: Readonly<Record<string, Market>> = {
  US: { currency: 'USD', perEuroCent: 1.1 },
  // No decimals.
  JP: { currency: 'JPY', perEuroCent: 1.6 },
  // Three decimals.
  KW: { currency: 'KWD', perEuroCent: 3.4 },
};

/** The buyer's market: by currency, then by country, else the shop's own. */
export function marketOf(context: BuyerContext | undefined): Market {
  const all = [euro, ...Object.values(markets)];
  return (
    all.find(({ currency }) => currency === context?.currency) ??
    markets[context?.address_country ?? ''] ??
    euro
  );
}

/** Whether the price filter can be applied: its currency is `context.currency`, which must be the market's. */
export function canFilterByPrice(context: BuyerContext | undefined): boolean {
  return context?.currency === marketOf(context).currency;
}

/** The variants that the filters let through, in the shop's order. */
export function filterVariants(
  product: ShopProduct,
  filters: Filters | undefined,
  context: BuyerContext | undefined,
): readonly ShopVariant[] {
  const { categories, price } = filters ?? {};
  if (categories !== undefined && !categories.some((category) => isInCategory(product, category))) return [];
  if (price === undefined || !canFilterByPrice(context)) return product.variants;
  const market = marketOf(context);
  return product.variants.filter((variant) => {
    const amount = inMarket(variant.price, market);
    return amount >= (price.min ?? 0) && amount <= (price.max ?? Infinity);
  });
}

function isInCategory({ line }: ShopProduct, category: string): boolean {
  const path = line.category.toLowerCase();
  const wanted = category.toLowerCase();
  return category === line.googleCategory || path === wanted || path.split(' > ').includes(wanted);
}

function inMarket(cents: number, market: Market): number {
  return Math.round(cents * market.perEuroCent);
}

const priceIn = (cents: number, market: Market): { amount: number; currency: string } => ({
  amount: inMarket(cents, market),
  currency: market.currency,
});

/** Where pages and pictures are, and what the negotiated revision knows. */
export interface Presentation {
  readonly origin: string;
  readonly mediaOrigin: string;
  readonly market: Market;
  /** Units of sale, policies and actions came with the current revision. */
  readonly isCurrent: boolean;
}

/** A product with some of its variants, the first featured. */
export function presentProduct(
  product: ShopProduct,
  variants: readonly ShopVariant[],
  to: Presentation,
): JsonObject {
  const { line, number } = product;
  return {
    id: product.id,
    handle: product.handle,
    title: product.title,
    description: describe(product),
    // A few products are without the fields that the protocol makes optional.
    ...(number % 41 === 40 ? {} : { url: `${to.origin}/products/${product.handle}` }),
    categories: [
      { value: line.googleCategory, taxonomy: 'google_product_category' },
      { value: line.category, taxonomy: 'merchant' },
    ],
    price_range: range(
      product.variants.map(({ price }) => price),
      to.market,
    ),
    ...listRange(product, to.market),
    ...(number % 29 === 28 ? {} : { media: pictures(product, to) }),
    ...(Object.keys(line.options).length === 0 ? {} : { options: optionsOf(product) }),
    variants: variants.map((variant) => presentVariant(product, variant, to)),
    ...(number % 6 === 1
      ? {}
      : {
          rating: { value: 3 + (number % 20) / 10, scale_min: 1, scale_max: 5, count: (number * 13) % 200 },
        }),
    tags: line.tags,
    metadata: { series: product.series },
  };
}

function describe({ line, series, number }: ShopProduct): JsonObject {
  const plain = `${line.about} From the ${series} series.`;
  if (number % 4 === 1) return { html: `<p>${line.about}</p><p>From the <em>${series}</em> series.</p>` };
  if (number % 4 === 2) return { markdown: `${line.about}\n\nFrom the **${series}** series.` };
  return number % 4 === 3 ? { plain, html: `<p>${plain}</p>` } : { plain };
}

function range(cents: readonly number[], market: Market): JsonObject {
  return { min: priceIn(Math.min(...cents), market), max: priceIn(Math.max(...cents), market) };
}

function listRange({ variants }: ShopProduct, market: Market): JsonObject {
  const prices = variants.flatMap(({ listPrice }) => listPrice ?? []);
  return prices.length === 0 ? {} : { list_price_range: range(prices, market) };
}

function optionsOf({ line }: ShopProduct): JsonObject[] {
  return Object.entries(line.options).map(([name, labels]) => ({
    name,
    values: labels.map((label) => ({ label })),
  }));
}

function pictures(product: ShopProduct, { mediaOrigin }: Presentation): JsonObject[] {
  const picture = {
    type: 'image',
    url: `${mediaOrigin}/media/${product.handle}.png`,
    alt_text: product.title,
    width: 64,
    height: 64,
  };
  const video = { type: 'video', url: `${mediaOrigin}/media/${product.handle}.mp4` };
  return product.number % 17 === 0 ? [picture, video] : [picture];
}

function presentVariant(product: ShopProduct, variant: ShopVariant, to: Presentation): JsonObject {
  const picture = `${to.mediaOrigin}/media/${product.handle}-${variant.sku.toLowerCase()}.png`;
  return {
    id: variant.id,
    sku: variant.sku,
    barcodes: [
      { type: 'EAN', value: `40${variant.id.slice(-11).replaceAll(/\D/gu, '0').padStart(11, '0')}` },
    ],
    title: variant.title,
    description: { plain: `${product.title}, ${variant.title}` },
    price: priceIn(variant.price, to.market),
    ...(variant.listPrice === undefined ? {} : { list_price: priceIn(variant.listPrice, to.market) }),
    availability: { available: isAvailable(variant), status: variant.stock },
    ...(variant.choices.length === 0 ? {} : { options: variant.choices }),
    ...(product.number % 3 === 0
      ? { media: [{ type: 'image', url: picture, alt_text: `${product.title}, ${variant.title}` }] }
      : {}),
    ...(to.isCurrent ? unitsOf(product, variant, to.market) : {}),
    seller: {
      name: 'Meadow & Mill',
      links: [
        { type: 'refund_policy', url: `${to.origin}/policies/returns` },
        { type: 'shipping_policy', url: `${to.origin}/policies/shipping`, title: 'Shipping' },
      ],
    },
  };
}

/** How goods by weight and length are sold, and a price for comparison. */
function unitsOf({ line }: ShopProduct, { price }: ShopVariant, market: Market): JsonObject {
  if (line.special === 'by weight')
    return { quantity_unit: { unit: 'KGM', scale: 3, display_text: 'kg', increment: 100 } };
  if (line.special === 'by length')
    return { quantity_unit: { unit: 'MTR', scale: 1, display_text: 'm', increment: 5 } };
  if (line.special !== 'unit price') return {};
  const measure = { value: 500, unit: 'KGM', scale: 3, display_text: 'kg' };
  const reference = { value: 1, unit: 'KGM', display_text: 'kg' };
  const amount = inMarket(price, market) * 2;
  return { unit_price: { amount, currency: market.currency, measure, reference } };
}
