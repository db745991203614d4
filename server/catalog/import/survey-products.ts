import type { ImportFindings, Product } from '../../db/records.ts';

/** The pages that a URL cannot name: its parser resolves these segments, encoded or not. */
const dotSegments = ['.', '..'];

/** What products lack for a card in the chat. */
export function surveyProducts(products: readonly Product[]): Omit<ImportFindings, 'warnings'> {
  const number = (matches: (product: Product) => boolean): number => products.filter(matches).length;
  return {
    withoutLink: number(({ url }) => url === undefined),
    withoutPicture: number(({ image_url: image }) => image === undefined),
    withoutPrice: number(({ price_range: range }) => range.min.amount === 0),
    withoutQuantity: number(({ variants }) => variants.every(({ quantity }) => quantity === undefined)),
    imageHosts: imageHostsOf(products),
  };
}

function imageHostsOf(products: readonly Product[]): ImportFindings['imageHosts'] {
  const counts = new Map<string, number>();
  for (const { image_url: image } of products) {
    if (image === undefined) continue;
    const { host } = new URL(image);
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return [...counts]
    .map(([host, count]) => ({ host, products: count }))
    .toSorted((a, b) => b.products - a.products);
}

/** A warning for each currency but the one of the most products, at its first line. */
export function currencyWarnings(
  found: Iterable<{ readonly line: number; readonly product: Product }>,
): ImportFindings['warnings'] {
  const groups = Map.groupBy(found, ({ product }) => product.price_range.min.currency);
  const [most, ...others] = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  return others.map(([currency, [first, ...more]]) => {
    const number = more.length === 0 ? 'it is' : `it and ${more.length} more are`;
    const reason = `${number} priced in ${currency}, most products in ${most?.[0]}: a search with a price finds only those`;
    return { line: first?.line ?? 0, reason };
  });
}

/**
 * The product with a link to its page: its own, or `/products/<id>` below `shopUrl`, where shops of the best known
 * platform have it (the id is the handle). Without `shopUrl`, and for the ids `.` and `..`, the product as it is.
 */
export function withProductLink(product: Product, shopUrl: URL | undefined): Product {
  if (shopUrl === undefined || product.url !== undefined || dotSegments.includes(product.id)) return product;
  const folder = new URL(shopUrl.pathname.replace(/\/*$/, '/'), shopUrl);
  return { ...product, url: new URL(`products/${encodeURIComponent(product.id)}`, folder).href };
}
