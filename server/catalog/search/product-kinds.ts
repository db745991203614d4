import type { Product } from '../../db/records.ts';
import type { Lexicon, Phrase } from './lexicon.ts';
import { termsOf } from './terms.ts';

const setOf = /^\s*(?:a\s+)?(?:sets?|pairs?|packs?|box|bundle|case)\s+of\b/i;
/** What follows says more about the product: "Hammock with Straps", "Soy Candle, Fig and Cedar", "Lampe de table". */
const moreAbout =
  /\b(?:for|with|without|in|by|from|to|of|de|di|da|del|della|en|à|mit|für|aus|pour)\b|[,(:|]|\s[-–—]\s/i;
const separators = /[&/,>|+]|\band\b/i;

/**
 * What a product is, as phrases of the lexicon: what its title names last, and its categories and tags. Without any of
 * these, what the first sentence of its description names.
 */
export function productKinds(
  { title, categories, tags, description }: Pick<Product, 'title' | 'categories' | 'tags' | 'description'>,
  lexicon: Lexicon,
  toEnglish: (terms: readonly string[]) => string[],
): Set<Phrase> {
  const thingsIn = (text: string): Phrase[] => {
    const terms = termsOf(text);
    const own = lastThings(terms, lexicon);
    // A "Santoku Knife" is a santoku, too: what a title names before is a kind of what it names last.
    const kinds = own.flatMap((thing) => lexicon.alternatives(thing, 'thing')).map(({ phrase }) => phrase);
    own.push(...kinds.filter((kind) => terms.includes(kind)));
    return own.length > 0 ? own : lastThings(toEnglish(terms), lexicon);
  };
  const name = title.replace(setOf, '').split(moreAbout)[0] ?? '';
  const own = thingsIn(name);
  // Tags may say what a product goes with: a tuner for a guitar.
  const labels = [...categories, ...(own.length === 0 ? tags : [])].flatMap((label) =>
    label.split(separators),
  );
  // The label "glass" may be what a lamp is made of.
  const labelled = labels.flatMap((label) => lexicon.thingsAtEnd(termsOf(label)));
  const named = [...own, ...labelled.filter((thing) => !lexicon.is(thing, 'quality'))];
  if (named.length > 0) return new Set(named);
  const [sentence = ''] = description.split(/[.!?\n]/);
  return new Set(thingsIn(sentence.split(moreAbout)[0] ?? ''));
}

const onlyForAdults = /\bover[- ]18s?\b|\b18\+/i;

/** Whom a product is for: men, women, children. Empty where it is for everybody. */
export function productAudience(
  product: Pick<Product, 'title' | 'categories' | 'tags' | 'description' | 'variants'>,
  lexicon: Lexicon,
): Set<string> {
  const { title, categories, tags, description, variants } = product;
  const genders = variants.flatMap(({ options }) => options['Gender'] ?? []);
  const adults = onlyForAdults.test([...tags, description].join(', ')) ? ['adults'] : [];
  const terms = [title, ...categories, ...tags, ...genders, ...adults].flatMap(termsOf);
  return new Set(
    terms.filter((term) => lexicon.is(term, 'audience')).map((term) => lexicon.firstOf(term, 'audience')),
  );
}

/** The last thing that is named: `yoga mat 6 mm purple` is a mat. */
function lastThings(terms: readonly string[], lexicon: Lexicon): Phrase[] {
  for (let end = terms.length; end > 0; end -= 1) {
    const things = lexicon.thingsAtEnd(terms.slice(0, end));
    if (things.length > 0) return things;
  }
  return [];
}
