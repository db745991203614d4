/** Money in the currency's minor unit (cents for USD), as catalogue protocols carry it. */
export interface Price {
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

/** One buyable form of a product: a size, a colour, or both. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  readonly sku?: string;
  readonly price: Price;
  readonly compare_at_price?: Price;
  /** Option name to chosen value, for example `{ "Color": "Blue", "Size": "M" }`. */
  readonly options: Readonly<Record<string, string>>;
  readonly available: boolean;
  /** Units on hand; absent where the source does not track it. */
  readonly quantity?: number;
}

export interface Product {
  /** Unique within a store: the shop's handle or feed id. */
  readonly id: string;
  readonly title: string;
  /** Plain text; markup is removed at import. */
  readonly description: string;
  readonly brand?: string;
  /** The shop's own category words, most general first. */
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** Absolute http(s) addresses. */
  readonly url?: string;
  readonly image_url?: string;
  readonly price_range: { readonly min: Price; readonly max: Price };
  readonly available: boolean;
  readonly variants: readonly Variant[];
}
