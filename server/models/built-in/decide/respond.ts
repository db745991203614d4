import { formatConstraints } from '../phrase/constraints.ts';
import { prepared } from '../words/prepared.ts';
import { numbered } from '../phrase/list.ts';
import { languageOf } from '../understand/language-of.ts';
import type { Meaning, Talk } from '../understand/meaning.ts';
import { understandAll } from '../understand/understand.ts';
import { sentences } from '../words/languages.ts';
import { ask, askByName, asksByName, productAskedFor } from './ask.ts';
import type { Context, Course } from './course.ts';
import { find, isWish, list, showMore } from './find.ts';
import { askShop } from './shop.ts';

/** The reply to a message: questions about the shop first, then what it says about products. */
export function* respond(context: Context): Course {
  const foreign = sentences[languageOf(context.said) ?? ''];
  if (foreign !== undefined) return foreign;
  const texts: string[] = [];
  for (const meaning of understandAll(context.said)) texts.push(yield* respondTo(meaning, context));
  return texts.join('\n\n');
}

function* respondTo(meaning: Meaning, context: Context): Course {
  if (meaning.talk !== undefined) return yield* talk(meaning.talk, context);
  if (meaning.outside) return prepared.outside;
  if (meaning.contact || meaning.policy) return yield* askShop(meaning, context);
  if (context.tools.search_catalog === undefined) return prepared.cannotSearch;
  if (meaning.codes) return yield* discounts();
  if (meaning.swears && meaning.aspect === undefined && !isWish(meaning)) return prepared.swearing;
  const product = productAskedFor(meaning, context.state);
  if (product === 'which') return prepared.which;
  if (product === 'them') return `${numbered(context.state.shown)}\n\n${prepared.which}`;
  if (product !== undefined) return yield* ask(product, meaning, context);
  if (isUnrelated(meaning)) return yield* askShop(meaning, context);
  if (asksByName(meaning)) return yield* askByName(meaning, context);
  return isWish(meaning) ? yield* find(meaning, context) : prepared.unclear;
}

/** "Who painted the Mona Lisa", "how do I get a visa": a question that asks for no product. */
function isUnrelated({ isQuestion, aspect, colors, size, price, sort, onSale, relative }: Meaning): boolean {
  return (
    isQuestion &&
    aspect === undefined &&
    colors.length === 0 &&
    !onSale &&
    [size, price, sort, relative].every((each) => each === undefined)
  );
}

function* talk(what: Talk, context: Context): Course {
  const { search, shown } = context.state;
  switch (what) {
    case 'more':
      return yield* showMore(context);
    case 'yes':
      if (search !== undefined && search.total > search.seen.length) return yield* showMore(context);
      return shown.length === 0 ? prepared.unclear : prepared.which;
    case 'again':
      return shown.length === 0 ? prepared.unclear : `${numbered(shown)}\n\n${prepared.which}`;
    case 'no':
      return search === undefined
        ? prepared.no
        : `${prepared.no} ${formatConstraints(search.input, context.state.currency)}`.trim();
    case 'browse':
    case 'reset':
      if (context.tools.search_catalog === undefined) return prepared.cannotSearch;
      return yield* list({ limit: 5 }, context);
    case 'greeting':
    case 'thanks':
    case 'bye':
    case 'help':
    case 'identity':
      return prepared[what];
    default:
      return what satisfies never;
  }
}

function* discounts(): Course {
  const found = yield { tool: 'search_catalog', input: { filters: { on_sale: true }, limit: 5 } };
  if (found.type !== 'found') return prepared.unreachable;
  if (found.products.length === 0) return `${prepared.noCodes} ${prepared.nothingReduced}`;
  return `${prepared.noCodes} ${prepared.reduced}\n\n${numbered(found.products)}`;
}
