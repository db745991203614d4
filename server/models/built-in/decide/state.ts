import type { Step, Turn } from '../read-conversation.ts';
import { isSameSearch, readSearchInput, type SearchInput } from '../search-input.ts';
import type { Detail, Found, Summary } from '../tool-results.ts';

export const pageLength = 5;

/** The last search, without the words that the catalogue did not know. */
export interface LastSearch {
  readonly input: SearchInput;
  readonly total: number;
  /** All listed products of the search, over all pages. */
  readonly seen: readonly Summary[];
  /** What the last page added. */
  readonly page: readonly Summary[];
}

/** What earlier turns established, derived from the prompt in each call: the model is stateless. */
export interface State {
  readonly search: LastSearch | undefined;
  /** The list that "the second one" refers to. */
  readonly shown: readonly Summary[];
  /** The product that "it" refers to. */
  readonly focus: Summary | undefined;
  readonly currency: string;
}

const initial: State = { search: undefined, shown: [], focus: undefined, currency: 'USD' };

export function stateAfter(turns: readonly Turn[]): State {
  return turns.flatMap(({ steps }) => steps).reduce(afterStep, initial);
}

/** The state after one more tool call, of this or another model. */
function afterStep(state: State, { input, reading }: Step): State {
  if (reading.type === 'product') return { ...state, focus: summaryOf(reading.product, state.shown) };
  return reading.type === 'found' ? afterSearch(state, readSearchInput(input), reading) : state;
}

function afterSearch(state: State, input: SearchInput, found: Found): State {
  const understood = understoodInput(input, found);
  const { search } = state;
  // Of a message with unknown words only, the other wishes stay.
  if (input.query !== undefined && understood.query === undefined) {
    const query = search?.input.query;
    const kept = query === undefined ? understood : { ...understood, query };
    return { ...state, search: { total: 0, seen: [], page: [], ...search, input: kept } };
  }
  const isNextPage =
    search !== undefined && isSameSearch(search.input, understood) && input.limit > search.input.limit;
  const before = isNextPage ? search.seen : [];
  const page = found.products.filter(({ id }) => before.every((each) => each.id !== id)).slice(0, pageLength);
  return {
    search: {
      input: understood,
      total: Math.max(found.total, found.products.length),
      seen: [...before, ...page],
      page,
    },
    shown: page.length === 0 ? state.shown : page,
    focus: page.length === 0 ? state.focus : page.length === 1 ? page[0] : undefined,
    currency: found.currency ?? page[0]?.price.currency ?? state.currency,
  };
}

/** The search with only the words that were found, in the shop's spelling. */
export function understoodInput(input: SearchInput, found: Found): SearchInput {
  const { query, ...rest } = input;
  const ignored = [...found.unknown_words, ...found.unmatched_words];
  const instead = new Map(found.did_you_mean.map(({ word, instead: words }) => [word, words.join(' ')]));
  const words = (query ?? '').split(' ').filter((word) => word !== '' && !ignored.includes(word));
  const understood = words.map((word) => instead.get(word) ?? word).join(' ');
  return understood === '' ? rest : { query: understood, ...rest };
}

function summaryOf(product: Detail, shown: readonly Summary[]): Summary {
  const { id, title, available, price_range: range } = product;
  return (
    shown.find((each) => each.id === id) ?? { id, title, available, price: range.min, colors: [], sizes: [] }
  );
}
