import type { Aspect, MoneyBounds, Reference, Removable } from '../intent.ts';
import { contentWords, headWord, isStopWord, wordsOf } from './content-words.ts';
import { takeColor } from './take-color.ts';
import { takePrice } from './take-price.ts';
import { takeCounted, takeExtreme, takePronoun } from './take-references.ts';
import { takeSize } from './take-size.ts';

/** What a message says about products, before its intent is known. */
export interface Features {
  readonly price: MoneyBounds | undefined;
  readonly relative: 'cheaper' | 'dearer' | undefined;
  readonly sort: 'price_asc' | 'price_desc' | undefined;
  readonly color: string | undefined;
  readonly size: string | undefined;
  readonly inStock: boolean;
  readonly counted: readonly Reference[];
  readonly extreme: Reference | undefined;
  readonly pronoun: Reference | undefined;
  /** "they", "these" */
  readonly everyone: boolean;
  readonly aspect: Aspect | undefined;
  /** After "the" or "that": "the wool jacket". */
  readonly named: readonly string[];
  readonly words: readonly string[];
  readonly head: string | undefined;
  readonly excluded: readonly string[];
  readonly removed: readonly Removable[];
}

const cheaper =
  /\b(?:cheaper|less expensive|less pricey|lower[- ]priced|lower price)\b|\btoo (?:expensive|pricey|dear|much)\b/;
const dearer = /\b(?:more expensive|pricier|higher[- ]end|higher[- ]priced|too cheap)\b/;
const ascending =
  /\b(?:cheapest|least expensive|most affordable|lowest[- ]?(?:priced|price|cost)?|cheap|inexpensive|affordable|low[- ]cost|budget[- ]friendly|not (?:too |so |very )?expensive|low(?:est)? to high(?:est)?|(?:sort(?:ed)?|order(?:ed)?) by price|by price)\b/;
const descending =
  /\b(?:most expensive|priciest|dearest|highest[- ]?(?:priced|price)?|high(?:est)? to low(?:est)?)\b/;
const stock =
  /\b(?:in[- ]stock|availab(?:le|ility)|sold[- ]out|out of stock|on hand|any left|how many (?:\w+ )?(?:are |is )?left|do you (?:still )?have (?:it|this|that))\b/;

const aspects: readonly (readonly [Aspect, RegExp])[] = [
  ['sizes', /\bsiz(?:es?|ing)\b/],
  ['colors', /\bcolou?rs?\b/],
  ['stock', stock],
  [
    'price',
    /\bhow much\b(?! (?:does|do|can|will|would) (?:it|they|this|that|the \w+)? ?(?:weigh|hold|carry|fit|take|pack))|\bprices?\b|\bcosts?\b|\bpriced\b/,
  ],
  [
    'everything',
    /\b(?:details?|info(?:rmation)?|describe|description|specs?|specifications?)\b|\b(?:tell|know|learn|hear|see|read) (?:me )?(?:more )?about\b|\bmore about\b|\btell me more\b|\bmade (?:of|from|out of)\b/,
  ],
];
const aspectsAnywhere = aspects.map(([, pattern]) => new RegExp(pattern, 'g'));

const removals: readonly (readonly [Removable, RegExp])[] = [
  [
    'price',
    /\b(?:any|every|no|forget (?:about )?the|without (?:the|a|any)|ignore the|drop the|remove the) (?:price|budget)(?: (?:limit|range|filter))?\b/,
  ],
  [
    'color',
    /\b(?:any|every|all|other|forget (?:about )?the|without (?:the|a)|ignore the|drop the|remove the) colou?rs?(?: filter)?\b/,
  ],
  [
    'size',
    /\b(?:any|every|all|other|forget (?:about )?the|without (?:the|a)|ignore the|drop the|remove the) sizes?(?: filter)?\b/,
  ],
  ['stock', /\b(?:even if|including|or) (?:it's |it is |they're |they are )?(?:sold out|out of stock)\b/],
];

const exclusion =
  /\b(?:not|(?:are|is|do|does)n't(?: want)?|without|except(?: for)?|excluding|other than|apart from|anything but|but no|with no)\s+(?:in\s+|made of\s+|any\s+|an?\s+|the\s+)?([\p{L}-]+)/gu;

/** Extracts price, colour, size, stock, references and remaining words from a normalized message. */
export function readFeatures(text: string): Features {
  const removed = removals.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);
  const kept = removals.reduce((rest, [, pattern]) => rest.replace(pattern, ' , '), text);
  const price = takePrice(kept);
  const { excluded, rest } = takeExcluded(price.rest);
  return { price: price.value, removed, excluded, ...readReferences(rest) };
}

type Rest = Omit<Features, 'price' | 'removed' | 'excluded'>;

function readReferences(text: string): Rest {
  const relative = cheaper.test(text) ? 'cheaper' : dearer.test(text) ? 'dearer' : undefined;
  const extreme = takeExtreme(text);
  const sort = descending.test(text) ? 'price_desc' : ascending.test(text) ? 'price_asc' : undefined;
  const counted = takeCounted(extreme.rest.replace(cheaper, ' ').replace(dearer, ' '));
  const pronoun = takePronoun(counted.rest);
  const things = readThings(pronoun.rest.replace(ascending, ' ').replace(descending, ' '));
  return {
    relative,
    sort,
    extreme: extreme.value,
    counted: counted.value,
    pronoun: pronoun.value,
    everyone: /\b(?:they|them|these|those|both|all of them)\b/.test(text),
    aspect: aspectOf(text),
    inStock: stock.test(text) && !/\b(?:sold[- ]out|out of stock)\b/.test(text),
    ...things,
  };
}

function readThings(text: string): Pick<Rest, 'size' | 'named' | 'color' | 'words' | 'head'> {
  const size = takeSize(text);
  const plain = aspectsAnywhere.reduce((rest, pattern) => rest.replace(pattern, ' , '), size.rest);
  const color = takeColor(plain);
  return {
    size: size.value,
    named: namedIn(plain),
    color: color.value,
    words: contentWords(color.rest),
    head: headWord(color.rest),
  };
}

// Without the size values, a remaining "size" asks for sizes.
function aspectOf(text: string): Aspect | undefined {
  const asked = takeSize(text).rest;
  return aspects.find(([, pattern]) => pattern.test(asked))?.[0];
}

function takeExcluded(text: string): { excluded: string[]; rest: string } {
  const excluded: string[] = [];
  const rest = text.replace(exclusion, (whole: string, word: string) => {
    if (isStopWord(word) || word === 'too') return whole;
    excluded.push(word);
    return ' , ';
  });
  return { excluded, rest };
}

// "the wool jacket come in": the words after "the" up to the first stop word.
function namedIn(text: string): string[] {
  for (const match of text.matchAll(/\b(?:the|that|this)\s+([^,.?!;]+)/gu)) {
    const words = wordsOf(match[1] ?? '');
    const end = words.findIndex(isStopWord);
    const named = end < 0 ? words : words.slice(0, end);
    if (named.length > 0) return named;
  }
  return [];
}
