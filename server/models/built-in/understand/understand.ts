import { isPlural } from '../../../catalog/search/word-forms.ts';
import type { Mark } from '../words/phrases.ts';
import { type Aspect, type Meaning, type Reference, type Talk, talks } from './meaning.ts';
import { isFactWord, means, type Piece, piecesOf } from './pieces.ts';
import { readNegation } from './read-negation.ts';
import { readPrice } from './read-price.ts';
import { readSize } from './read-size.ts';

/** The meaning of a shopper's message in English. Never throws. */
export function understand(message: string): Meaning {
  return meaningOf(piecesOf(message));
}

/** One meaning for each question about the shop itself, and one for everything else. */
export function understandAll(message: string): Meaning[] {
  const pieces = piecesOf(message);
  const clauses = clausesOf(pieces);
  const [shop, rest] = [clauses.filter(isAboutShop), clauses.filter((clause) => !isAboutShop(clause))];
  const others = rest.flat();
  const isWish = others.some(({ type }) => type === 'word' || type === 'color');
  return shop.length > 0 && isWish ? [...shop.slice(0, 1), others].map(meaningOf) : [meaningOf(pieces)];
}

function clausesOf(pieces: readonly Piece[]): Piece[][] {
  const clauses: Piece[][] = [[]];
  for (const [at, piece] of pieces.entries()) {
    const begins = means(piece, 'or', 'but') && means(pieces[at + 1], ...beginnings);
    if (begins || /[.?!;\n]/.test(piece.text)) clauses.push([]);
    else clauses.at(-1)?.push(piece);
  }
  return clauses;
}

const beginnings: readonly Mark[] = [
  'wants',
  'questionWord',
  'asksFact',
  'asksPrice',
  'policy',
  'ownOrder',
  'contact',
  'codes',
];

function isAboutShop(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => means(piece, 'policy', 'ownOrder', 'contact'));
}

const simpleAspects: readonly (readonly [Mark, Aspect])[] = [
  ['asksOldPrice', 'oldPrice'],
  ['asksSizes', 'sizes'],
  ['asksColors', 'colors'],
  ['asksPrice', 'price'],
  ['asksStock', 'stock'],
  ['asksMore', 'more'],
  ['asksFact', 'fact'],
];

function meaningOf(all: readonly Piece[]): Meaning {
  const talk = talkOf(all);
  const pieces =
    talk === undefined
      ? all.filter(
          (piece, at) =>
            !isRemark(piece, all[at + 1]) && !isOnly(piece, 'greeting', 'thanks', 'bye', 'swearing'),
        )
      : [];
  const has = (...marks: readonly Mark[]): boolean => pieces.some((piece) => means(piece, ...marks));
  const { price, rest: unpriced } = readPrice(pieces);
  const { size, rest: unsized } = readSize(unpriced);
  const { excluded, dropped, lifted, rest } = readNegation(unsized);
  const { words, thingLength } = wordsOf(rest);
  const isQuestion = has('questionWord') && !has('wants');
  const isDefinite = /\b(?:the|that|this|your)\b/.test(rest.map(({ text }) => text).join(' '));
  const aspect = aspectOf(rest) ?? (asksFact(pieces, words, isQuestion, isDefinite) ? 'fact' : undefined);
  const isOnSale = has('onSale') && !lifted.includes('sale');
  const isOneReduced = isOnSale && asksAboutOne.test(pieces[0]?.text ?? '') && !has('something');
  return {
    talk,
    swears: all.some((piece) => means(piece, 'swearing')),
    contact: has('contact'),
    policy: has('policy', 'ownOrder'),
    ownOrder: has('ownOrder'),
    codes: has('codes'),
    outside: has('outside'),
    isQuestion,
    words,
    thingLength,
    colors: rest.filter(({ type }) => type === 'color').map(({ text }) => text),
    size,
    price,
    inStock: has('inStock'),
    onSale: isOnSale && !isOneReduced,
    sort: sortOf(has),
    relative: price === undefined ? relatives.find((mark) => has(mark)) : undefined,
    excluded,
    lifted,
    dropped,
    references: referencesOf(rest),
    pronoun: pronounOf(pieces),
    isDefinite,
    hasOnes: rest.some(({ text }) => text === 'ones' || text === 'one'),
    adds:
      has('ones') || means(pieces[0], 'but', 'after') || /^(?:in|and|with|but)$/.test(pieces[0]?.text ?? ''),
    replaces: has('wants') || words.some(isPlural) || namesCheapest(words, sortOf(has)),
    isFresh: pieces.some(
      (piece) => means(piece, 'something') && (piece.text !== 'anything' || words.length > 0),
    ),
    isOverall: has('overall') && words.length === 0,
    aspect: isOneReduced ? 'oldPrice' : aspect,
  };
}

/** "The cheapest kitchen knife" is another product, "the cheapest waterproof" one of the last search. */
function namesCheapest(words: readonly string[], sort: Meaning['sort']): boolean {
  return sort !== undefined && words.length > 1 && !isFactWord(words.at(-1) ?? '');
}

