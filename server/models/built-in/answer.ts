import type { Detail, Summary } from './catalog-reading.ts';
import type { Intent, Removable, Topic } from './intent.ts';
import type { SearchInput } from './search-input.ts';

export type Question = Pick<
  Extract<Intent, { readonly type: 'details' }>,
  'aspect' | 'size' | 'color' | 'words'
>;

/** The content of a reply, before it is phrased. Its products come from tool results only. */
export type Answer =
  | { readonly type: 'greet' | 'thanks' | 'bye' | 'no' | 'help' | 'identity' | 'unclear' }
  | { readonly type: 'out-of-scope'; readonly topic: Topic }
  | {
      readonly type: 'list';
      readonly page: readonly Summary[];
      readonly total: number;
      /** How many products of this search earlier pages listed. */
      readonly before: number;
      readonly input: SearchInput;
      readonly currency: string;
      readonly excluded: readonly string[];
      /** The original query, when the list is for fewer words. */
      readonly insteadOf: string | undefined;
    }
  | {
      readonly type: 'nothing-found';
      readonly input: SearchInput;
      readonly currency: string;
      readonly loosen: Loosening | undefined;
      /** The product that was compared with, for "cheaper" and "more expensive". */
      readonly than: Summary | undefined;
    }
  | { readonly type: 'no-more'; readonly seen: number; readonly total: number }
  | { readonly type: 'product'; readonly product: Detail; readonly question: Question }
  /** A product without its details. */
  | { readonly type: 'summary'; readonly product: Summary }
  | { readonly type: 'comparison'; readonly products: readonly Summary[] }
  | { readonly type: 'shown-again'; readonly products: readonly Summary[] }
  | { readonly type: 'which-product'; readonly shown: number }
  | { readonly type: 'which-to-compare'; readonly shown: number }
  | { readonly type: 'gone' | 'no-search-yet' | 'cannot-look-up' | 'unreachable' };

/** The filter to remove after a search without results. */
export type Loosening = { readonly what: Removable | 'words'; readonly input: SearchInput };
