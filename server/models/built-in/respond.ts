import { languageOf, withoutFunctionWords } from '../../catalog/search/language-of.ts';
import { contentTerms } from '../../catalog/search/retail-language.ts';
import { termsOf } from '../../catalog/search/terms.ts';
import { numbered } from './describe.ts';
import { askedTerms, compare, explainedBy, factsOf, total } from './facts.ts';
import { find, showMore } from './find.ts';
import { fitOf, quantitiesIn } from './quantities.ts';
import { isStatement } from './read-message.ts';
import { referredProducts, spokenOf } from './references.ts';
import { asksForOrder, cannotKnow, isBrief, nothingAbout, orderReply, textsAbout } from './shop-texts.ts';
import type { Context, Course } from './state.ts';
import type { Summary } from './tool-results.ts';
import { type Mark, sentences } from './words/phrases.ts';
import { replies } from './words/replies.ts';

const talks = ['insult', 'identity', 'help', 'bye', 'thanks', 'no', 'yes', 'greeting'] as const;
const wishes = ['wants', 'cheapest', 'cheaper', 'onSale', 'more'] as const;
const aspects = ['price', 'stock', 'choice', 'details', 'buy', 'safety'] as const;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'last'] as const;
/** What has less evidence is not said. */
const minScore = 0.5;
/** How clearly products are wished: "do you have"; "rain jacket"; "something warm". */
const wishWeights = { said: 1, named: 0.6, bare: 0.3 } as const;
/** A message that names nothing is rather about what is spoken of; what it finds by other words is hardly an answer. */
const followUp = 0.6;
const unnamedFactor = 0.5;
const startsDefinite = /^(?:(?:ok|and|so|what about|how about),? )*(?:the|that|this|those|these|your)\b/;
/** Some that are asked for: "which board can". */
const others =
  /\b(?:what|which|any|other) (?!is\b|does\b|was\b|has\b|sizes?\b)(?:\w+ )?\w+(?:s| (?:can|could|is|are|do|does|will))\b/;

/** The reply to a message: talk, a sum, or the act with most evidence; where none has enough, that it is not known. */
export function* respond(context: Context): Course {
  const { message } = context;
  const { marks, said, things, topics, count } = message;
  if (marks.has('attack')) return replies.declined;
  const isRemark = things.length + topics.length === 0 && (marks.has('insult') || marks.has('identity'));
  if (message.isTalk || isRemark) return yield* talk(context);
  const language = languageOf(said) ?? '';
  const sentence = sentences.get(language);
  if (sentence !== undefined) return yield* respondInEnglish(sentence, language, context);
  if (asksForOrder(context)) return orderReply(yield* textsAbout(context));
  // "2 of them please": a number, and nothing else that is said of them.
  const isCount = contentTerms(message.query).every((term) => /^\d+$/.test(term));
  const isOfThem = marks.has('price') || (isCount && (marks.has('pronoun') || marks.has('buy')));
  if (marks.has('total') || (count > 1 && isOfThem)) return yield* total(context);
  return yield* respondByEvidence(context);
}

function hasAny({ marks }: Context['message'], some: readonly Mark[]): boolean {
  return some.some((mark) => marks.has(mark));
}

/** Three acts compete: the words of products that are spoken of, the shop's texts, and a search. */
function* respondByEvidence(context: Context): Course {
  const { message, state, tools } = context;
  const { marks, said, things, topics, query, filters } = message;
  const isBare = query === '' && Object.keys(filters).length === 0;
  if (hasAny(message, ordinals) && state.shown.length + topics.length === 0) return replies.which;
  if (marks.has('more') && !message.isQuestion && isBare) return yield* showMore(context);
  const isOwn = things.some((thing) => !topics.join(' ').includes(thing));
  const wish = wishWeight(context, isOwn);
  const isCheaper = marks.has('cheaper') && /\bthan\b/.test(said);
  const isNew =
    (isOwn && wish >= wishWeights.named && !startsDefinite.test(said)) || marks.has('onSale') || isCheaper;
  const canSearch = tools.search_catalog !== undefined;
  const referred = canSearch && !isNew ? yield* referredProducts(context) : [];
  const list = referred.length > 1 ? referred : state.shown;
  if (marks.has('compare') && list.length > 1) return yield* compare(list, context);
  const about = isNew && isOwn && topics.length === 0 ? nothingAbout : yield* textsAbout(context);
  if (about.answer !== undefined) return about.answer;
  const fact = factEvidence(referred, wish, context);
  const best = Math.max(minScore, fact.score, about.score);
  const isKnown = best >= wish + (fact.score > about.score ? minScore : 1);
  const found = isKnown || !canSearch ? undefined : yield* find(context);
  const terms = contentTerms(query);
  const isEmpty = found === undefined || found.products.length === 0 || (isBare && wish === 0);
  const share = isEmpty ? 0 : 1 - found.missing.flatMap(termsOf).length / Math.max(1, terms.length);
  const isUnnamed = wish + things.length === 0 && (fact.score > 0 || state.question !== undefined);
  const search = share * (isUnnamed ? unnamedFactor : 1) + wish;
  if (found === undefined || search <= best) {
    if (about.score >= minScore && about.score > fact.score) return about.texts.join('\n\n');
    if (fact.score >= minScore) return yield* factsOf(fact.products, about, context);
  }
  const isForShop = topics.length > 0 && wish < wishWeights.said;
  if (!canSearch) return isForShop ? cannotKnow(about) : replies.cannotSearch;
  if (search < wishWeights.named && hasAny(message, ['greeting', 'thanks', 'bye']))
    return yield* talk(context);
  const isOffer = marks.has('price') || marks.has('stock') || message.choice !== undefined;
  if (found === undefined || (isEmpty ? wish === 0 || isForShop : search < wishWeights.named))
    return cannotKnow(about);
  const isOne = found.products.length === 1 && found.missing.length === 0;
  return isOne && isOffer ? yield* factsOf(found.products, about, context) : found.reply;
}

