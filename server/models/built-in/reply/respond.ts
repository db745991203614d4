import { formatConstraints, numbered } from '../phrase/list.ts';
import { phrasePassage, plainText } from '../phrase/plain-text.ts';
import { languageOf } from '../read/language-of.ts';
import { type Message, readMessage, type Talk } from '../read/message.ts';
import type { Mark } from '../read/pieces.ts';
import { sentences } from '../words/languages.ts';
import { prepared } from '../words/prepared.ts';
import { ask, askByName, asksByName, productAskedFor } from './ask.ts';
import { find, list, showMore } from './find.ts';
import { type Context, type Course, searchFor } from './state.ts';

/** The reply to a message: questions about the shop first, then what it says about a product that is known. */
export function* respond(context: Context): Course {
  const foreign = sentences[languageOf(context.said) ?? ''];
  if (foreign !== undefined) return foreign;
  const texts: string[] = [];
  for (const message of readMessage(context.said)) texts.push(yield* respondTo(message, context));
  return texts.filter((text, at) => at === 0 || text !== prepared.which).join('\n\n');
}

function* respondTo(message: Message, context: Context): Course {
  const { marks, aspect, edits, words } = message;
  const has = (...each: readonly Mark[]): boolean => each.some((mark) => marks.has(mark));
  if (message.talk !== undefined) return yield* talk(message.talk, context);
  if (has('outside')) return prepared.outside;
  if (has('contact', 'policy', 'ownOrder')) return yield* askShop(message, context);
  if (context.tools.search_catalog === undefined) return prepared.cannotSearch;
  if (has('codes')) return `${prepared.noCodes} ${yield* list(searchFor([], { on_sale: true }), context)}`;
  const isWish = words.length + edits.length > 0 || has('similar');
  if (has('swearing') && aspect === undefined && !isWish) return prepared.swearing;
  const product = productAskedFor(message, context.state);
  if (product === 'which') return prepared.which;
  if (product === 'them') return `${numbered(context.state.shown)}\n\n${prepared.which}`;
  if (product !== undefined) return yield* ask(product, message, context);
  // "Who painted the Mona Lisa", "how do I get a visa": a question that asks for no product.
  const isPlain = aspect === undefined && edits.every(({ type }) => type === 'exclude');
  if (has('questionWord') && !has('wants') && isPlain) return yield* askShop(message, context);
  if (asksByName(message)) return yield* askByName(message, context);
  return isWish ? yield* find(message, context) : prepared.unclear;
}

function* talk(what: Talk, context: Context): Course {
  const { search, shown, listed, total, currency } = context.state;
  const isSearch = what === 'more' || what === 'browse' || what === 'reset';
  if (isSearch && context.tools.search_catalog === undefined) return prepared.cannotSearch;
  if (what === 'browse' || what === 'reset') return yield* list(searchFor([], {}), context);
  if (what === 'more' || (what === 'yes' && total > listed)) return yield* showMore(context);
  if (what === 'no' && search !== undefined) return `${prepared.no} ${formatConstraints(search, currency)}`;
  if (what !== 'yes' && what !== 'again') return prepared[what];
  return shown.length === 0 ? prepared.unclear : `${numbered(shown)}\n\n${prepared.which}`;
}

/** Responds from the shop's own knowledge; without it, says that it does not know and whom to ask. */
function* askShop({ marks }: Message, { said, tools }: Context): Course {
  const isAboutShop = marks.has('contact') || marks.has('policy') || marks.has('ownOrder');
  if (tools.search_shop_knowledge === undefined) {
    if (marks.has('contact')) return prepared.noContact;
    if (marks.has('ownOrder')) return prepared.cannotSeeOrders();
    return isAboutShop ? prepared.unknownPolicy : prepared.outside;
  }
  const reading = yield { tool: 'search_shop_knowledge', input: { query: said.slice(0, 300) } };
  if (reading.type !== 'knowledge') return prepared.unreachable;
  const contact = reading.contact === undefined ? undefined : plainText(reading.contact, 200);
  const passages = reading.passages.slice(0, 2).map(phrasePassage).join('\n\n');
  if (marks.has('ownOrder')) return `${prepared.cannotSeeOrders(contact)}\n\n${passages}`.trim();
  if (passages !== '' || !isAboutShop) return passages || prepared.outside;
  return contact === undefined ? prepared.unknownPolicy : prepared.askContact(contact);
}
