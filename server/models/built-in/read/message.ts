import { isPlural } from '../../../catalog/search/word-forms.ts';
import { type Edit, readEdits } from './edits.ts';
import { isFactWord, type Mark, means, type Piece, piecesOf, textOf } from './pieces.ts';

/** Messages that have nothing else in them; of several talks the first one here counts. */
const talks = [
  ...(['more', 'again', 'reset', 'browse', 'bye', 'help', 'identity', 'no'] as const),
  ...(['thanks', 'greeting', 'yes'] as const),
];
export type Talk = (typeof talks)[number];

const aspects = ['asksOldPrice', 'asksChoice', 'asksPrice', 'asksStock', 'asksMore', 'asksFact'] as const;
/** What is asked about a product. */
export type Aspect = (typeof aspects)[number];

/** A product that was listed: its number from 1, or counted from the end from -1. */
export type Reference = number | 'cheapest' | 'dearest' | 'other';
const ordinals = { first: [1], second: [2], third: [3], fourth: [4], fifth: [5], last: [-1], both: [1, 2] };
const extremes = { cheapestShown: ['cheapest'], dearestShown: ['dearest'], theOther: ['other'] } as const;
const references: Readonly<Partial<Record<Mark, readonly Reference[]>>> = { ...ordinals, ...extremes };

/** Everything that a message says, before the conversation is considered. */
export interface Message {
  readonly talk: Talk | undefined;
  readonly marks: ReadonlySet<Mark>;
  readonly edits: readonly Edit[];
  /** The words that may name or describe products; what the product is comes last. */
  readonly words: readonly string[];
  readonly aspect: Aspect | undefined;
  readonly references: readonly Reference[];
  readonly pronoun: 'it' | 'them' | undefined;
  /** "The wool jacket" in place of "a wool jacket". */
  readonly isDefinite: boolean;
  /** What the words do to those of the last search: "wool ones" add, "a coat" and "boots" replace. */
  readonly adds: boolean;
  readonly replaces: boolean;
}

/** The meanings of a message: that of its question about the shop, and that of everything else. Never throws. */
export function readMessage(said: string): Message[] {
  const pieces = piecesOf(said);
  const clauses = clausesOf(pieces);
  const isAboutShop = (clause: readonly Piece[]): boolean => has(clause, 'policy', 'ownOrder', 'contact');
  const shop = clauses.find(isAboutShop);
  const others = clauses.filter((clause) => !isAboutShop(clause)).flat();
  return (shop !== undefined && has(others, 'word', 'color') ? [shop, others] : [pieces]).map(meaningOf);
}

function has(pieces: readonly Piece[], ...marks: readonly Mark[]): boolean {
  return pieces.some((piece) => means(piece, ...marks));
}

const shopTopics = ['policy', 'ownOrder', 'contact', 'codes'] as const;

function clausesOf(pieces: readonly Piece[]): Piece[][] {
  const clauses: Piece[][] = [[]];
  for (const [at, piece] of pieces.entries()) {
    const next = pieces.slice(at + 1, at + 2);
    const begins = has(next, 'wants', 'questionWord', 'asksFact', 'asksPrice', ...shopTopics);
    if (/[.?!;\n]/.test(piece.text) || (means(piece, 'or', 'but') && begins)) clauses.push([]);
    else clauses.at(-1)?.push(piece);
  }
  return clauses;
}

const remarks = ['greeting', 'thanks', 'bye', 'yes', 'swearing'] as const;
const definite = /\b(?:the|that|this|your)\b/;

