import { plainText } from '../../support/plain-text.ts';
import { type Quantity, quantitiesIn } from './quantities.ts';
import type { Step, Tools, Turn } from './conversation.ts';
import { type Choice, type Message, readMessage } from './read-message.ts';
import { productsOf, searchInputSchema } from './tool-results.ts';
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

/** What is being talked about, read from the prompt in each call: the model is stateless. */
export interface State {
  /** The last search that was listed, and how many products it found in all. */
  readonly search: SearchInput | undefined;
  readonly total: number;
  /** The products that the last reply with products named, in its order, and all others, the last spoken of first. */
  readonly shown: readonly Summary[];
  readonly seen: readonly Summary[];
  /** The only one of `shown`, the size and colour that were asked for with it, and how many of it. */
  readonly focus: Summary | undefined;
  readonly chosen: Choice;
  readonly count: number;
  /** Ages that were said: they hold for what is found later, too. */
  readonly ages: readonly Quantity[];
  /** Whom the products are for, in the shopper's word. */
  readonly audience: string | undefined;
  /** The question that the last reply answered with the shop's texts. */
  readonly question: string | undefined;
  readonly currency: string | undefined;
}

const maxSeen = 30;
const unsaid = { search: undefined, focus: undefined, audience: undefined, question: undefined };
const nothing: State = {
  ...unsaid,
  currency: undefined,
  chosen: {},
  count: 1,
  total: 0,
  ages: [],
  shown: [],
  seen: [],
};

export function stateAfter(turns: readonly Turn[]): State {
  return turns.reduce(afterTurn, nothing);
}

function afterTurn(before: State, { said, steps, titles }: Turn): State {
  const message = readMessage(said, before.currency);
  const found = steps.toReversed().flatMap(({ reading }) => productsOf(reading));
  const seen = [...new Map([...found, ...before.seen].map((each) => [each.id, each])).values()];
  const named = titles.flatMap((title) => seen.find((each) => plainText(each.title) === title) ?? []);
  const unique = [...new Set(named)];
  const shown = unique.length > 0 ? unique : before.shown;
  const talkedOf = [...new Map([...shown, ...before.seen, ...seen].map((each) => [each.id, each])).values()];
  const focus = shown.length === 1 ? shown[0] : undefined;
  // What was chosen for a list counts for the product that is taken from it.
  const isSame = before.focus === undefined || before.focus.id === focus?.id;
  const isAboutShop = unique.length === 0 && steps.some(({ tool }) => tool === 'search_shop_knowledge');
  const isNewQuestion = message.topics.length > 0 || before.question === undefined;
  const ages = quantitiesIn(said).filter(({ unit }) => unit === 'month');
  const currencies = steps.map(({ reading }) => (reading.type === 'found' ? reading.currency : undefined));
  return {
    ...searchAfter(before, steps, unique),
    shown,
    seen: talkedOf.slice(0, maxSeen),
    focus,
    chosen: { ...(isSame && before.chosen), ...message.choice },
    count: message.count > 1 || !isSame ? message.count : before.count,
    ages: ages.length > 0 ? ages : before.ages,
    audience: message.audience === 'me' ? undefined : (message.audience ?? before.audience),
    question: !isAboutShop ? undefined : isNewQuestion ? said : before.question,
    currency: currencies.findLast(Boolean) ?? found[0]?.price.currency ?? before.currency,
  };
}

/** A turn that looked at single products only needed to find them by their names. */
function searchAfter(
  before: State,
  steps: readonly Step[],
  named: readonly Summary[],
): Pick<State, 'search' | 'total'> {
  const last = steps.findLast(({ reading }) => reading.type === 'found');
  const isList = steps.every(({ tool }) => tool === 'search_catalog' || tool === 'search_shop_knowledge');
  if (last?.reading.type !== 'found' || !isList || named.length === 0)
    return { search: before.search, total: before.total };
  const search = searchInputSchema.safeParse(last.input).data ?? before.search;
  return { search, total: Math.max(last.reading.total, named.length) };
}