const relatives = ['cheaper', 'dearer', 'bigger', 'smaller'] as const;

function aspectOf(pieces: readonly Piece[]): Aspect | undefined {
  return simpleAspects.find(([mark]) => pieces.some((piece) => means(piece, mark)))?.[1];
}

/** "How heavy is the stove" and "is the mug dishwasher safe" ask for a fact; "do you have a warm coat" does not. */
function asksFact(
  pieces: readonly Piece[],
  words: readonly string[],
  isQuestion: boolean,
  isDefinite: boolean,
): boolean {
  const facts = words.filter(isFactWord);
  if (isQuestion && facts.length > 0 && (isDefinite || facts.length === words.length)) return true;
  const wants = pieces.some((piece) => means(piece, 'wants'));
  return words.length > 0 && !wants && asksAboutOne.test(pieces[0]?.text ?? '');
}

const asksAboutOne = /^(?:is|are|does|do|can|will|has|was)$/;

/** "Fine." and "cool," are no words of products. */
function isRemark(piece: Piece, next: Piece | undefined): boolean {
  return means(piece, 'yes') && next?.type === 'break';
}

function isOnly(piece: Piece, ...marks: readonly Mark[]): boolean {
  return piece.marks.length > 0 && piece.marks.every((mark) => marks.includes(mark));
}

/** The talk of a message that has nothing else. The last one counts: "ok, show me more". */
function talkOf(pieces: readonly Piece[]): Talk | undefined {
  const said = pieces.filter((piece) => piece.type !== 'break' && !isOnly(piece, 'filler', 'but'));
  const found = said.map((piece) => talks.findLast((talk) => means(piece, talk)));
  const polite = ['thanks', 'yes', 'greeting'];
  return found.includes(undefined)
    ? undefined
    : (found.findLast((talk) => !polite.includes(talk ?? '')) ??
        found.find((talk) => talk === 'thanks') ??
        found.at(-1));
}

function sortOf(has: (...marks: readonly Mark[]) => boolean): Meaning['sort'] {
  if (has('ascending')) return 'price_asc';
  return has('descending') ? 'price_desc' : undefined;
}

const ordinals: readonly (readonly [Mark, readonly Reference[]])[] = [
  ['ordinal1', [1]],
  ['ordinal2', [2]],
  ['ordinal3', [3]],
  ['ordinal4', [4]],
  ['ordinal5', [5]],
  ['ordinalLast', [-1]],
  ['firstTwo', [1, 2]],
  ['cheapestShown', ['cheapest']],
  ['dearestShown', ['dearest']],
];

// In "shoes that are red" the word after the product is no pronoun.
function pronounOf(pieces: readonly Piece[]): Meaning['pronoun'] {
  const others = pieces.filter(
    ({ text }, at) => text !== 'that' || /^(?:phrase|break)$/.test(pieces[at - 1]?.type ?? 'phrase'),
  );
  const has = (pattern: RegExp): boolean =>
    others.some((piece) => pattern.test(piece.text) && !isOnly(piece, 'filler', 'after'));
  if (has(/\b(?:it|its|this|that)\b/)) return 'it';
  return has(/\b(?:they|them|these|those)\b/) ? 'them' : undefined;
}

/** "the second one"; bare numbers count in "compare 1 and 3" and in a message that is only a number. */
function referencesOf(pieces: readonly Piece[]): Reference[] {
  const named = ordinals
    .filter(([mark]) => pieces.some((piece) => means(piece, mark)))
    .flatMap(([, references]) => references);
  const numbers = pieces.filter(({ type, amount = 0 }) => type === 'number' && amount > 0 && amount <= 20);
  const areReferences = pieces.some((piece) => means(piece, 'asksMore')) || isNumberOnly(pieces);
  return [...named, ...(areReferences ? numbers.flatMap(({ amount = [] }) => amount) : [])];
}

function isNumberOnly(pieces: readonly Piece[]): boolean {
  return pieces.every(({ type, marks }) => type === 'number' || type === 'break' || marks.includes('ones'));
}

/** The words of products: what stands before "for", "with" and the like says what the product is, and comes last. */
function wordsOf(pieces: readonly Piece[]): Pick<Meaning, 'words' | 'thingLength'> {
  const parts: string[][] = [[]];
  for (const [at, piece] of pieces.entries()) {
    if (means(piece, 'after')) parts.push([]);
    if (piece.type !== 'word' && !isNumberOfWord(pieces, at)) continue;
    parts.at(-1)?.push(piece.text);
  }
  const qualities = pieces.filter((piece) => means(piece, 'quality')).map(({ text }) => text);
  const thing = parts.find((part) => part.some((word) => !qualities.includes(word))) ?? [];
  const others = parts.filter((part) => part !== thing).flat();
  return {
    words: [...new Set([...others, ...thing])],
    thingLength: thing.length,
  };
}

// "7 chakra bracelet": a number right before a word is part of the name.
function isNumberOfWord(pieces: readonly Piece[], at: number): boolean {
  return pieces[at]?.type === 'number' && pieces[at].sign === undefined && pieces[at + 1]?.type === 'word';
}
