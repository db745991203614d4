import type { ImportFindings, Product } from '../../db/records.ts';
import type { RowNote } from './import-event.ts';

/** The pages that a URL cannot name: its parser resolves these segments, encoded or not. */
const dotSegments = ['.', '..'];

/** Counts what products lack for a card in the chat, without keeping them. */
export class CatalogSurvey {
  readonly #lacking = { withoutLink: 0, withoutPicture: 0, withoutPrice: 0, withoutQuantity: 0 };
  readonly #imageHosts = new Map<string, number>();
  readonly #currencies = new Map<string, { readonly firstLine: number; products: number }>();

  add(line: number, { url, image_url: image, price_range: range, variants }: Product): void {
    if (url === undefined) this.#lacking.withoutLink += 1;
    if (image === undefined) this.#lacking.withoutPicture += 1;
    else this.#addHost(new URL(image).host);
    if (range.min.amount === 0) this.#lacking.withoutPrice += 1;
    if (variants.every(({ quantity }) => quantity === undefined)) this.#lacking.withoutQuantity += 1;
    const { currency } = range.min;
    const found = this.#currencies.get(currency);
    if (found === undefined) this.#currencies.set(currency, { firstLine: line, products: 1 });
    else found.products += 1;
  }

  /** The findings, and a warning for each currency but the one of the most products, at its first line. */
  read(): { readonly findings: Omit<ImportFindings, 'warnings'>; readonly warnings: RowNote[] } {
    const imageHosts = [...this.#imageHosts]
      .map(([host, products]) => ({ host, products }))
      .toSorted((a, b) => b.products - a.products);
    const [most, ...others] = [...this.#currencies].toSorted(([, a], [, b]) => b.products - a.products);
    const warnings = others.map(([currency, { firstLine, products }]) => {
      const number = products === 1 ? 'it is' : `it and ${products - 1} more are`;
      const reason = `${number} priced in ${currency}, most products in ${most?.[0]}: a search with a price finds only those`;
      return { line: firstLine, reason };
    });
    return { findings: { ...this.#lacking, imageHosts }, warnings };
  }

  #addHost(host: string): void {
    this.#imageHosts.set(host, (this.#imageHosts.get(host) ?? 0) + 1);
  }
}

/**
 * The product with a link to its page: its own, or `/products/<id>` below `shopUrl`, where shops of the best known
 * platform have it (the id is the handle). Without `shopUrl`, and for the ids `.` and `..`, the product as it is.
 */
export function withProductLink(product: Product, shopUrl: URL | undefined): Product {
  if (shopUrl === undefined || product.url !== undefined || dotSegments.includes(product.id)) return product;
  const { pathname } = shopUrl;
  const folder = new URL(pathname.endsWith('/') ? pathname : `${pathname}/`, shopUrl);
  return { ...product, url: new URL(`products/${encodeURIComponent(product.id)}`, folder).href };
}