function meaningOf(all: readonly Piece[]): Message {
  const talk = talkOf(all);
  const pieces = talk === undefined ? all.filter((piece) => !isOnly(piece, ...remarks)) : [];
  const first = pieces.slice(0, 1);
  const { edits: read, rest } = readEdits(pieces);
  const words = wordsOf(rest);
  const isDefinite = definite.test(textOf(rest));
  // "Pockets?" asks about the product on the table.
  const isNewThing = (word: string): boolean => isPlural(word) && !isFactWord(word);
  const isAboutOne = /^(?:is|are|does|do|can|will|has|was)\b/.test(textOf(first)) && !has(first, 'wants');
  const isOneReduced = has(rest, 'onSale') && isAboutOne && !has(rest, 'something', 'anything');
  return {
    talk,
    marks: new Set(all.flatMap(({ marks }) => marks)),
    edits: read.filter((edit) => !isOneReduced || edit.type !== 'set' || edit.filters.on_sale !== true),
    words,
    aspect: isOneReduced ? 'asksOldPrice' : aspectOf(rest, words, isAboutOne),
    references: referencesOf(rest),
    pronoun: pronounOf(pieces),
    isDefinite,
    adds:
      has(pieces, 'ones') ||
      has(first, 'but', 'after') ||
      (/^(?:in|and)$/.test(textOf(first)) && !isDefinite),
    replaces: !has(first, 'after') && (has(pieces, 'wants') || words.some(isNewThing)),
  };
}

/** "How heavy is the stove" and "is the mug dishwasher safe" ask for a fact; "do you have a warm coat" does not. */
function aspectOf(
  pieces: readonly Piece[],
  words: readonly string[],
  isAboutOne: boolean,
): Aspect | undefined {
  const aspect = aspects.find((mark) => has(pieces, mark));
  if (aspect !== undefined || words.length === 0 || has(pieces, 'wants')) return aspect;
  const isDefinite = definite.test(textOf(pieces));
  const isFact = isDefinite ? words.some(isFactWord) : words.every(isFactWord);
  const isAboutIt = pronounOf(pieces) === 'it';
  return isAboutOne || ((isFact || isAboutIt) && has(pieces, 'questionWord')) ? 'asksFact' : undefined;
}

function isOnly(piece: Piece, ...marks: readonly Mark[]): boolean {
  return piece.marks.length > 0 && piece.marks.every((mark) => marks.includes(mark));
}

function talkOf(pieces: readonly Piece[]): Talk | undefined {
  const said = pieces.filter((piece) => !isOnly(piece, 'filler', 'but', 'break'));
  const isTalk = said.every((piece) => means(piece, ...talks));
  return isTalk ? talks.find((talk) => has(said, talk)) : undefined;
}

/** "The second one"; bare numbers count in "tell me about 3" and in a message that is only a number. */
function referencesOf(pieces: readonly Piece[]): Reference[] {
  const named = pieces.flatMap(({ marks }) => marks.flatMap((mark) => references[mark] ?? []));
  const numbers = pieces.flatMap(({ amount = 0 }) => (amount > 0 && amount <= 20 ? amount : []));
  const isOnlyNumber = pieces.every((piece) => means(piece, 'number', 'break', 'ones'));
  return [...named, ...(isOnlyNumber || has(pieces, 'asksMore') ? numbers : [])];
}

// In "shoes that are red" the word after the product is no pronoun.
function pronounOf(pieces: readonly Piece[]): Message['pronoun'] {
  const isRelative = (at: number): boolean => means(pieces[at - 1], 'word', 'color');
  const own = pieces.filter(({ text }, at) => text !== 'that' || !isRelative(at));
  const said = textOf(own.filter((piece) => !isOnly(piece, 'filler', 'after')));
  if (/\b(?:it|its|this|that)\b/.test(said)) return 'it';
  return /\b(?:they|them|these|those)\b/.test(said) ? 'them' : undefined;
}

/** What stands before "for", "with" and the like says what the product is, and comes last. */
function wordsOf(pieces: readonly Piece[]): string[] {
  const parts: Piece[][] = [[]];
  for (const [at, piece] of pieces.entries()) {
    if (means(piece, 'after', 'break')) parts.push([]);
    // "7 chakra bracelet": a number right before a word is part of the name.
    const isSize = means(piece, 'sizeLike') && means(pieces[at - 1], 'word');
    const isOfName = means(piece, 'number') && !means(piece, 'priced') && means(pieces[at + 1], 'word');
    if (means(piece, 'word')) parts.at(-1)?.push(piece);
    else if (isOfName || isSize) parts.at(-1)?.unshift(piece);
  }
  const thing = parts.find((part) => part.some((piece) => !means(piece, 'quality'))) ?? [];
  const others = parts.filter((part) => part !== thing).flat();
  return [...new Set([...others, ...thing].map(({ text }) => text))];
}
