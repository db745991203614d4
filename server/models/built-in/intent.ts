/** How a shopper refers to a product. */
export type Reference =
  /** The number in the list, from 1. */
  | { readonly type: 'index'; readonly index: number }
  /** From the end of the list, from 1. */
  | { readonly type: 'from-end'; readonly index: number }
  | { readonly type: 'cheapest' }
  | { readonly type: 'dearest' }
  /** "it", "that one". */
  | { readonly type: 'focus' }
  /** "the wool jacket": words that its title should have. */
  | { readonly type: 'words'; readonly words: readonly string[] };

/** The subject of a question about one product. */
export type Aspect = 'everything' | 'sizes' | 'colors' | 'price' | 'stock' | 'fact';

/** Prices in major units, such as dollars. */
export interface MoneyBounds {
  readonly min?: { readonly amount: number; readonly exclusive: boolean };
  readonly max?: { readonly amount: number; readonly exclusive: boolean };
  /** ISO 4217, where the shopper named one. */
  readonly currency?: string;
}

export type Removable = 'price' | 'size' | 'color' | 'stock';

/** What a shopper wants to see. */
export interface Wish {
  /** The remaining words, in order, without those of filters. */
  readonly words: readonly string[];
  /** The word that names the product: "tent" in "a tent for four people". */
  readonly head?: string;
  readonly color?: string;
  readonly size?: string;
  readonly price?: MoneyBounds;
  readonly inStock?: boolean;
  readonly sort?: 'price_asc' | 'price_desc';
  /** Compared with the products shown before. */
  readonly relative?: 'cheaper' | 'dearer';
  /** "cheaper than the second one" */
  readonly relativeTo?: Reference;
  /** Words after "not" or "without", which the search cannot exclude. */
  readonly excluded: readonly string[];
  /** Filters of the last search to remove. */
  readonly removed: readonly Removable[];
}

export type Topic =
  | 'orders'
  | 'buying'
  | 'returns'
  | 'delivery'
  | 'opening-hours'
  | 'payment'
  | 'discounts'
  | 'account'
  | 'human'
  | 'medical'
  | 'instructions'
  | 'general';

/** Messages that contain nothing else. */
export type SmallTalk = 'greet' | 'thanks' | 'bye' | 'yes' | 'no' | 'help' | 'identity' | 'more';

/** What a shopper's message asks for. */
export type Intent =
  | { readonly type: SmallTalk | 'unclear' }
  | { readonly type: 'out-of-scope'; readonly topic: Topic }
  | { readonly type: 'search'; readonly wish: Wish }
  /** Changes the last search; with `replaces`, new words replace the old ones. */
  | { readonly type: 'refine'; readonly wish: Wish; readonly replaces: boolean }
  | {
      readonly type: 'details';
      readonly of: Reference;
      readonly aspect: Aspect;
      readonly size?: string;
      readonly color?: string;
      /** The fact asked for, such as "waterproof". */
      readonly words: readonly string[];
    }
  /** About all products shown: "what sizes do they come in?" */
  | { readonly type: 'shown-again'; readonly aspect: Aspect }
  /** Without references: all products shown. */
  | { readonly type: 'compare'; readonly of: readonly Reference[] };
