import { languageOf, withoutFunctionWords } from '../../catalog/search/language-of.ts';
import { contentTerms } from '../../catalog/search/retail-language.ts';
import { termsOf } from '../../catalog/search/terms.ts';
import { numbered } from './describe.ts';
import { askedTerms, compare, explainedBy, factsOf, total } from './facts.ts';
import { find, showMore } from './find.ts';
import { isStatement } from './read-message.ts';
import { others, referredProducts, spokenOf } from './references.ts';
import { type About, aboutOrder, asksForOrder, cannotKnow, isBrief, textsAbout } from './shop-texts.ts';
import type { Context, Course } from './state.ts';
import type { Summary } from './tool-results.ts';
import { sentences } from './words/phrases.ts';
import { replies } from './words/replies.ts';

const talks = ['insult', 'identity', 'help', 'bye', 'thanks', 'no', 'yes', 'greeting'] as const;
const wishes = ['wants', 'cheapest', 'cheaper', 'onSale', 'more'] as const;
const aspects = ['price', 'stock', 'choice', 'details', 'buy', 'safety'] as const;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'last'] as const;
/** What has less evidence is not said. */
const minScore = 0.5;

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
  if (marks.has('total') || (marks.has('price') && count > 1)) return yield* total(context);
  return yield* respondByEvidence(context);
}

function* respondByEvidence(context: Context): Course {
  const { message, state, tools } = context;
  const { marks, query, filters } = message;
  if (ordinals.some((mark) => marks.has(mark)) && state.shown.length === 0) return replies.which;
  if (marks.has('more') && query === '' && Object.keys(filters).length === 0) return yield* showMore(context);
  const wish = wishIn(context);
  const canSearch = tools.search_catalog !== undefined;
  const referred = canSearch && !wish.isForOther ? yield* referredProducts(context) : [];
  const list = referred.length > 1 ? referred : state.shown;
  if (marks.has('compare') && list.length > 1) return yield* compare(list, context);
  const about = wish.isPlain ? none : yield* textsAbout(context);
  if (about.answer !== undefined) return about.answer;
  const fact = factEvidence(referred, wish, context);
  const shop = shopEvidence(about, context);
  if (fact.score >= shop && fact.score >= wish.weight + minScore && fact.products.length > 0)
    return yield* factsOf(fact.products, about, context);
  const isForShop = message.topics.length > 0 && !wish.isForOther;
  if (!canSearch && shop < minScore) return isForShop ? cannotKnow(about) : replies.cannotSearch;
  if (shop >= wish.weight + 1 && shop > fact.score) return about.texts.join('\n\n');
  const { reply, products, missing } = yield* find(context);
  const terms = contentTerms(query);
  const share = products.length === 0 ? 0 : terms.length === 0 ? 1 : 1 - missing.flatMap(termsOf).length / terms.length;
  const search = share + wish.weight;
  if (shop >= minScore && shop >= search && shop >= fact.score) return about.texts.join('\n\n');
  if (fact.score >= minScore && fact.score >= search && fact.products.length > 0) return yield* factsOf(fact.products, about, context);
  return search >= minScore && (products.length > 0 || !isForShop) ? reply : cannotKnow(about);
}

/** How much of a wish a message is, whether for a product that was not spoken of, and whether for nothing else. */
interface Wish {
  readonly weight: number;
  readonly isForOther: boolean;
  readonly isPlain: boolean;
}

function wishIn({ message }: Context): Wish {
  const { marks, said, things, topics, isQuestion } = message;
  const isOwn = things.some((thing) => !topics.join(' ').includes(thing));
  const isSaid = !marks.has('choice') && (wishes.some((mark) => marks.has(mark)) || others.test(said));
  const isNamed = isOwn && !isQuestion && !isStatement(said);
  const isForOther = (marks.has('wants') && isOwn && !marks.has('pronoun')) || marks.has('onSale');
  return { weight: isSaid ? 1 : isNamed ? 0.6 : 0, isForOther, isPlain: (isSaid || isNamed) && isOwn && topics.length === 0 };
}

/** The products that a message speaks of or follows, and how much of it their own words explain. */
function factEvidence(referred: readonly Summary[], wish: Wish, { message, state }: Context): { products: readonly Summary[]; score: number } {
  const { marks, filters, things } = message;
  const isReferred = referred.length > 0;
  const candidates = isReferred ? referred : spokenOf(state);
  const asked = askedTerms(message, candidates.map(({ title }) => title).join(' '));
  const explained = (product: Summary): number => explainedBy(product, asked).length;
  const most = Math.max(0, ...candidates.map(explained));
  const isAspect = aspects.some((mark) => marks.has(mark)) || Object.keys(filters).length > 0;
  const share = asked.length > 0 ? most / asked.length : isAspect || isReferred ? 1 : 0;
  const isFollowUp = !isReferred && state.question === undefined && wish.weight === 0 && things.every((thing) => candidates.some((each) => explainedBy(each, [thing]).length > 0));
  const products = isReferred || most === 0 ? candidates : candidates.filter((each) => explained(each) > 0);
  return { products, score: candidates.length === 0 ? 0 : share + (isReferred ? 1 : isFollowUp ? 0.4 : 0) };
}

/** How much of a message the shop's texts explain; a message with topics of shops, or after one, is more likely for them. */
function shopEvidence({ texts, share }: About, { message, state }: Context): number {
  const isFollowUp = state.question !== undefined && isBrief(message);
  return texts.length === 0 ? 0 : share + (message.topics.length > 0 ? 0.5 : 0) + (isFollowUp ? 0.5 : 0);
}

const none: About = { texts: [], contact: undefined, explained: [], share: 0, answer: undefined };

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
