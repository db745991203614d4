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
  /** What was shown before, the last first. */
  readonly seen: readonly Summary[];
  /** The product that "it" refers to, and the size and colour that were asked for with it. */
  readonly focus: Summary | undefined;
  readonly chosen: Choice;
  /** How many of it. */
  readonly count: number;
  /** Whom the products are for, in the shopper's word, and the question about the shop of the last turn. */
  readonly audience: string | undefined;
  readonly question: string | undefined;
  readonly currency: string | undefined;
}

const maxSeen = 30;

const unsaid = { search: undefined, focus: undefined, audience: undefined, question: undefined };
const nothing = { ...unsaid, currency: undefined, chosen: {}, count: 1, total: 0 };

export function stateAfter(turns: readonly Turn[]): State {
  return turns.reduce(afterTurn, { ...nothing, shown: [], seen: [] });
}

function afterTurn(before: State, { said, steps }: Turn): State {
  const message = readMessage(said, before.currency);
  const isAboutShop =
    steps.at(-1)?.tool === 'search_shop_knowledge' && steps.every(({ tool }) => tool !== 'get_product');
  const question = message.topics.length > 0 ? said : (before.question ?? said);
  const audience = message.audience === 'me' ? undefined : (message.audience ?? before.audience);
  const after = steps.reduce(afterStep, {
    ...before,
    audience,
    question: isAboutShop ? question : undefined,
  });
  // What was chosen for a list counts for the product that is taken from it.
  const isSame = before.focus === undefined || after.focus?.id === before.focus.id;
  const count = message.count > 1 || !isSame ? message.count : before.count;
  return {
    ...after,
    count,
    chosen: { ...(isSame && before.chosen), ...choiceOf(message) },
  };
}

function afterStep(state: State, { tool, input, reading }: Step, at: number, steps: readonly Step[]): State {
  if (reading.type === 'product') {
    const { product } = reading;
    const focus = { ...product, price: product.price_range.min, colors: [], sizes: [], missing_words: [] };
    return { ...state, focus };
  }
  if (reading.type !== 'found') return state;
  const currency = reading.currency ?? reading.products[0]?.price.currency ?? state.currency;
  // A search for the name of one product is followed by a look at it: the list before stays.
  const isForName = reading.products.length > 1 && steps.slice(at + 1).some((step) => step.tool !== tool);
  if (isForName) return { ...state, currency };
  const search = searchInputSchema.safeParse(input).data ?? state.search;
  const { products: shown } = listedIn(reading);
  if (shown.length === 0) return { ...state, currency, search };
  const total = Math.max(reading.total, shown.length);
  const seen = [...shown, ...state.seen].slice(0, maxSeen);
  return { ...state, currency, search, shown, seen, total, focus: shown.length === 1 ? shown[0] : undefined };
}
