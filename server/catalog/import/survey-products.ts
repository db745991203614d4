import type { ImportFindings, Product } from '../../db/records.ts';

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

/**
 * The product with a link to its page: its own, or `/products/<id>` below `shopUrl`, where shops of the best known
 * platform have it (the id is the handle). Without `shopUrl` the product as it is.
 */
export function withProductLink(product: Product, shopUrl: URL | undefined): Product {
  if (shopUrl === undefined || product.url !== undefined) return product;
  const folder = new URL(shopUrl.pathname.replace(/\/*$/, '/'), shopUrl);
  return { ...product, url: new URL(`products/${encodeURIComponent(product.id)}`, folder).href };
}
