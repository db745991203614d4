import { languageOf, withoutFunctionWords } from '../../catalog/search/language-of.ts';
import { contentTerms } from '../../catalog/search/retail-language.ts';
import { termsOf } from '../../catalog/search/terms.ts';
import { numbered } from './describe.ts';
import { askedTerms, compare, explainedBy, factsOf, total } from './facts.ts';
import { find, showMore } from './find.ts';
import { choiceOf, isStatement, type Message } from './read-message.ts';
import { fitOf, quantitiesIn } from './quantities.ts';
import { others, referredProducts, spokenOf } from './references.ts';
import {
  type About,
  aboutOrder,
  asksForOrder,
  cannotKnow,
  isBrief,
  nothingAbout,
  textsAbout,
} from './shop-texts.ts';
import type { Context, Course } from './state.ts';
import type { Summary } from './tool-results.ts';
import { sentences } from './words/phrases.ts';
import { replies } from './words/replies.ts';

const talks = ['insult', 'identity', 'help', 'bye', 'thanks', 'no', 'yes', 'greeting'] as const;
const polite = ['greeting', 'thanks', 'bye'] as const;
const wishes = ['wants', 'cheapest', 'cheaper', 'onSale', 'more'] as const;
const aspects = ['price', 'stock', 'choice', 'details', 'buy', 'safety'] as const;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'last'] as const;
/** What has less evidence is not said. */
const minScore = 0.5;
const minSearch = 0.6;
/** A message that names nothing is rather about what is spoken of. */
const followUp = 0.6;
/** What a question finds by words that name no thing is hardly an answer. */
const unnamedFactor = 0.5;
const startsDefinite =
  /^(?:(?:ok|and|so|what about|how about|about),? )*(?:the|that|this|those|these|your)\b/;

/** The reply to a message: talk, a sum, or the act for which there is most evidence; without any, that it is not known. */
export function* respond(context: Context): Course {
  const { message } = context;
  const { marks, said, things, topics, count } = message;
  if (marks.has('attack')) return replies.declined;
  const isRemark = things.length + topics.length === 0 && (marks.has('insult') || marks.has('identity'));
  if (message.isTalk || isRemark) return yield* talk(context);
  const language = languageOf(said) ?? '';
  const sentence = sentences.get(language);
  if (sentence !== undefined) return yield* respondInEnglish(sentence, language, context);
  if (asksForOrder(context)) return yield* aboutOrder(context);
  // "2 of them please": a number, and nothing else that is said of them.
  const isCount = count > 1 && contentTerms(message.query).every((term) => /^\d+$/.test(term));
  if (
    marks.has('total') ||
    (count > 1 && marks.has('price')) ||
    (isCount && (marks.has('pronoun') || marks.has('buy')))
  )
    return yield* total(context);
  return yield* respondByEvidence(context);
}

function* respondByEvidence(context: Context): Course {
  const { message, state, tools } = context;
  const { marks, query, filters } = message;
  if (ordinals.some((mark) => marks.has(mark)) && state.shown.length === 0 && message.topics.length === 0)
    return replies.which;
  if (marks.has('more') && !message.isQuestion && query === '' && Object.keys(filters).length === 0)
    return yield* showMore(context);
  const wish = wishIn(context);
  const canSearch = tools.search_catalog !== undefined;
  const isForShop = message.topics.length > 0 && wish.weight < 1;
  if (
    isForShop &&
    message.things.length + state.shown.length === 0 &&
    tools.search_shop_knowledge === undefined
  )
    return cannotKnow(nothingAbout);
  const isNew = wish.isForOther || (wish.isPlain && !startsDefinite.test(message.said));
  const referred = canSearch && !isNew ? yield* referredProducts(context) : [];
  const list = referred.length > 1 ? referred : state.shown;
  if (marks.has('compare') && list.length > 1) return yield* compare(list, context);
  const about = wish.isPlain ? nothingAbout : yield* textsAbout(context);
  if (about.answer !== undefined) return about.answer;
  const fact = factEvidence(referred, wish, context);
  const shop = shopEvidence(about, context);
  if (fact.score >= shop && fact.score >= wish.weight + minScore && fact.products.length > 0)
    return yield* factsOf(fact.products, about, context);
  if (!canSearch && shop < minScore) return isForShop ? cannotKnow(about) : replies.cannotSearch;
  if (shop >= wish.weight + 1 && shop > fact.score) return about.texts.join('\n\n');
  const { reply, products, missing } = yield* find(context);
  const terms = contentTerms(query);
  const isNothing =
    products.length === 0 || (terms.length === 0 && wish.weight === 0 && Object.keys(filters).length === 0);
  const share = isNothing ? 0 : 1 - missing.flatMap(termsOf).length / Math.max(1, terms.length);
  const isUnnamed =
    wish.weight === 0 &&
    message.things.length === 0 &&
    (fact.products.length > 0 || state.question !== undefined);
  const search = share * (isUnnamed ? unnamedFactor : 1) + wish.weight;
  if (
    search < minSearch &&
    fact.score < minScore &&
    shop < minScore &&
    polite.some((mark) => marks.has(mark))
  )
    return yield* talk(context);
  if (shop >= minScore && shop >= search && shop >= fact.score) return about.texts.join('\n\n');
  if (fact.score >= minScore && fact.score >= search && fact.products.length > 0)
    return yield* factsOf(fact.products, about, context);
  const [only, another] = products;
  if (
    only !== undefined &&
    another === undefined &&
    missing.length === 0 &&
    search >= minSearch &&
    isOffered(message)
  )
    return yield* factsOf(products, about, context);
  const isReply = products.length > 0 ? search >= minSearch : wish.weight > 0 && !isForShop;
  return isReply ? reply : cannotKnow(about);
}

