import type { Answer, Question } from './answer.ts';
import type { CatalogToolName, Summary } from './catalog-reading.ts';
import type { CatalogTools } from './catalog-tool-names.ts';
import { currencyDigits } from '../../catalog/money/currency-digits.ts';
import type { Intent, Reference, Wish } from './intent.ts';
import { afterStep, lastPage, listLength, remember } from './memory.ts';
import type { LastSearch, Memory } from './memory.ts';
import { currencyOf, loosen, pivotOf, planSearch, withNewWords } from './plan-search.ts';
import type { Conversation, Step, Turn } from './read-conversation.ts';
import { bestByWords, resolveReference } from './resolve-reference.ts';
import type { SearchInput } from './search-input.ts';
import { understand } from './understand/understand.ts';

/** The next move: call a tool, or answer. */
export type Decision =
  | { readonly type: 'call'; readonly tool: CatalogToolName; readonly input: object }
  | { readonly type: 'answer'; readonly answer: Answer };

type DetailsIntent = Extract<Intent, { readonly type: 'details' }>;

/** Everything that a decision rests on. */
interface Situation {
  readonly intent: Intent;
  readonly memory: Memory;
  readonly steps: readonly Step[];
  readonly tools: CatalogTools;
  /** Whether the shopper answers a question that a search result ended with. */
  readonly afterSearch: boolean;
}

/** Decides on the next move from the conversation alone. A turn takes at most two calls, then it answers. */
export function decide({ earlier, current }: Conversation, tools: CatalogTools): Decision {
  const situation: Situation = {
    intent: understand(current.said),
    memory: remember(earlier),
    steps: current.steps,
    tools,
    afterSearch: endedInSearch(earlier.at(-1)),
  };
  const last = current.steps.at(-1);
  return last === undefined ? begin(situation) : proceed(situation, last);
}

function endedInSearch(turn: Turn | undefined): boolean {
  return turn?.steps.at(-1)?.reading.type === 'found';
}

function say(answer: Answer): Decision {
  return { type: 'answer', answer };
}

function begin(situation: Situation): Decision {
  const { intent, memory } = situation;
  switch (intent.type) {
    case 'search':
    case 'refine':
      return searchFor(situation, wishedSearch(intent, memory, currencyOf(intent.wish, memory)));
    case 'more':
      return more(situation);
    case 'yes':
      return accept(situation);
    case 'details':
      return details(situation, intent);
    case 'compare':
      return compare(situation, intent.of);
    case 'shown-again':
      return memory.shown.length === 0
        ? say({ type: 'which-product', shown: 0 })
        : say({ type: 'shown-again', products: memory.shown });
    case 'out-of-scope':
      return say({ type: 'out-of-scope', topic: intent.topic });
    case 'greet':
    case 'thanks':
    case 'bye':
    case 'no':
    case 'help':
    case 'identity':
    case 'unclear':
      return say({ type: intent.type });
    default:
      return intent satisfies never;
  }
}

function wishedSearch(
  intent: Extract<Intent, { readonly wish: Wish }>,
  memory: Memory,
  currency: string,
): SearchInput {
  const last = intent.type === 'refine' ? memory.search?.input : undefined;
  const base = last !== undefined && intent.type === 'refine' && intent.replaces ? withNewWords(last) : last;
  return planSearch(intent.wish, base, memory, currency);
}

function searchFor({ tools }: Situation, input: SearchInput): Decision {
  return tools.search_catalog === undefined
    ? say({ type: 'cannot-look-up' })
    : { type: 'call', tool: 'search_catalog', input };
}

const mostListed = 20;

function more(situation: Situation): Decision {
  const { search } = situation.memory;
  if (search === undefined) return say({ type: 'no-search-yet' });
  const seen = search.seen.length;
  if (seen >= search.total || seen >= mostListed) return say({ type: 'no-more', seen, total: search.total });
  return searchFor(situation, { ...search.input, limit: Math.min(mostListed, seen + listLength) });
}

/** "Yes" to what the last list offered. */
function accept(situation: Situation): Decision {
  const { memory, afterSearch } = situation;
  const { search, shown } = memory;
  if (search === undefined || !afterSearch) return say({ type: 'which-product', shown: shown.length });
  const looser = search.total === 0 ? loosen(search.input) : undefined;
  if (looser !== undefined) return searchFor(situation, looser.input);
  if (search.total > search.seen.length) return more(situation);
  const first: Reference = { type: 'index', index: 1 };
  if (search.total === 1)
    return details(situation, { type: 'details', of: first, aspect: 'everything', words: [] });
  return say({ type: 'which-product', shown: shown.length });
}

