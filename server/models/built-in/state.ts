import type { Step, Tools, Turn } from './conversation.ts';
import { type Choice, choiceOf, type Message, readMessage } from './read-message.ts';
import { listedIn, searchInputSchema } from './tool-results.ts';
import type { Reading, SearchInput, Summary, ToolName } from './tool-results.ts';

export type Call = { readonly tool: ToolName; readonly input: object };

/** The course of a reply: yields tool calls, receives their results, and returns the text. */
export type Course<Result = string> = Generator<Call, Result, Reading>;

/** What a course may use: a message, the state before it, and the tools that are there. */
export interface Context {
  readonly message: Message;
  readonly state: State;
  readonly tools: Tools;
}

/** What earlier turns established, read from the prompt in each call: the model is stateless. */
export interface State {
  /** The last search, the list of it that "the second one" refers to, and how many there are in all. */
  readonly search: SearchInput | undefined;
  readonly shown: readonly Summary[];
  readonly total: number;
  /** The product that "it" refers to, and the size and colour that were asked for with it. */
  readonly focus: Summary | undefined;
  readonly chosen: Choice;
  /** How many of it. */
  readonly count: number;
  /** The question about the shop of the last turn. */
  readonly question: string | undefined;
  readonly currency: string | undefined;
}

const unsaid = { search: undefined, focus: undefined, question: undefined };
const nothing = { ...unsaid, currency: undefined, chosen: {}, count: 1, total: 0 };

export function stateAfter(turns: readonly Turn[]): State {
  return turns.reduce(afterTurn, { ...nothing, shown: [] });
}

function afterTurn(before: State, { said, steps }: Turn): State {
  const message = readMessage(said, before.currency);
  const isAboutShop =
    steps.at(-1)?.tool === 'search_shop_knowledge' && steps.every(({ tool }) => tool !== 'get_product');
  const after = steps.reduce(afterStep, {
    ...before,
    question: isAboutShop ? said : undefined,
  });
  // What was chosen for a list counts for the product that is taken from it.
  const isSame = before.focus === undefined || after.focus?.id === before.focus.id;
  return {
    ...after,
    count: message.count,
    chosen: { ...(isSame && before.chosen), ...choiceOf(message) },
  };
}

function afterStep(state: State, { input, reading }: Step): State {
  if (reading.type === 'product') {
    const { product } = reading;
    const focus = { ...product, price: product.price_range.min, colors: [], sizes: [], missing_words: [] };
    return { ...state, focus };
  }
  if (reading.type !== 'found') return state;
  const currency = reading.currency ?? reading.products[0]?.price.currency ?? state.currency;
  const search = searchInputSchema.safeParse(input).data ?? state.search;
  const shown = listedIn(reading);
  if (shown.length === 0) return { ...state, currency, search };
  const total = Math.max(reading.total, shown.length);
  return { ...state, currency, search, shown, total, focus: shown.length === 1 ? shown[0] : undefined };
}