/** How much of a wish for products a message is. */
function wishWeight({ message, state }: Context, isOwn: boolean): number {
  const { marks, said, topics, filters } = message;
  const isWished = hasAny(message, wishes) && !marks.has('choice');
  if (isWished || (isOwn && !marks.has('choice') && others.test(said)))
    return isOwn || !marks.has('wants') ? wishWeights.said : wishWeights.named;
  // "Washing machine ok?" of the product that is spoken of, and "my stroller broke" are none.
  const isAsked = message.isQuestion || (said.endsWith('?') && state.shown.length > 0);
  const isOpen = isAsked || isStatement(said) || hasAny(message, aspects.slice(0, -1));
  const isMine = topics.length > 0 && /\b(?:the|my|our|this)\b/.test(said);
  const isFollowUp = state.question !== undefined && isBrief(message);
  // "In M" after a list is about the search.
  const isFiltered = message.isChange || (!isOwn && Object.keys(filters).length > 0);
  const isRefined =
    state.search !== undefined && state.focus === undefined && isFiltered && topics.length === 0;
  const isNamed = isOwn && !isOpen && !isMine && !isFollowUp;
  if (isNamed || isRefined || filters.price !== undefined) return wishWeights.named;
  return !isOpen && contentTerms(message.query).length > 0 ? wishWeights.bare : 0;
}

/** The products that a message speaks of or follows, and how much of it their own words explain. */
function factEvidence(
  referred: readonly Summary[],
  wish: number,
  { message, state }: Context,
): { products: readonly Summary[]; score: number } {
  const isReferred = referred.length > 0;
  const candidates = isReferred ? referred : spokenOf(state);
  const asked = askedTerms(message, candidates.map(({ title }) => title).join(' '));
  const quantities = quantitiesIn(message.said);
  const explained = candidates.map((product) => {
    const measured = quantities.filter((quantity) => fitOf(product.description, quantity) !== 0);
    return Math.min(asked.length, explainedBy(product, asked).length + 2 * measured.length);
  });
  const most = Math.max(0, ...explained);
  const isAspect =
    isReferred || hasAny(message, aspects) || (state.focus !== undefined && message.choice !== undefined);
  const share = asked.length > 0 ? most / asked.length : Number(isAspect);
  const isFollowUp = state.question === undefined && wish === 0;
  const isOther = message.things.some((thing) =>
    candidates.every((each) => explainedBy(each, [thing]).length === 0),
  );
  const prior = isReferred ? 1 : !isFollowUp ? 0 : isOther ? followUp / 2 : followUp;
  const products = candidates.filter((_, at) => isReferred || most === 0 || (explained[at] ?? 0) > 0);
  return { products, score: candidates.length === 0 ? 0 : share + prior };
}

function* talk(context: Context): Course {
  const { marks } = context.message;
  const { shown, total: count, search } = context.state;
  const what = talks.find((mark) => marks.has(mark)) ?? 'yes';
  if (what === 'yes' && search !== undefined && count > search.limit) return yield* showMore(context);
  if (what === 'yes' && shown.length > 0) return `${numbered(shown)}\n\n${replies.which}`;
  return replies[what];
}

/** In another language: that English is understood better, and what the words find. */
function* respondInEnglish(sentence: string, language: string, context: Context): Course {
  const { said, filters } = context.message;
  const query = withoutFunctionWords(said, language).slice(0, 300);
  if (context.tools.search_catalog === undefined || query === '') return sentence;
  const found = yield { tool: 'search_catalog', input: { query, filters, limit: 3 } };
  if (found.type === 'found' && found.products.length > 0)
    return `${sentence}\n\n${numbered(found.products)}`;
  const { texts } = yield* textsAbout(context);
  return [sentence, ...texts].join('\n\n');
}
