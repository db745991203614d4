import type { Detail, Summary } from './catalog-reading.ts';
import type { Intent, Removable, Topic } from './intent.ts';
import type { SearchInput } from './search-input.ts';

export type Question = Pick<
  Extract<Intent, { readonly type: 'details' }>,
  'aspect' | 'size' | 'color' | 'words'
>;

/** What to say, before it is put into words. Products in it are the tools' own. */
export type Answer =
  | { readonly type: 'greet' | 'thanks' | 'bye' | 'no' | 'help' | 'identity' | 'unclear' }
  | { readonly type: 'out-of-scope'; readonly topic: Topic }
  | {
      readonly type: 'list';
      readonly page: readonly Summary[];
      readonly total: number;
      /** How many of this search were listed before this page. */
      readonly before: number;
      readonly input: SearchInput;
      readonly currency: string;
      readonly excluded: readonly string[];
      /** The words that nothing had all of, where the list is for fewer. */
      readonly insteadOf: string | undefined;
    }
  | {
      readonly type: 'nothing-found';
      readonly input: SearchInput;
      readonly currency: string;
      readonly loosen: Loosening | undefined;
      /** The product that nothing is cheaper (or dearer) than. */
      readonly than: Summary | undefined;
    }
  | { readonly type: 'no-more'; readonly seen: number; readonly total: number }
  | { readonly type: 'product'; readonly product: Detail; readonly question: Question }
  /** What is known of a product without looking it up. */
  | { readonly type: 'summary'; readonly product: Summary }
  | { readonly type: 'comparison'; readonly products: readonly Summary[] }
  | { readonly type: 'shown-again'; readonly products: readonly Summary[] }
  | { readonly type: 'which-product'; readonly shown: number }
  | { readonly type: 'which-to-compare'; readonly shown: number }
  | { readonly type: 'gone' | 'no-search-yet' | 'cannot-look-up' | 'unreachable' };

/** The one filter to leave out where a search found nothing. */
export type Loosening = { readonly what: Removable | 'words'; readonly input: SearchInput };
