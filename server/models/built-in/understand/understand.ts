import type { Aspect, Intent, Reference, Wish } from '../intent.ts';
import { looksRandom, wordsOf } from './content-words.ts';
import { normalText } from './normal-text.ts';
import { readFeatures } from './read-features.ts';
import type { Features } from './read-features.ts';
import { smallTalkOf } from './small-talk-of.ts';
import { topicOf } from './topic-of.ts';

/** The intent of a shopper's message in English. Never throws; other messages are `unclear`. */
export function understand(message: string): Intent {
  const text = normalText(message);
  const talk = smallTalkOf(text);
  if (talk !== undefined) return { type: talk };
  const topic = topicOf(text);
  if (topic !== undefined) return { type: 'out-of-scope', topic };
  const features = readFeatures(text);
  return comparison(text, features) ?? details(text, features) ?? search(text, features);
}

const comparing =
  /\bcompar(?:e|ed|ing|ison)\b|\bdifferences?\b|\bversus\b|\bvs\b|\bwhich (?:one |of (?:them|these|those|the two) )?is (?:the )?(?:better|nicer|best)\b/;

function comparison(text: string, features: Features): Intent | undefined {
  const several = features.counted.length > 1;
  if (!comparing.test(text) && !(several && /\bor\b/.test(text))) return undefined;
  const digits = [...text.matchAll(/(?<![\p{L}\p{N}$€£#.-])(\d{1,2})(?![\p{L}\p{N}.%])/gu)];
  const bare = digits.map((match): Reference => ({ type: 'index', index: Number(match[1]) }));
  const named = namedSides(text);
  const found = [features.counted, bare, named].find((references) => references.length > 1);
  const fallback = features.counted.length === 1 ? [...features.counted, ...focusOf(features)] : [];
  return { type: 'compare', of: found ?? fallback };
}

function focusOf({ pronoun }: Features): Reference[] {
  return pronoun === undefined ? [] : [pronoun];
}

const notAName =
  /\b(?:compare|the|a|an|between|difference|differences|what|what's|is|are|please|can|you|them|these|those|both|all|which|one|of|me|for)\b/g;

// "compare the wool coat with the rain jacket": the words on both sides.
function namedSides(text: string): Reference[] {
  const sides = text.replace(/[?!.,]/g, ' ').split(/\b(?:and|with|to|versus|vs|or|against)\b/);
  const words = sides.map((side) => wordsOf(side.replace(notAName, ' ')));
  if (sides.length < 2 || words.some((side) => side.length === 0)) return [];
  return words.map((each) => ({ type: 'words', words: each }));
}

const asksAboutOne = /^(?:and |but |so |ok |hi |hello )?(?:is|does|has|can|will|are|was|do|did|could|how)\b/;
const asksAboutNamed = /^(?:and |but |so |ok |hi |hello )?(?:is|does|has|can|will|are)\b/;

function details(text: string, features: Features): Intent | undefined {
  if (features.relative !== undefined) return relativePrice(text, features);
  const of = referenceOf(text, features);
  if (of !== undefined) return { type: 'details', of, ...questionOf(text, features, of) };
  if (features.everyone && features.aspect !== undefined && isBare(features))
    return { type: 'shown-again', aspect: features.aspect };
  if (features.aspect === 'everything' && isBare(features) && features.named.length === 0) {
    return { type: 'details', of: { type: 'focus' }, aspect: 'everything', words: [] };
  }
  return undefined;
}

// "Which of them is cheaper?" asks about those shown; "is the second one cheaper?" asks for its price; "cheaper than the second one" for other products.
function relativePrice(text: string, { counted, named, relative }: Features): Intent | undefined {
  if (/\bwhich\b(?!.*\bthan\b).* (?:is|are|costs?)\b/.test(text)) {
    const type = relative === 'cheaper' ? 'cheapest' : 'dearest';
    return { type: 'details', of: { type }, aspect: 'price', words: [] };
  }
  const of: Reference | undefined =
    counted[0] ?? (named.length > 0 ? { type: 'words', words: named } : undefined);
  if (of === undefined || !asksAboutNamed.test(text) || /\bthan\b/.test(text)) return undefined;
  return { type: 'details', of, aspect: 'price', words: [] };
}

/** Without words and filters: only a reference or an aspect. */
function isBare({ words, price, color, size, sort }: Features): boolean {
  return words.length === 0 && [price, color, size, sort].every((each) => each === undefined);
}

function referenceOf(text: string, features: Features): Reference | undefined {
  const { counted, extreme, pronoun, aspect, named, words } = features;
  if (counted[0] !== undefined) return counted[0];
  const ofThese = /\bof (?:these|those|them)\b/.test(text);
  const asked = aspect !== undefined && aspect !== 'price';
  if (extreme !== undefined && words.length === 0 && (ofThese || asked)) return extreme;
  if (pronoun !== undefined && (aspect !== undefined || asksAboutOne.test(text) || words.length === 0))
    return pronoun;
  const definite = aspect !== undefined || asksAboutNamed.test(text);
  return named.length > 0 && definite && features.price === undefined
    ? { type: 'words', words: named }
    : undefined;
}

type Question = Omit<Extract<Intent, { readonly type: 'details' }>, 'type' | 'of'>;

function questionOf(text: string, features: Features, of: Reference): Question {
  const named = of.type === 'words' ? of.words : [];
  const words = features.words.filter((word) => !named.includes(word));
  const color =
    features.color !== undefined && !named.includes(features.color) ? { color: features.color } : {};
  const size = features.size === undefined ? {} : { size: features.size };
  const variant = 'color' in color || 'size' in size;
  return { ...color, ...size, words, aspect: aspectOf(text, features.aspect, variant, words) };
}

function aspectOf(
  text: string,
  aspect: Aspect | undefined,
  variant: boolean,
  words: readonly string[],
): Aspect {
  if (variant && aspect !== 'price') return 'stock';
  if (aspect !== undefined && !(aspect === 'everything' && words.length > 0)) return aspect;
  return asksAboutOne.test(text) && words.length > 0 ? 'fact' : 'everything';
}

const replacing = /^(?:and |or |ok |so )*(?:what about|how about|and|or|now|instead)\b|\binstead\b/;
const adding =
  /^(?:and |but |or )*(?:only|just|with|in|made|preferably|ideally|but|and|also|must|should)\b|\bones?\b/;
const browsing =
  /\b(?:what|show|see|browse|have|sell|offer|need|want|looking|recommend|suggest|surprise|buy|shop|ideas?|gift|list)\b/;

function search(text: string, features: Features): Intent {
  const wish = wishOf(features);
  const { words } = wish;
  if (words.length > 0) return words.every(looksRandom) ? { type: 'unclear' } : wordedSearch(text, wish);
  if (!isEmpty(wish)) return startsAfresh(text, wish) ? { type: 'search', wish } : narrower(wish);
  return browsing.test(text) ? { type: 'search', wish } : { type: 'unclear' };
}

function narrower(wish: Wish): Intent {
  return { type: 'refine', wish, replaces: false };
}

const anew = /\bsomething\b|\banything\b|\bwhat (?:do you|have you|you) (?:have|got|sell)\b|\bwhat's there\b/;
const pointingBack =
  /^(?:and|but|or|so)\b|\b(?:ones?|it|its|them|they|these|those|that one|same|similar|else|other|others|another|instead)\b/;

// "Something red under 50" is a new search; "anything cheaper?" and "anything in red?" refine the last one.
function startsAfresh(
  text: string,
  { relative, excluded, removed, words: _words, ...filters }: Wish,
): boolean {
  if (relative !== undefined || pointingBack.test(text)) return false;
  const stated = Object.keys(filters).length;
  const loose = excluded.length + removed.length > 0 || /\banything\b/.test(text);
  return anew.test(text) && stated > (loose ? 1 : 0);
}

function wordedSearch(text: string, wish: Wish): Intent {
  const plural = wish.words.some((word) => /[^s]s$/.test(word));
  if (adding.test(text) && !(plural && replacing.test(text) && !/\bones?\b/.test(text)))
    return narrower(wish);
  return replacing.test(text) || wish.relative !== undefined
    ? { type: 'refine', wish, replaces: true }
    : { type: 'search', wish };
}

function isEmpty({ words, excluded, removed, ...filters }: Wish): boolean {
  return words.length + excluded.length + removed.length === 0 && Object.keys(filters).length === 0;
}

function wishOf(features: Features): Wish {
  const { color, size, price, relative, words, excluded, removed, counted, pronoun } = features;
  const relativeTo = relative === undefined ? undefined : (counted[0] ?? pronoun);
  const sort = relative === undefined ? features.sort : undefined;
  return {
    words,
    excluded,
    removed,
    ...(words.length > 1 && features.head !== undefined ? { head: features.head } : {}),
    ...(color === undefined ? {} : { color }),
    ...(size === undefined ? {} : { size }),
    ...(price === undefined ? {} : { price }),
    ...(features.inStock ? { inStock: true } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(relative === undefined ? {} : { relative }),
    ...(relativeTo === undefined ? {} : { relativeTo }),
  };
}