/** Whether the price, the stock or a size or colour is asked for. */
function isOffered(message: Message): boolean {
  return (
    message.marks.has('price') || message.marks.has('stock') || Object.keys(choiceOf(message)).length > 0
  );
}

/** How much of a wish a message is, whether for a product that was not spoken of, and whether for nothing else. */
interface Wish {
  readonly weight: number;
  readonly isForOther: boolean;
  readonly isPlain: boolean;
}

function wishIn({ message, state }: Context): Wish {
  const isFollowUp = state.question !== undefined && isBrief(message);
  const { marks, said, things, topics, isQuestion } = message;
  const isOwn = things.some((thing) => !topics.join(' ').includes(thing));
  const isWished = wishes.some((mark) => marks.has(mark));
  const isSaid = !marks.has('choice') && (isWished || (isOwn && others.test(said)));
  // "Washing machine ok?" of the product that is spoken of.
  const isAsked =
    isQuestion ||
    (said.endsWith('?') && spokenOf(state).length > 0) ||
    aspects.some((mark) => marks.has(mark) && mark !== 'safety');
  // "My stroller broke" is no wish.
  const isOfMine = topics.length > 0 && /\b(?:the|my|our|this)\b/.test(said);
  const isNamed = isOwn && !isAsked && !isStatement(said) && !isOfMine;
  const isForOther = (marks.has('wants') && isOwn && !marks.has('pronoun')) || marks.has('onSale');
  const hasBudget = message.filters.price !== undefined;
  const isBare = !isAsked && !isStatement(said) && contentTerms(message.query).length > 0;
  // "In M" after a list is about the search.
  const isFiltered = message.isChange || (!isOwn && Object.keys(message.filters).length > 0);
  const isRefined =
    state.search !== undefined && state.focus === undefined && isFiltered && topics.length === 0;
  const isClear = (isNamed && !isFollowUp) || hasBudget || isRefined;
  const isFull = isSaid && (isOwn || !marks.has('wants'));
  return {
    weight: isFull ? 1 : isSaid || isClear ? 0.6 : isNamed || isBare ? 0.3 : 0,
    isForOther,
    isPlain: (isSaid || (isNamed && !isFollowUp)) && isOwn && topics.length === 0,
  };
}

/** The products that a message speaks of or follows, and how much of it their own words explain. */
function factEvidence(
  referred: readonly Summary[],
  wish: Wish,
  { message, state }: Context,
): { products: readonly Summary[]; score: number } {
  const { marks, things } = message;
  const isReferred = referred.length > 0;
  const candidates = isReferred ? referred : spokenOf(state);
  const asked = askedTerms(message, candidates.map(({ title }) => title).join(' '));
  const quantities = quantitiesIn(message.said);
  const explained = (product: Summary): number => {
    const measured = quantities.filter((quantity) => fitOf(product.description, quantity) !== 0);
    return Math.min(asked.length, explainedBy(product, asked).length + 2 * measured.length);
  };
  const most = Math.max(0, ...candidates.map(explained));
  const isAspect =
    aspects.some((mark) => marks.has(mark)) ||
    (state.focus !== undefined && Object.keys(choiceOf(message)).length > 0);
  const share = asked.length > 0 ? most / asked.length : isAspect || isReferred ? 1 : 0;
  const isFollowUp = !isReferred && state.question === undefined && wish.weight === 0;
  const isOther = things.some((thing) => candidates.every((each) => explainedBy(each, [thing]).length === 0));
  const prior = isReferred ? 1 : !isFollowUp ? 0 : isOther ? followUp / 2 : followUp;
  const products = isReferred || most === 0 ? candidates : candidates.filter((each) => explained(each) > 0);
  return { products, score: candidates.length === 0 ? 0 : share + prior };
}

/** How much of a message the shop's texts explain; a message with topics of shops, or after one, is more likely for them. */
function shopEvidence({ texts, share, isClear }: About, { message, state }: Context): number {
  const isFollowUp = state.question !== undefined && isBrief(message);
  return texts.length === 0
    ? 0
    : share * (isClear ? 1 : unnamedFactor) + (message.topics.length > 0 ? 0.5 : 0) + (isFollowUp ? 0.5 : 0);
}

function* talk(context: Context): Course {
  const { marks } = context.message;
  const { shown, total: count, search } = context.state;
  const what = talks.find((mark) => marks.has(mark)) ?? 'yes';
  if (what === 'yes' && search !== undefined && count > search.limit) return yield* showMore(context);
  if (what === 'yes' && shown.length > 0) return `${numbered(shown, [])}\n\n${replies.which}`;
  return replies[what];
}

/** In another language: that English is understood better, and what the words find. */
function* respondInEnglish(sentence: string, language: string, context: Context): Course {
  const { said, filters } = context.message;
  const query = withoutFunctionWords(said, language).slice(0, 300);
  if (context.tools.search_catalog === undefined || query === '') return sentence;
  const found = yield { tool: 'search_catalog', input: { query, filters, limit: 3 } };
  if (found.type === 'found' && found.products.length > 0)
    return `${sentence}\n\n${numbered(found.products, [])}`;
  const { texts } = yield* textsAbout(context);
  return [sentence, ...texts].join('\n\n');
}
