import { sizeMatches } from '../../../catalog/search/size-words.ts';
import { optionValues } from '../phrase/options.ts';
import { phraseProduct, type Question } from '../phrase/product.ts';
import { prepared } from '../words/prepared.ts';
import type { Aspect, Meaning } from '../understand/meaning.ts';
import { isFactWord } from '../understand/pieces.ts';
import type { Detail, Summary } from '../tool-results.ts';
import type { Call, Context, Course } from './course.ts';
import { find } from './find.ts';
import { fullyNamed, hasWords, namedProduct, referredProducts } from './references.ts';
import { pageLength, type State } from './state.ts';

/**
 * The product on the table that a message asks about; `which` when it is unclear, `them` for a question about all of
 * them; undefined when it asks for other products.
 */
export function productAskedFor(
  meaning: Meaning,
  { shown, focus, search }: State,
): Summary | 'which' | 'them' | undefined {
  const { references, pronoun, words, aspect, relative, colors } = meaning;
  const isName = shown.length === 0 && words.length > 0;
  if (references.length > 0 && relative === undefined && !isName)
    return referredProducts(meaning, shown)[0] ?? 'which';
  const isExcluded = colors.some((color) => search?.input.filters?.exclude?.includes(color));
  if ((isExcluded || asksForOthers(meaning)) && aspect !== 'oldPrice') return undefined;
  const mayName = meaning.isDefinite || (aspect !== undefined && !meaning.replaces);
  const named = mayName ? namedProduct(nameIn(meaning, shown), shown) : undefined;
  if (named !== undefined) return named;
  const only = focus ?? (shown.length === 1 ? shown[0] : undefined);
  if (words.length > 0) {
    const isAboutIt = pronoun === 'it' ? aspect !== undefined : aspect === 'fact' && !meaning.replaces;
    return isAboutIt ? only : undefined;
  }
  if (pronoun === 'it') return only ?? 'which';
  if (only !== undefined && isBareQuestion(meaning)) return only;
  if (aspect === undefined || colors.length > 0 || meaning.size !== undefined) return undefined;
  return shown.length > 0 ? 'them' : 'which';
}

function asksForOthers({ relative, price, sort, excluded, lifted, dropped, onSale }: Meaning): boolean {
  const isChanged = [relative, price, sort].some((each) => each !== undefined);
  return isChanged || onSale || excluded.length + lifted.length + dropped.length > 0;
}

/** The words of a question about a fact that are in titles: "zipped" in "is the zipped one waterproof". */
function nameIn(
  { words, colors, aspect }: Meaning,
  shown: readonly Summary[],
): Pick<Meaning, 'words' | 'colors'> {
  if (aspect !== 'fact') return { words, colors };
  return { words: words.filter((word) => shown.some(({ title }) => hasWords(title, [word]))), colors };
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
  const { colors } = meaning;
  // In "is the mug dishwasher safe" the first word says what the product is.
  const others = meaning.words.filter((word) => !isFactWord(word));
  const words =
    meaning.aspect === 'fact' ? [...meaning.words.filter(isFactWord), ...others.toReversed()] : meaning.words;
  let found = yield searchFor([...colors, ...words]);
  if (found.type !== 'found') return prepared.unreachable;
  const titled = fullyNamed(meaning, found.products);
  if (titled !== undefined) return yield* ask(titled, meaning, context);
  const unknown = new Set(found.unknown_words);
  const known = words.filter((word) => !unknown.has(word));
  if (meaning.aspect === 'fact' && unknown.size > 0 && known.length > 0) {
    found = yield searchFor([...colors, ...known]);
    if (found.type !== 'found') return prepared.unreachable;
  }
  const ignored = [...unknown, ...found.unmatched_words];
  const name = words.filter((word) => !ignored.includes(word));
  const only = found.total === 1 && ignored.length === 0 ? found.products[0] : undefined;
  const product =
    name.length === 0 ? undefined : (namedProduct({ words: name, colors }, found.products) ?? only);
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
  const sizes = optionValues(variants, 'size');
  const others = meaning.words.filter((word) => !hasWords(title, [word]));
  // "Do they run small?" asks for no size, "the long one" does where Long is a size.
  const isRemark = meaning.aspect === 'fact' && meaning.size?.isWord === true;
  const size = isRemark
    ? undefined
    : (meaning.size?.size ?? others.find((word) => sizes.some((each) => sizeMatches(each, word))));
  const asked = meaning.colors.filter((color) => !hasWords(title, [color]));
  // Without a choice of colours, the description may name one: "is it silver?"
  const isOption = meaning.aspect === 'stock' || optionValues(variants, 'color').length > 0;
  const colors = isOption ? asked : [];
  const words = [...others.filter((word) => word !== size), ...(isOption ? [] : asked)];
  return {
    aspect: aspectOf(meaning, words, size !== undefined || colors.length > 0),
    ...(size === undefined ? {} : { size }),
    ...(colors.length === 0 ? {} : { color: colors.join(' or ') }),
    words,
  };
}

function aspectOf({ aspect }: Meaning, words: readonly string[], isVariant: boolean): Aspect {
  if (aspect === 'price' || aspect === 'oldPrice') return aspect;
  if (isVariant) return 'stock';
  return words.length > 0 && (aspect ?? 'more') === 'more' ? 'fact' : (aspect ?? 'more');
}
