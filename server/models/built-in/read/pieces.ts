import { isColorWord } from '../../../catalog/search/color-shades.ts';
import { factWords } from '../words/facts.ts';
import { aliases, currenciesOf, moneySigns, numberWords, phrases, units } from '../words/phrases.ts';

/** What a shopper wrote with an amount: a sign or a word. */
export type Money = keyof typeof currenciesOf;
export type Mark =
  | keyof typeof phrases
  | 'word'
  | 'color'
  | 'number'
  | 'priced'
  | 'sizeLike'
  | 'sizeCode'
  | 'break'
  | 'in';

/** A phrase, a number, a punctuation mark, or a word that may name a product, with its meanings. */
export interface Piece {
  /** In lower case, without accents and apostrophes. */
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly amount?: number;
  readonly money?: Money | undefined;
}

const splitPhrases = (text: string): string[] =>
  text.split(',').map((each) => each.trim().replace(/\s+/g, ' '));
const marksOf = new Map<string, Mark[]>();
// A phrase such as "come in" also counts as "in", which the rules for sizes look for: "do they come in M".
for (const [mark, text] of Object.entries(phrases) as [Mark, string][])
  for (const phrase of splitPhrases(text))
    marksOf.set(phrase, [...(marksOf.get(phrase) ?? (/\bin$/.test(phrase) ? ['in'] : [])), mark]);
const longestPhrase = Math.max(...[...marksOf.keys()].map((phrase) => phrase.split(' ').length));
const unitWords = new Set(splitPhrases(units));
const sameFact = factWords.split('\n').map((line) => line.split('|').map(splitPhrases));
const facts = new Set([...sameFact.flatMap(([asked = []]) => asked), ...splitPhrases(phrases.quality)]);

/** Whether a word asks for a fact about a product, or says what the product is like: "heavy", "waterproof". */
export function isFactWord(word: string): boolean {
  return facts.has(word);
}

/** The word and others of the same fact: "heavy", "weight" and "kg". */
export function factLike(word: string): readonly string[] {
  return [word, ...sameFact.filter(([asked]) => asked?.includes(word)).flat(2)];
}

export function means(piece: Piece | undefined, ...marks: readonly Mark[]): boolean {
  return piece !== undefined && marks.some((mark) => piece.marks.includes(mark));
}

const maxMessageLength = 2_000;
const tokenPattern =
  /(?<before>[$€£¥])?\s?(?<amount>\d{1,9}(?:[.,]\d{3}){0,2}(?:[.,]\d\d?)?)(?![\p{L}\d])\s?(?<after>[$€£¥])?|#\d+|[\p{L}\p{N}]+|[.?!;,\n&]|-(?=\s?[$€£¥]?\d)/gu;
const moneyMarks = Object.keys(currenciesOf) as Money[];

/** Splits a message of at most 2,000 characters into pieces; the longest phrase wins. */
export function piecesOf(message: string): Piece[] {
  const tokens = tokensOf(message);
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length;) {
    const phrase = phraseAt(tokens, at);
    const piece = phrase ?? tokens[at];
    const amount = pieces.at(-1);
    const money = moneyMarks.find((mark) => means(piece, mark));
    // "20 dollars" is one piece.
    if (amount?.amount !== undefined && money !== undefined) pieces.splice(-1, 1, priced(amount, money));
    else if (piece !== undefined) pieces.push(piece);
    at += phrase?.text.split(' ').length ?? 1;
  }
  return pieces;
}

/** The words and punctuation marks of a message. */
export function tokensOf(message: string): Piece[] {
  const plain = message
    .slice(0, maxMessageLength)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’‘ʼ`´]/gu, '')
    .replace(/\bt(?:ee)?[- ]?shirt/gi, 'tshirt')
    .replace(/\d+[- ](?:year|yr|month)s?[- ]old/gi, ' ')
    .replaceAll('%', ' percent')
    .replace(/\bw\/o\b/gi, 'without')
    .replace(/<\s?(?=[$€£¥]?\d)/g, ' under ')
    .replace(/>\s?(?=[$€£¥]?\d)/g, ' over ')
    .replace(/(\d)\+/g, '$1 or more');
  const found = [...plain.matchAll(tokenPattern)];
  return found.map((match, at) => tokenOf(match, found[at + 1]?.[0]?.toLowerCase() ?? ''));
}

function tokenOf({ 0: raw, groups }: RegExpExecArray, next: string): Piece {
  const { amount: digits, before, after } = groups ?? {};
  const typed = raw.toLowerCase().trim();
  const text = digits ?? aliases.get(typed) ?? typed;
  const money = moneySigns[before ?? after ?? ''];
  // "1,000" and "1.000" are a thousand, "49,99" is a decimal.
  const plain = digits?.replace(/[.,](?=\d{3}\b)/g, '').replace(',', '.');
  const amount = plain === undefined ? numberWords.get(text) : Number(plain);
  if (amount !== undefined && money !== undefined) return priced({ text, marks: [], amount }, money);
  if (amount !== undefined && !unitWords.has(next))
    return { text, amount, marks: digits !== undefined && amount < 60 ? ['number', 'sizeLike'] : ['number'] };
  return { text, marks: marksOfWord(text, raw.trim()) };
}

function marksOfWord(text: string, raw: string): Mark[] {
  if (/^[.?!;,\n-]$/.test(text)) return ['break'];
  if (isColorWord(text)) return ['color'];
  // A lone capital S, M or L is a size, "s" is not.
  if (/^[SML]$/.test(raw)) return ['word', 'size'];
  if (/^[sml]$/.test(text)) return ['word', 'sizeLike'];
  return /^\d+\p{L}{1,2}$/u.test(text) ? ['word', 'sizeCode'] : ['word'];
}

function priced(piece: Piece, money: Money): Piece {
  return { ...piece, money, marks: ['number', 'priced'] };
}

function phraseAt(tokens: readonly Piece[], at: number): Piece | undefined {
  for (let length = Math.min(longestPhrase, tokens.length - at); length > 0; length -= 1) {
    const text = textOf(tokens.slice(at, at + length));
    const marks = marksOf.get(text);
    const isWord = marks?.includes('quality') || marks?.includes('size');
    if (marks !== undefined) return { text, marks: isWord ? [...marks, 'word'] : marks };
  }
  return undefined;
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join(' ');
}
