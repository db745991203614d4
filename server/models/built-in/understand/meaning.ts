import type { Price } from './read-price.ts';
import type { Size } from './read-size.ts';

/** Messages that have nothing else in them. */
export const talks = [
  'greeting',
  'thanks',
  'bye',
  'yes',
  'no',
  'help',
  'identity',
  'more',
  'again',
  'reset',
  'browse',
] as const;
export type Talk = (typeof talks)[number];

/** What is asked about a product. */
export type Aspect = 'price' | 'stock' | 'sizes' | 'colors' | 'oldPrice' | 'more' | 'fact';

/** A product that was listed: its number from 1, or counted from the end from -1. */
export type Reference = number | 'cheapest' | 'dearest';

export type Liftable = 'color' | 'size' | 'price' | 'stock' | 'sale';

/** Everything that a message says, before the conversation is considered. */
export interface Meaning {
  readonly talk: Talk | undefined;
  readonly swears: boolean;
  readonly contact: boolean;
  readonly policy: boolean;
  readonly ownOrder: boolean;
  readonly codes: boolean;
  readonly outside: boolean;
  /** A question such as "who" or "how do I", not a wish. */
  readonly isQuestion: boolean;
  /** The words that may name or describe products; what the product is comes last. */
  readonly words: readonly string[];
  /** How many of the last words say what the product is: one in "raincoat for dogs". */
  readonly thingLength: number;
  readonly colors: readonly string[];
  readonly size: Size | undefined;
  readonly price: Price | undefined;
  readonly inStock: boolean;
  readonly onSale: boolean;
  readonly sort: 'price_asc' | 'price_desc' | undefined;
  readonly relative: 'cheaper' | 'dearer' | 'bigger' | 'smaller' | undefined;
  readonly excluded: readonly string[];
  readonly lifted: readonly Liftable[];
  /** Words that are no longer wanted, or no longer excluded. */
  readonly dropped: readonly string[];
  readonly references: readonly Reference[];
  /** "it", "them" */
  readonly pronoun: 'it' | 'them' | undefined;
  /** "the wool jacket" in place of "a wool jacket" */
  readonly isDefinite: boolean;
  /** "red ones" */
  readonly hasOnes: boolean;
  /** "ones", "only", "with": adds to the last search. */
  readonly adds: boolean;
  /** "a", "show me", a plural: names another product. */
  readonly replaces: boolean;
  /** "something red": whatever it is. */
  readonly isFresh: boolean;
  /** "the cheapest thing you sell": of the whole shop */
  readonly isOverall: boolean;
  readonly aspect: Aspect | undefined;
}
