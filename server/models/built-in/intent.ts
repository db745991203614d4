/** Which product of those shown a shopper means. */
export type Reference =
  /** Counted from 1, as the list is numbered. */
  | { readonly type: 'index'; readonly index: number }
  /** Counted from 1 at the end of the list. */
  | { readonly type: 'from-end'; readonly index: number }
  | { readonly type: 'cheapest' }
  | { readonly type: 'dearest' }
  /** "it", "that one". */
  | { readonly type: 'focus' }
  /** "the wool jacket": words that its title should have. */
  | { readonly type: 'words'; readonly words: readonly string[] };

/** What a question about one product is after. */
export type Aspect = 'everything' | 'sizes' | 'colors' | 'price' | 'stock' | 'fact';

/** Money in major units (dollars), as people say it. */
export interface MoneyBounds {
  readonly min?: { readonly amount: number; readonly exclusive: boolean };
  readonly max?: { readonly amount: number; readonly exclusive: boolean };
  /** ISO 4217, where the shopper named one. */
  readonly currency?: string;
}

export type Removable = 'price' | 'size' | 'color' | 'stock';

/** What a shopper wants to see. */
export interface Wish {
  /** The free words, in order: what remains after every filter was taken out. */
  readonly words: readonly string[];
  /** The one of several words that names the thing: the tent of "a tent for four people". */
  readonly head?: string;
  readonly color?: string;
  readonly size?: string;
  readonly price?: MoneyBounds;
  readonly inStock?: boolean;
  readonly sort?: 'price_asc' | 'price_desc';
  /** Against what was shown before. */
  readonly relative?: 'cheaper' | 'dearer';
  /** "cheaper than the second one" */
  readonly relativeTo?: Reference;
  /** Words after "not" or "without": a search cannot leave products out. */
  readonly excluded: readonly string[];
  /** Filters of the last search that no longer hold. */
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

/** Messages that are one of these and nothing else. */
export type SmallTalk = 'greet' | 'thanks' | 'bye' | 'yes' | 'no' | 'help' | 'identity' | 'more';

/** What one message of a shopper asks for. */
export type Intent =
  | { readonly type: SmallTalk | 'unclear' }
  | { readonly type: 'out-of-scope'; readonly topic: Topic }
  | { readonly type: 'search'; readonly wish: Wish }
  /** Changes the last search: `replaces` takes new words in place of the old ones. */
  | { readonly type: 'refine'; readonly wish: Wish; readonly replaces: boolean }
  | {
      readonly type: 'details';
      readonly of: Reference;
      readonly aspect: Aspect;
      readonly size?: string;
      readonly color?: string;
      /** Of a fact asked for: "waterproof". */
      readonly words: readonly string[];
    }
  /** About all that was shown: "what sizes do they come in?" */
  | { readonly type: 'shown-again'; readonly aspect: Aspect }
  /** No references: all that was shown. */
  | { readonly type: 'compare'; readonly of: readonly Reference[] };
