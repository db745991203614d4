import type { Detail, Summary } from './catalog-reading.ts';
import type { Step, Turn } from './read-conversation.ts';
import { isSameSearch, readSearchInput } from './search-input.ts';
import type { SearchInput } from './search-input.ts';

export const listLength = 5;

/** The last search and its products that were listed. */
export interface LastSearch {
  readonly input: SearchInput;
  readonly total: number;
  /** All listed products of the search, over all pages. */
  readonly seen: readonly Summary[];
  /** How many products the last page listed. */
  readonly listed: number;
}

/** What earlier turns established, derived from the prompt in each call: the model is stateless. */
export interface Memory {
  readonly search: LastSearch | undefined;
  /** The list that "the second one" refers to. */
  readonly shown: readonly Summary[];
  /** The product that "it" refers to. */
  readonly focus: Summary | undefined;
  /** All products listed so far, the latest first. */
  readonly known: readonly Summary[];
}

const nothing: Memory = { search: undefined, shown: [], focus: undefined, known: [] };

/** The memory after these turns. */
export function memoryOf(turns: readonly Turn[]): Memory {
  return turns.flatMap((turn) => turn.steps).reduce(afterStep, nothing);
}

/** The memory after one more tool call, of this or another model. */
export function afterStep(memory: Memory, { input, reading }: Step): Memory {
  switch (reading.type) {
    case 'found':
      return afterSearch(memory, readSearchInput(input), reading.products, reading.total);
    case 'product':
      return { ...memory, focus: summaryOf(reading.product, memory.known) };
    case 'looked-up':
      // A comparison is a numbered list, too.
      return reading.products.length < 2 ? memory : { ...memory, focus: undefined, shown: reading.products };
    case 'missing':
    case 'failed':
      return memory;
    default:
      return reading satisfies never;
  }
}

function afterSearch(
  memory: Memory,
  input: SearchInput,
  products: readonly Summary[],
  total: number,
): Memory {
  const { search } = memory;
  const continued =
    search !== undefined && isSameSearch(search.input, input) && input.limit > search.input.limit;
  const before = continued ? search.seen : [];
  const page = products.filter(({ id }) => before.every((each) => each.id !== id)).slice(0, listLength);
  return {
    search: {
      input,
      total: Math.max(total, products.length),
      seen: [...before, ...page],
      listed: page.length,
    },
    shown: page.length === 0 ? memory.shown : page,
    focus: page.length === 1 ? page[0] : undefined,
    known: [...page, ...memory.known.filter(({ id }) => page.every((each) => each.id !== id))],
  };
}

function summaryOf(product: Detail, listed: readonly Summary[]): Summary {
  const { id, title, description, available, price_range } = product;
  return (
    listed.find((each) => each.id === id) ?? {
      id,
      title,
      description,
      available,
      price: price_range.min,
      colors: [],
      sizes: [],
    }
  );
}

/** The products that the last search added. */
export function lastPage({ search }: Memory): readonly Summary[] {
  return search === undefined ? [] : search.seen.slice(search.seen.length - search.listed);
}
