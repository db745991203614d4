import type { Product } from '../../db/records.ts';
import { type Clock, timestamp } from '../../support/clock.ts';
import { byFrequency } from '../catalog.ts';
import { type LiveShop, LiveShopError, type ShopPage, type ShopSearch } from './live-shop.ts';

/** How long what was read is current. */
const freshMs = 600_000;
/** How long a failure is reported again before the shop is called again. */
const failureMs = 10_000;
const maxPages = 200;
const maxProducts = 2_000;
const maxHosts = 20;
/** The protocol wants every implementation to accept as many. */
const idsPerCall = 10;

/** A product, and one of its variants, that a call is about. */
export interface Wanted {
  readonly id: string;
  readonly variantId?: string | undefined;
  /** Whether all that the shop says about it is wanted. */
  readonly isDetailed?: boolean;
}

interface ReadProduct {
  readonly product: Product;
  readonly readAt: number;
  readonly isDetailed: boolean;
}

interface ReadPage {
  readonly page: Promise<ShopPage>;
  readonly readAt: number;
}

/** What people see of a live shop. */
export interface ShopState {
  /** Of the last response. */
  readonly readAt: string | null;
  /** The sentence of the last failure, until the shop is read again. */
  readonly failure: string | null;
  /** Hosts of the pictures of the products that were read, those of the most products first. */
  readonly imageHosts: readonly { readonly host: string; readonly products: number }[];
}

/**
 * A live shop with a cache: pages by their search, and products by their ids, both for ten minutes. Equal calls at the same
 * time are one call. After a failure the shop is left alone for ten seconds, in which its error is thrown again.
 */
export class CachedShop {
  readonly #shop: LiveShop;
  readonly #clock: Clock;
  readonly #pages = new Map<string, ReadPage>();
  readonly #products = new Map<string, ReadProduct>();
  #failed: { readonly error: LiveShopError; readonly at: number } | undefined;
  #readAt: string | null = null;

  constructor(shop: LiveShop, clock: Clock) {
    this.#shop = shop;
    this.#clock = clock;
  }

  get url(): string {
    return this.#shop.url;
  }

  /** Throws LiveShopError. */
  async search(search: ShopSearch): Promise<ShopPage> {
    const key = JSON.stringify(search);
    const now = this.#clock.monotonic();
    const known = this.#pages.get(key);
    if (known !== undefined && now - known.readAt < freshMs) return known.page;
    const page = this.#read(() => this.#shop.search(search), false);
    setBounded(this.#pages, key, { page, readAt: now }, maxPages);
    page.catch(() => this.#pages.delete(key));
    return page;
  }

  /** Some products of the shop, whatever they are. A shop may want words: then any search will do. Throws LiveShopError. */
  async overview(): Promise<void> {
    try {
      await this.search({});
    } catch (error) {
      if (!(error instanceof LiveShopError && error.failure === 'rejected')) throw error;
      await this.search({ query: 'new' });
    }
  }

  /** Reads those that are not cached. Throws LiveShopError. */
  async lookUp(wanted: readonly Wanted[]): Promise<void> {
    const missing = wanted.filter((each) => !this.#has(each));
    const ids = [...new Set(missing.map(({ id, variantId }) => variantId ?? id))];
    for (let start = 0; start < ids.length; start += idsPerCall) {
      const some = ids.slice(start, start + idsPerCall);
      await this.#read(() => this.#shop.lookUp(some), some.length === 1);
    }
  }

  /** A product that was read within ten minutes. */
  product(id: string): Product | undefined {
    const known = this.#products.get(id);
    return known && this.#clock.monotonic() - known.readAt < freshMs ? known.product : undefined;
  }

  /** That most of the products which were read are priced in; undefined before there are any. */
  currency(): string | undefined {
    return byFrequency(this.#all().map(({ price_range: range }) => range.min.currency))[0]?.[0];
  }

  /** Of the products that were read, most used first. */
  categories(): string[] {
    return byFrequency(this.#all().flatMap(({ categories }) => categories)).map(([name]) => name);
  }

  state(): ShopState {
    const hosts = this.#all().flatMap(({ image_url: image }) => (image ? [new URL(image).host] : []));
    return {
      readAt: this.#readAt,
      failure: this.#failed?.error.message ?? null,
      imageHosts: byFrequency(hosts)
        .slice(0, maxHosts)
        .map(([host, products]) => ({ host, products })),
    };
  }

  #all(): Product[] {
    return [...this.#products.values()].map(({ product }) => product);
  }

  #has({ id, variantId, isDetailed = false }: Wanted): boolean {
    const product = this.product(id);
    if (product === undefined || (isDetailed && this.#products.get(id)?.isDetailed !== true)) return false;
    return variantId === undefined || product.variants.some((variant) => variant.id === variantId);
  }

  async #read(call: () => Promise<ShopPage>, isDetailed: boolean): Promise<ShopPage> {
    this.#requireRested();
    const readAt = this.#clock.monotonic();
    try {
      const page = await call();
      const products = page.products.map((product) => this.#keep(product, readAt, isDetailed));
      this.#failed = undefined;
      this.#readAt = timestamp(this.#clock);
      return { ...page, products };
    } catch (error) {
      if (error instanceof LiveShopError) this.#failed = { error, at: this.#clock.monotonic() };
      throw error;
    }
  }

  // Another search may be accepted after one that was rejected.
  #requireRested(): void {
    const failed = this.#failed;
    if (failed === undefined || failed.error.failure === 'rejected') return;
    if (this.#clock.monotonic() - failed.at < failureMs) throw failed.error;
  }

  /** A response may have only some of the variants: those of an earlier one stay while they are current. */
  #keep(product: Product, readAt: number, isDetailed: boolean): Product {
    const earlier = this.product(product.id);
    const whole = earlier === undefined ? product : withVariantsOf(product, earlier);
    const since = whole === product ? readAt : (this.#products.get(product.id)?.readAt ?? readAt);
    setBounded(this.#products, product.id, { product: whole, readAt: since, isDetailed }, maxProducts);
    return whole;
  }
}

function withVariantsOf(product: Product, earlier: Product): Product {
  const has = new Set(product.variants.map(({ id }) => id));
  const { currency } = product.price_range.min;
  const others = earlier.variants.filter(({ id, price }) => !has.has(id) && price.currency === currency);
  return others.length === 0 ? product : { ...product, variants: [...product.variants, ...others] };
}

function setBounded<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next().value;
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
