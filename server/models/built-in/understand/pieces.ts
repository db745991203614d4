import { factWords } from '../words/facts.ts';
import { type Mark, numberWords, phrases, units } from '../words/phrases.ts';
import { isColorWord } from '../../../catalog/search/color-shades.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A phrase with its meanings, a colour, a number, a sign, or a word that may name a product. */
export interface Piece {
  readonly text: string;
  readonly raw: string;
  readonly type: 'phrase' | 'color' | 'number' | 'break' | 'word';
  readonly marks: readonly Mark[];
  readonly amount?: number;
  readonly sign?: string;
}

function splitPhrases(text: string): string[] {
  return text.split(',').map((phrase) => phrase.trim().replace(/\s+/g, ' '));
}

const marksOf = new Map<string, Mark[]>();
for (const [mark, text] of Object.entries(phrases) as [Mark, string][])
  for (const phrase of splitPhrases(text)) marksOf.set(phrase, [...(marksOf.get(phrase) ?? []), mark]);

const longestPhrase = Math.max(...[...marksOf.keys()].map((phrase) => phrase.split(' ').length));
const unitWords = new Set(splitPhrases(units));

/** Splits a message into pieces; the longest phrase wins. */
export function piecesOf(message: string): Piece[] {
  const tokens = tokensOf(message);
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length;) {
    const { piece, length } = pieceAt(tokens, at);
    pieces.push(piece);
    at += length;
  }
  return pieces;
}

function pieceAt(tokens: readonly Token[], at: number): { piece: Piece; length: number } {
  for (let length = Math.min(longestPhrase, tokens.length - at); length > 0; length -= 1) {
    const words = tokens.slice(at, at + length);
    const text = words.map((token) => token.text).join(' ');
    const marks = marksOf.get(text);
    if (marks === undefined) continue;
    const type = marks.includes('quality') ? 'word' : 'phrase';
    return { piece: { text, raw: words.map(({ raw }) => raw).join(' '), type, marks }, length };
  }
  return { piece: singlePiece(tokens, at), length: 1 };
}

function singlePiece(tokens: readonly Token[], at: number): Piece {
  const { text, raw, amount = numberWords[text], sign } = tokens[at] ?? { text: '', raw: '' };
  const plain = { text, raw, marks: [] };
  if (/^[.?!;,\n-]$/.test(text)) return { ...plain, type: 'break' };
  if (amount !== undefined) {
    if (unitWords.has(tokens[at + 1]?.text ?? '') && sign === undefined) return { ...plain, type: 'word' };
    return { ...plain, type: 'number', amount, ...(sign === undefined ? {} : { sign }) };
  }
  if (isColorWord(text)) return { ...plain, type: 'color' };
  return { ...plain, type: 'word' };
}

export function means(piece: Piece | undefined, ...marks: readonly Mark[]): boolean {
  return piece !== undefined && marks.some((mark) => piece.marks.includes(mark));
}

const facts = new Set([...splitPhrases(factWords), ...splitPhrases(phrases.quality)]);

/** Whether a word asks for a fact about a product, or says what the product is like: "heavy", "waterproof". */
export function isFactWord(word: string): boolean {
  return facts.has(word);
}
