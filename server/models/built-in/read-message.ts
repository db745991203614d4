import { colorsIn } from '../../catalog/search/color-shades.ts';
import type { Phrase } from '../../catalog/search/lexicon.ts';
import { readPriceBounds } from '../../catalog/search/read-price-bounds.ts';
import { readUnwanted } from '../../catalog/search/read-query.ts';
import { isWordless, phrasesIn, stopTerms } from '../../catalog/search/retail-language.ts';
import { readSize } from '../../catalog/search/size-words.ts';
import { termOf } from '../../catalog/search/terms.ts';
import { topicsIn } from '../../knowledge/knowledge-index.ts';
import type { SearchFilters } from './tool-results.ts';
import { aliases, longestPhrase, type Mark, phrases, talk } from './words/phrases.ts';

/** What a message says, before the conversation is considered. */
export interface Message {
  /** In lower case, without apostrophes. In `text`, commas stand for phrases that have a meaning of their own. */
  readonly said: string;
  readonly text: string;
  readonly marks: ReadonlySet<Mark>;
  /** Whether it has nothing but phrases of talk. */
  readonly isTalk: boolean;
  /** Whether a sentence of it begins as a question: "is", "how". */
  readonly isQuestion: boolean;
  /** The words to search for. */
  readonly query: string;
  readonly filters: SearchFilters;
  /** Things that shops sell, such as `rain jacket`, and what shoppers ask shops about, such as `return`. */
  readonly things: readonly Phrase[];
  readonly topics: readonly Phrase[];
  /** "How much for two", "3 metres of the linen": 1 without a number. */
  readonly count: number;
}

const maxLength = 1_000;
const isTalk = new Set<Mark>(talk);
/** Phrases that say something about products, too. */
const searched: readonly Mark[] = ['safety', 'question'];
/** Reads at most 1,000 characters of a message; `currency` is the shop's, where it is known. Never throws. */
export function readMessage(message: string, currency?: string): Message {
  const said = plainWords(message);
  const price = readPriceBounds(said, currency);
  const pieces = piecesOf(price.rest);
  const marks = new Set(pieces.flatMap((piece) => piece.marks));
  const starts = pieces.filter((piece, at) => !isSilent(piece) && (at === 0 || isSilent(pieces[at - 1])));
  const text = textOf(pieces);
  const wanted = readUnwanted(text, stopTerms);
  const { rest, size } = readSize(wanted.rest);
  const clauses = rest.split(',').map((clause) => clause.trim().replace(/\s+/g, ' '));
  const query = clauses.filter((clause) => !isWordless(clause)).join(', ');
  const [first, second] = pieces.filter((piece) => !isSilent(piece));
  const opening = /^(?:and|but|also|so|then)$/.test(first?.text ?? '') ? [...starts, second] : starts;
  // "Hello again": words that say nothing are left out.
  const words = pieces.filter(({ text: own }) => own !== ',');
  return {
    said,
    text,
    marks,
    isTalk:
      price.rest === said &&
      words.length > 0 &&
      words.every((piece) => piece.marks.some((mark) => isTalk.has(mark))),
    isQuestion: opening.some((piece) => piece?.marks.includes('question') === true),
    query,
    filters: {
      ...(size !== undefined && { size }),
      ...((price.bounds.min ?? price.bounds.max) !== undefined && { price: price.bounds }),
      ...(marks.has('onSale') && { on_sale: true }),
      ...(marks.has('inStock') && { in_stock: true }),
      ...(wanted.excluded.length > 0 && { exclude: wanted.excluded }),
    },
    things: phrasesIn(query, 'thing'),
    topics: topicsIn(rest),
    count: readCount(said),
  };
}

/** A certain product: "the torch". */
export const named =
  /(?<!\b(?:in|into|around|to) )(?:the|that|this|your|those|these)\s+(\w.+?)(?=\s+(?:is|are|do|does|will|can|go|come|comes|have|has|work|works|fit|fits|in|for|with|on|last|from|ok|okay)\b|\s*$)/;
/** A number of pieces, as a group of a pattern. */
export const number = '(\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)';
const counts = new RegExp(
  `\\b(?:for|of|buy|take|cost|are|would|add|want|need|get|ok)\\s+${number}\\b|\\b${number}\\s+(?:\\w+\\s+)?of\\b|^${number} (?!in|cm|years?|months?|then)[a-z]`,
);

function readCount(said: string): number {
  const [, ...found] = counts.exec(said) ?? [];
  return Number(termOf(found.find(Boolean) ?? '1'));
}

/** Whether shoppers speak of themselves or of what they have. */
export function isStatement(said: string): boolean {
  return /^(?:i|im|ive|we|weve|my|our|its|he|she|they|omg)\b/.test(said);
}

/** The size and colour that a message names. */
export function choiceOf({ filters: { size }, query }: Pick<Message, 'filters' | 'query'>): Choice {
  const color = colorsIn(query.replaceAll(',', '')).join(' or ');
  return { ...(size !== undefined && { size }), ...(color !== '' && { color }) };
}

export type Choice = Pick<SearchFilters, 'size' | 'color'>;

function plainWords(message: string): string {
  const text = message
    .slice(0, maxLength)
    .normalize('NFKC')
    .replace(/\p{Cf}|['’‘`´]/gu, '');
  const words = text.toLowerCase().replace(/[\p{L}\p{N}]+/gu, (word) => aliases.get(word) ?? word);
  return words.replace(/\s+/g, ' ').trim();
}

interface Piece {
  readonly text: string;
  readonly marks: readonly Mark[];
}

function isSilent(piece: Piece | undefined): boolean {
  return piece?.text === ',' || piece?.marks.some((mark) => mark === 'filler' || mark === 'yes') === true;
}

/** Splits a text into phrases, the longest first, and other words; a comma stands for every mark of punctuation. */
function piecesOf(text: string): Piece[] {
  const tokens = text.match(/[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?|[,;.!?]/gu) ?? [];
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length;) {
    let length = Math.min(longestPhrase, tokens.length - at);
    while (length > 1 && !phrases.has(tokens.slice(at, at + length).join(' '))) length -= 1;
    const piece = tokens.slice(at, at + length).join(' ');
    pieces.push({ text: /^[,;.!?]$/.test(piece) ? ',' : piece, marks: phrases.get(piece) ?? [] });
    at += length;
  }
  return pieces;
}

function textOf(pieces: readonly Piece[]): string {
  const texts = pieces.map(({ text, marks }) => {
    if (marks.includes('without')) return 'without';
    return marks.every((mark) => searched.includes(mark)) ? text : ',';
  });
  return texts.join(' ');
}
