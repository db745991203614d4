import type { Step, Tools, Turn } from '../conversation.ts';
import { filtersSetBy } from '../read/edits.ts';
import { readMessage, type Reference } from '../read/message.ts';
import type { Found, Reading, SearchFilters, SearchInput, Summary, ToolName } from '../tool-results.ts';
import { pageLength, readSearchInput, understoodInput } from '../tool-results.ts';

export type Call = { readonly tool: ToolName; readonly input: object };

/** The course of a reply: yields tool calls, receives their results, and returns the text. */
export type Course<Result = string> = Generator<Call, Result, Reading>;

/** What a course may use. */
export interface Context {
  readonly said: string;
  /** After the turns before this one. */
  readonly state: State;
  readonly tools: Tools;
}

/** What earlier turns established, derived from the prompt in each call: the model is stateless. */
export interface State {
  /** The last search, without the words that the catalogue did not know. */
  readonly search: SearchInput | undefined;
  readonly total: number;
  /** How many products of the search were listed, over all pages. */
  readonly listed: number;
  /** The list that "the second one" refers to. */
  readonly shown: readonly Summary[];
  /** The product that "it" refers to. */
  readonly focus: Summary | undefined;
  /** The wishes that it was found by or asked for with, such as colour and size. */
  readonly chosen: SearchFilters;
  readonly currency: string;
}

const nothing = { search: undefined, total: 0, listed: 0, shown: [], focus: undefined, chosen: {} };
const initial: State = { ...nothing, currency: 'USD' };

export function stateAfter(turns: readonly Turn[]): State {
  const all = turns.flatMap(({ said, steps }) => steps.map((step) => ({ said, ...step })));
  return all.reduce(afterStep, initial);
}

/** The state after one more tool call, of this or another model. */
function afterStep(state: State, { said, input, reading }: Step & { readonly said: string }): State {
  if (reading.type === 'found') return afterSearch(state, readSearchInput(input), reading);
  if (reading.type !== 'product') return state;
  const { id, title, available, price_range: range } = reading.product;
  const listed = state.shown.find((each) => each.id === id);
  const focus = listed ?? { id, title, available, price: range.min, colors: [], sizes: [] };
  const before = state.focus === undefined || state.focus.id === id ? state.chosen : {};
  const now = filtersSetBy(readMessage(said).flatMap(({ edits }) => edits));
  return { ...state, focus, chosen: { ...before, ...now } };
}

function afterSearch(state: State, input: SearchInput, found: Found): State {
  const understood = understoodInput(input, found);
  const { search, listed: before } = state;
  // Of a message with unknown words only, the other wishes stay.
  if (input.query !== undefined && understood.query === undefined)
    return { ...state, search: { ...understood, query: search?.query } };
  const isNextPage = search !== undefined && isSameSearch(search, understood) && input.limit > search.limit;
  const start = isNextPage ? before : 0;
  const page = found.products.slice(start, start + pageLength);
  return {
    search: understood,
    total: Math.max(found.total, found.products.length),
    listed: start + page.length,
    shown: page.length === 0 ? state.shown : page,
    focus: page.length > 1 ? undefined : (page[0] ?? state.focus),
    chosen: understood.filters ?? {},
    currency: found.currency ?? page[0]?.price.currency ?? state.currency,
  };
}

type Sort = SearchInput['sort'];

/** The input of a search for words, within the tool's limits. */
export function searchFor(words: readonly string[], filters: SearchFilters, sort?: Sort): SearchInput {
  const isEmpty = Object.values(filters).every((value) => value === undefined);
  const query = words.join(' ').slice(0, 300) || undefined;
  return { query, filters: isEmpty ? undefined : filters, sort, limit: pageLength };
}

export function isSameSearch(left: SearchInput, right: SearchInput): boolean {
  return JSON.stringify({ ...left, limit: 0 }) === JSON.stringify({ ...right, limit: 0 });
}

/** The products of a list that ordinals and superlatives refer to. */
export function referredProducts(references: readonly Reference[], { shown, focus }: State): Summary[] {
  const byPrice = shown.toSorted((left, right) => left.price.amount - right.price.amount);
  const referred = references.map((reference) => {
    if (reference === 'other')
      return shown.length === 2 ? shown.find(({ id }) => id !== focus?.id) : undefined;
    if (typeof reference === 'number') return shown.at(reference > 0 ? reference - 1 : reference);
    return byPrice.at(reference === 'cheapest' ? 0 : -1);
  });
  return [...new Set(referred.flatMap((product) => product ?? []))];
}
