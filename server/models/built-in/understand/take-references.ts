import type { Reference } from '../intent.ts';
import type { Taken } from './normal-text.ts';

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const numerals = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th', '10th'];
// "first aid kit" and "second hand" name things.
const noOrdinal = String.raw`(?![ -](?:aid|hand|class|layer|light|time|base|look|person|floor|skin))`;
const noun = String.raw`(?: (?:ones?|items?|options?|products?))?`;
const ordinal = new RegExp(
  String.raw`\b(?:the )?(?:very )?(${[...ordinals, ...numerals].join('|')})\b${noOrdinal}${noun}`,
  'g',
);
const numbered = /(?:\b(?:number|no\.?|item|option|product) ?#?|#)(\d{1,2})\b/g;
const several =
  /\b(?:the )?(first|last|top) (2|3|4|two|three|four|few|couple(?: of)?)\b(?: (?:ones|items|options|products))?/;
const last = new RegExp(
  String.raw`\b(?:the )(?:very )?(last|latter|former)\b${noOrdinal}${noun}|\blast one\b`,
  'g',
);
const extreme =
  /\bthe (cheapest|least expensive|most affordable|most expensive|priciest|dearest)\b(?: (?:ones?|items?|options?|products?))?/g;
const firstExtreme = new RegExp(extreme.source);
const pronoun = /\b(?:this|that|the same) (?:one|product|item|thing)\b|\b(?:it|its|it's)\b/;
const pronouns = new RegExp(pronoun, 'g');

/** Extracts "the second one", "#3", "the first two", "the last one", in their order. */
export function takeCounted(text: string): Taken<Reference[]> {
  const bare = /^(\d{1,2})[.)!]?$/.exec(text)?.[1];
  if (bare !== undefined) return { value: [{ type: 'index', index: Number(bare) }], rest: '' };
  const group = several.exec(text);
  if (group !== null) return { value: groupOf(group), rest: text.replace(several, ' ') };
  const found = [...indexes(text, ordinal), ...indexes(text, numbered), ...ends(text)];
  const value = found.toSorted((left, right) => left.at - right.at).map((each) => each.reference);
  return { value, rest: text.replace(ordinal, ' ').replace(numbered, ' ').replace(last, ' ') };
}

/** Extracts "the cheapest one". */
export function takeExtreme(text: string): Taken<Reference | undefined> {
  const word = firstExtreme.exec(text)?.[1];
  if (word === undefined) return { value: undefined, rest: text };
  const type = /cheap|least|affordable/.test(word) ? 'cheapest' : 'dearest';
  return { value: { type }, rest: text.replace(extreme, ' ') };
}

/** Extracts "it" and "that one". */
export function takePronoun(text: string): Taken<Reference | undefined> {
  if (!pronoun.test(text)) return { value: undefined, rest: text };
  return { value: { type: 'focus' }, rest: text.replace(pronouns, ' ') };
}

interface Placed {
  readonly at: number;
  readonly reference: Reference;
}

function indexes(text: string, pattern: RegExp): Placed[] {
  return [...text.matchAll(pattern)].map((match) => {
    const word = match[1] ?? '';
    const index = Math.max(ordinals.indexOf(word), numerals.indexOf(word)) + 1;
    return { at: match.index, reference: { type: 'index', index: index > 0 ? index : Number(word) } };
  });
}

function ends(text: string): Placed[] {
  return [...text.matchAll(last)].map((match) => {
    const reference: Reference =
      match[1] === 'former' ? { type: 'index', index: 1 } : { type: 'from-end', index: 1 };
    return { at: match.index, reference };
  });
}

function groupOf(match: RegExpExecArray): Reference[] {
  const words: Readonly<Record<string, number>> = { 3: 3, three: 3, few: 3, 4: 4, four: 4 };
  const count = words[match[2] ?? ''] ?? 2;
  return Array.from({ length: count }, (_, place) =>
    match[1] === 'last' ? { type: 'from-end', index: count - place } : { type: 'index', index: place + 1 },
  );
}
