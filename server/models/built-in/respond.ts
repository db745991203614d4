import { languageOf, withoutFunctionWords } from '../../catalog/search/language-of.ts';
import { askProduct } from './ask-product.ts';
import { askShop, passagesAbout } from './ask-shop.ts';
import { numbered } from './describe.ts';
import { find, showMore } from './find.ts';
import type { Context, Course } from './state.ts';
import { sentences } from './words/phrases.ts';
import { replies } from './words/replies.ts';

const talks = ['insult', 'identity', 'help', 'bye', 'thanks', 'no', 'yes', 'greeting'] as const;

/** The reply to a message: talk, questions about the shop, about products that are spoken of, and else a search. */
export function* respond(context: Context): Course {
  const { message, tools } = context;
  const { marks, said, things, topics } = message;
  if (marks.has('attack')) return replies.declined;
  const isRemark = things.length + topics.length === 0 && (marks.has('insult') || marks.has('identity'));
  if (message.isTalk || isRemark) return yield* talk(context);
  const language = languageOf(said) ?? '';
  const sentence = sentences.get(language);
  if (sentence !== undefined) return yield* respondInEnglish(sentence, language, context);
  const fromShop = marks.has('total') ? undefined : yield* askShop(context);
  if (fromShop !== undefined) return fromShop;
  if (tools.search_catalog === undefined) return replies.cannotSearch;
  const fromProduct = yield* askProduct(context);
  if (fromProduct !== undefined) return fromProduct;
  const isBare = message.query === '' && Object.keys(message.filters).length === 0;
  return marks.has('more') && isBare ? yield* showMore(context) : yield* find(context);
}

function* talk(context: Context): Course {
  const { marks } = context.message;
  const { shown, total } = context.state;
  const what = talks.find((mark) => marks.has(mark)) ?? 'yes';
  if (what === 'yes' && total > shown.length) return yield* showMore(context);
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
  const { texts } = yield* passagesAbout(said, context);
  return [sentence, ...texts].join('\n\n');
}