function details(situation: Situation, intent: DetailsIntent): Decision {
  const { memory } = situation;
  const product = resolveReference(intent.of, memory) ?? onlyShown(intent.of, memory);
  if (product !== undefined) return lookAt(situation, product);
  if (intent.of.type !== 'words') return say({ type: 'which-product', shown: memory.shown.length });
  return searchFor(situation, { query: intent.of.words.join(' ').slice(0, 300), limit: listLength });
}

function onlyShown({ type }: Reference, { shown }: Memory): Summary | undefined {
  return type === 'focus' && shown.length === 1 ? shown[0] : undefined;
}

function lookAt({ tools, steps }: Situation, product: Summary): Decision {
  return tools.get_product === undefined || steps.length > 1
    ? say({ type: 'summary', product })
    : { type: 'call', tool: 'get_product', input: { id: product.id } };
}

const mostCompared = 4;

function compare({ memory, tools }: Situation, references: readonly Reference[]): Decision {
  const named = references.flatMap((each) => resolveReference(each, memory) ?? []);
  const products = (references.length === 0 ? memory.shown : named).slice(0, mostCompared);
  const ids = [...new Set(products.map(({ id }) => id))];
  if (ids.length < 2 || named.length < references.length) {
    return say({ type: 'which-to-compare', shown: memory.shown.length });
  }
  return tools.lookup_catalog === undefined
    ? say({ type: 'comparison', products })
    : { type: 'call', tool: 'lookup_catalog', input: { ids } };
}

function proceed(situation: Situation, step: Step): Decision {
  const { reading } = step;
  switch (reading.type) {
    case 'found':
      return afterFound(situation, step);
    case 'product':
      return say({ type: 'product', product: reading.product, question: questionOf(situation.intent) });
    case 'looked-up':
      return say(
        reading.products.length < 2 ? { type: 'gone' } : { type: 'comparison', products: reading.products },
      );
    case 'missing':
      return say({ type: 'gone' });
    case 'failed':
      return say({ type: 'unreachable' });
    default:
      return reading satisfies never;
  }
}

function questionOf(intent: Intent): Question {
  return intent.type === 'details' ? intent : { aspect: 'everything', words: [] };
}

function afterFound(situation: Situation, step: Step): Decision {
  const { intent, memory } = situation;
  const now = afterStep(memory, step);
  const { search } = now;
  const named = namedProduct(intent, lastPage(now));
  if (named !== undefined) return lookAt(situation, named);
  if (search === undefined) return say({ type: 'unreachable' });
  return inOtherCurrency(situation, now) ?? say(listOrNothing(situation, now, search));
}

// "What sizes does the wool coat come in?" asked out of the blue: find it first.
function namedProduct(intent: Intent, page: readonly Summary[]): Summary | undefined {
  if (intent.type !== 'details' || intent.of.type !== 'words') return undefined;
  return bestByWords(intent.of.words, page) ?? (page.length === 1 ? page[0] : undefined);
}

// The first search took "5000" for dollars, but the shop's prices are in yen: ask again with the right bounds.
function inOtherCurrency({ intent, memory, steps, tools }: Situation, now: Memory): Decision | undefined {
  if (!('wish' in intent) || intent.wish.price === undefined || steps.length > 1) return undefined;
  const assumed = currencyOf(intent.wish, memory);
  const actual = lastPage(now)[0]?.price.currency ?? assumed;
  if (currencyDigits(actual) === currencyDigits(assumed) || tools.search_catalog === undefined)
    return undefined;
  return { type: 'call', tool: 'search_catalog', input: wishedSearch(intent, memory, actual) };
}

function listOrNothing({ intent, memory }: Situation, now: Memory, search: LastSearch): Answer {
  const page = lastPage(now);
  const before = search.seen.length - page.length;
  const wish = 'wish' in intent ? intent.wish : undefined;
  const currency = page[0]?.price.currency ?? currencyOf(wish, memory);
  const { input, total } = search;
  if (page.length > 0)
    return { type: 'list', page, total, before, input, currency, excluded: wish?.excluded ?? [] };
  if (before > 0) return { type: 'no-more', seen: before, total };
  const than = wish === undefined ? undefined : pivotOf(wish, memory);
  return { type: 'nothing-found', input, currency, loosen: loosen(input), than };
}
