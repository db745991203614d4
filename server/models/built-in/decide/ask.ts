import { sizeMatches } from '../../../catalog/search/size-words.ts';
import { optionValues } from '../phrase/options.ts';
import { phraseProduct, type Question } from '../phrase/product.ts';
import { prepared } from '../phrase/prepared.ts';
import type { Meaning } from '../understand/meaning.ts';
import { isFactWord } from '../understand/pieces.ts';
import type { Detail, Summary } from '../tool-results.ts';
import type { Call, Context, Course } from './course.ts';
import { find } from './find.ts';
import { hasWords, namedProduct, referredProducts } from './references.ts';
import { pageLength, type State } from './state.ts';

/**
 * The product on the table that a message asks about; `which` when it is unclear, `them` for a question about all of
 * them; undefined when it asks for other products.
 */
export function productAskedFor(
  meaning: Meaning,
  { shown, focus, search }: State,
): Summary | 'which' | 'them' | undefined {
  const { references, pronoun, words, aspect, relative, isDefinite, colors, price, sort, excluded, onSale } =
    meaning;
  const isExcluded = colors.some((color) => search?.input.filters?.exclude?.includes(color));
  const asksForOthers =
    isExcluded ||
    [relative, price, sort].some((each) => each !== undefined) ||
    excluded.length > 0 ||
    changesSearch(meaning) ||
    onSale;
  const isName = shown.length === 0 && words.length > 0;
  if (references.length > 0 && relative === undefined && !isName)
    return referredProducts(meaning, shown)[0] ?? 'which';
  if (asksForOthers && aspect !== 'oldPrice') return undefined;
  const only = focus ?? (shown.length === 1 ? shown[0] : undefined);
  const named =
    isDefinite || (aspect !== undefined && !meaning.replaces)
      ? namedProduct(nameIn(meaning, shown), shown)
      : undefined;
  if (named !== undefined && words.length > 0) return named;
  if (pronoun === 'it' && (words.length === 0 || aspect !== undefined))
    return only ?? (words.length === 0 ? 'which' : undefined);
  if (pronoun === 'them' && aspect === 'fact') return only ?? (shown.length > 0 ? 'which' : undefined);
  if (pronoun === 'them' && aspect !== undefined && words.length === 0)
    return only ?? (shown.length > 0 ? 'them' : 'which');
  if (words.length > 0)
    return only !== undefined && aspect === 'fact' && !meaning.replaces ? only : undefined;
  if (only !== undefined && isBareQuestion(meaning)) return only;
  if (isDefinite && colors.length > 0 && named !== undefined) return named;
  return aspect === undefined || colors.length > 0 || meaning.size !== undefined
    ? undefined
    : shown.length > 0
      ? 'them'
      : 'which';
}

/** The words of a question about a fact that are in titles: "zipped" in "is the zipped one waterproof". */
function nameIn(
  { words, colors, aspect }: Meaning,
  shown: readonly Summary[],
): Pick<Meaning, 'words' | 'colors'> {
  if (aspect !== 'fact') return { words, colors };
  return { words: words.filter((word) => shown.some(({ title }) => hasWords(title, [word]))), colors };
}

function changesSearch({ lifted, dropped }: Meaning): boolean {
  return lifted.length + dropped.length > 0;
}

/** "In red?" or "what sizes?" right after a product was described. */
function isBareQuestion({ colors, size, aspect, isFresh, hasOnes }: Meaning): boolean {
  return !isFresh && !hasOnes && (aspect !== undefined || colors.length > 0 || size !== undefined);
}

/** Whether a message asks about a product that was not listed: "is the leather jacket in stock?" */
export function asksByName({ aspect, words, isDefinite, hasOnes, relative, sort, price }: Meaning): boolean {
  const isSearch = hasOnes || [relative, sort, price].some((each) => each !== undefined);
  return aspect !== undefined && isDefinite && words.length > 0 && !isSearch;
}

/** Searches for the product that is called so, and responds from its record; lists what it finds when it is not clear. */
export function* askByName(meaning: Meaning, context: Context): Course {
  const { colors, aspect } = meaning;
  const isFact = aspect === 'fact';
  // In "is the mug dishwasher safe" the first word says what the product is.
  const others = meaning.words.filter((word) => !isFactWord(word));
  const words = isFact
    ? [...meaning.words.filter(isFactWord).toReversed(), ...others.toReversed()]
    : meaning.words;
  let found = yield searchFor([...colors, ...words]);
  if (found.type !== 'found') return prepared.unreachable;
  const { unknown_words: unknown } = found;
  const known = words.filter((word) => !unknown.includes(word));
  if (isFact && unknown.length > 0 && known.length > 0) found = yield searchFor([...colors, ...known]);
  if (found.type !== 'found') return prepared.unreachable;
  const { unmatched_words: unmatched } = found;
  const name = isFact ? known.filter((word) => !unmatched.includes(word)) : words;
  const only =
    found.total === 1 && (isFact || unknown.length + unmatched.length === 0) ? found.products[0] : undefined;
  const product = namedProduct({ words: name, colors }, found.products) ?? only;
  if (product !== undefined) return yield* ask(product, meaning, context);
  return yield* find({ ...meaning, inStock: false, aspect: undefined, replaces: true, adds: false }, context);
}

function searchFor(words: readonly string[]): Call {
  return { tool: 'search_catalog', input: { query: words.join(' '), limit: pageLength } };
}

/** Gets the product, and responds to the question from its record. */
export function* ask(product: Summary, meaning: Meaning, { tools }: Context): Course {
  if (tools.get_product === undefined) return prepared.cannotSearch;
  const reading = yield { tool: 'get_product', input: { id: product.id } };
  if (reading.type === 'missing') return prepared.gone;
  if (reading.type !== 'product') return prepared.unreachable;
  return phraseProduct(reading.product, questionOf(meaning, reading.product));
}

function questionOf(meaning: Meaning, { title, variants }: Detail): Question {
  const { aspect } = meaning;
  const sizes = optionValues(variants, 'size');
  const isOwnSize = (word: string): boolean => sizes.some((size) => sizeMatches(size, word));
  const others = meaning.words.filter((word) => !hasWords(title, [word]));
  // "Do they run small?" asks for no size, "the long one" does where Long is a size.
  const isRemark = aspect === 'fact' && meaning.size?.isWord === true;
  const size = isRemark ? undefined : (meaning.size?.size ?? others.find(isOwnSize));
  const words = others.filter((word) => word !== size);
  const colors = meaning.colors.filter((color) => !hasWords(title, [color]));
  const isVariant = size !== undefined || colors.length > 0;
  const asked = isVariant ? 'stock' : (aspect ?? (words.length > 0 ? 'fact' : 'more'));
  return {
    aspect:
      aspect === 'price' || aspect === 'oldPrice'
        ? aspect
        : asked === 'more' && words.length > 0
          ? 'fact'
          : asked,
    ...(size === undefined ? {} : { size }),
    ...(colors.length === 0 ? {} : { color: colors.join(' or ') }),
    words,
  };
}
