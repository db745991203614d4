import type { SearchFilters, SearchInput } from '../tool-results.ts';
import { type Mark, means, type Money, type Piece } from './pieces.ts';

/** What a message changes in the wishes so far. */
export type Edit =
  /** A filter that is undefined is lifted. `describes`: "small" may say what the product is like. */
  | { readonly type: 'set'; readonly filters: SearchFilters; readonly describes?: boolean }
  | ({ readonly type: 'price' } & Price)
  | { readonly type: 'exclude'; readonly words: readonly string[] }
  /** Words that are no longer wanted, or no longer excluded. */
  | { readonly type: 'drop'; readonly words: readonly string[] }
  | { readonly type: 'relative'; readonly to: Relative }
  | { readonly type: 'sort'; readonly sort: SearchInput['sort'] };

export type Relative = 'cheaper' | 'dearer' | 'bigger' | 'smaller';

/** In major units, such as dollars. */
export interface Price {
  readonly min?: number;
  readonly max?: number;
  /** "under" and "over" exclude the amount, "up to" and "at least" include it. */
  readonly isStrict?: boolean;
  /** Undefined for a bare number. */
  readonly money?: Money | undefined;
}

const nouns = 'colorNoun|sizeNoun|priceNoun|stockNoun|saleNoun';
const lifts = [`lift|anyOf filler|wants|ones* ${nouns}`, `${nouns} filler|questionWord* lift`];

type Matched = readonly (readonly Piece[])[];

/**
 * The first rule that matches at a piece makes an edit of it. An element of a pattern is a mark, several of them, or
 * =text; it may be repeated or absent (*), or must not follow (!).
 */
const rules: readonly (readonly [pattern: string, read: (matched: Matched) => Edit])[] = [
  ['between number or|after|break number', ([, low, , high]) => range(low, high)],
  ['number or|to|break priced', ([low, , high]) => range(low, high)],
  ['priced or|to|break number', ([low, , high]) => range(low, high)],
  ['number orMore', ([amount]) => bound('min', amount)],
  ['number orLess', ([amount]) => bound('max', amount)],
  ['below filler|article* number', ([, , amount]) => bound('max', amount, true)],
  ['atMost filler|article* number', ([, , amount]) => bound('max', amount)],
  ['above filler|article* number', ([, , amount]) => bound('min', amount, true)],
  ['atLeast filler|article* number', ([, , amount]) => bound('min', amount)],
  ['around filler|article* number', ([, , amount]) => around(amount)],
  ['priced', ([amount]) => bound('max', amount)],
  ...lifts.map((pattern) => [pattern, (matched: Matched) => lifted(matched.flat())] as const),
  ['soldOutToo', () => ({ type: 'set', filters: { in_stock: undefined } })],
  ['fullPriceToo', () => ({ type: 'set', filters: { on_sale: undefined } })],
  ['word|color fine', ([word]) => ({ type: 'drop', words: textsOf(word) })],
  ['sizeNoun|=uk|=us|=eu sizeNoun|filler* size|sizeLike|sizeCode|number', ([, , size]) => sized(size)],
  ['=extra|=x size', ([, size]) => sized(size, 'x')],
  ['in article* size|sizeLike !word', ([, , size]) => sized(size)],
  ['article sizeLike !word|break|number', ([, size]) => sized(size)],
  ['size', ([size]) => ({ ...sized(size), describes: true })],
];

/** The edits of a message in its order, and the pieces that belong to none of them. */
export function readEdits(pieces: readonly Piece[]): { edits: Edit[]; rest: Piece[] } {
  const edits: Edit[] = [];
  const rest: Piece[] = [];
  for (let at = 0; at < pieces.length;) {
    const { edit, length } = excludedAt(pieces, at) ?? editAt(pieces, at) ?? { length: 1 };
    if (edit === undefined) rest.push(...pieces.slice(at, at + 1));
    else edits.push(edit);
    at += length;
  }
  const only = rest.filter((piece) => !means(piece, 'break'));
  const isSize = only.length === 1 && /^[sml]$/.test(only[0]?.text ?? '');
  return isSize ? { edits: [...edits, sized(only)], rest: [] } : { edits, rest };
}

interface Read {
  readonly edit?: Edit;
  readonly length: number;
}

function editAt(pieces: readonly Piece[], at: number): Read | undefined {
  for (const [pattern, read] of rules) {
    const matched = matchAt(pieces, at, pattern);
    if (matched !== undefined) return { edit: read(matched), length: matched.flat().length };
  }
  return undefined;
}

function matchAt(pieces: readonly Piece[], start: number, pattern: string): Matched | undefined {
  let at = start;
  const matched: Piece[][] = [];
  const elements = pattern.split(' ');
  for (const [index, element] of elements.entries()) {
    const [isRepeated, isForbidden] = [element.endsWith('*'), element.startsWith('!')];
    if (isForbidden && fits(pieces[at], element)) return undefined;
    const own: Piece[] = [];
    for (let piece = pieces[at]; !isForbidden && fits(piece, element); piece = pieces[at]) {
      const isNext = isRepeated && fits(piece, elements[index + 1] ?? '');
      if (isNext || (own.length > 0 && !isRepeated)) break;
      own.push(piece);
      at += 1;
    }
    if (own.length === 0 && !isRepeated && !isForbidden) return undefined;
    matched.push(own);
  }
  return matched;
}

function fits(piece: Piece | undefined, element: string): piece is Piece {
  if (piece === undefined) return false;
  const names = element.replace(/^!|\*$/g, '').split('|');
  const isIn = /\bin$/.test(piece.text) && names.includes('in');
  return isIn || names.includes(`=${piece.text}`) || means(piece, ...(names as Mark[]));
}

/** "Not red or blue" excludes both, "no leather boots" only leather; "forget the red one" drops it. */
function excludedAt(pieces: readonly Piece[], start: number): Read | undefined {
  const isNot = means(pieces[start], 'not');
  if (!isNot && (!means(pieces[start], 'lift') || matchAt(pieces, start, lifts[0] ?? '') !== undefined))
    return undefined;
  const words: string[] = [];
  let [end, isJoined] = [start + 1, true];
  for (const [index, piece] of pieces.slice(start + 1).entries()) {
    const isNoun = means(piece, 'word', 'color');
    const ends = means(piece, 'but') || (words.length > 0 && means(piece, 'after', 'ones'));
    if (isNoun && (words.length === 0 || isJoined || means(piece, 'color'))) {
      words.push(piece.text);
      end = start + index + 2;
    } else if (isNoun || ends || !means(piece, ...between)) break;
    isJoined = means(piece, 'or');
  }
  if (words.length === 0) return undefined;
  return { edit: { type: isNot ? 'exclude' : 'drop', words }, length: end - start };
}

const between = ['filler', 'or', 'not', 'wants', 'something', 'anything', 'after', 'ones'] as const;

function textsOf(pieces: readonly Piece[] = []): string[] {
  return pieces.map(({ text }) => text);
}

function range([low]: readonly Piece[] = [], [high]: readonly Piece[] = []): Edit {
  const amounts = [low?.amount ?? 0, high?.amount ?? 0];
  return {
    type: 'price',
    min: Math.min(...amounts),
    max: Math.max(...amounts),
    money: low?.money ?? high?.money,
  };
}

function bound(side: 'min' | 'max', [piece]: readonly Piece[] = [], isStrict = false): Edit {
  return { type: 'price', [side]: piece?.amount ?? 0, isStrict, money: piece?.money };
}

function around([piece]: readonly Piece[] = []): Edit {
  const amount = piece?.amount ?? 0;
  return { type: 'price', min: amount * 0.8, max: amount * 1.2, money: piece?.money };
}

function lifted(pieces: readonly Piece[]): Edit {
  const lifts = (mark: Mark, name: string): object =>
    pieces.some((piece) => means(piece, mark)) ? { [name]: undefined } : {};
  const [color, size, price] = [
    lifts('colorNoun', 'color'),
    lifts('sizeNoun', 'size'),
    lifts('priceNoun', 'price'),
  ];
  const [stock, sale] = [lifts('stockNoun', 'in_stock'), lifts('saleNoun', 'on_sale')];
  return { type: 'set', filters: { ...color, ...size, ...price, ...stock, ...sale } };
}

function sized([piece]: readonly Piece[] = [], prefix = ''): Edit {
  const said = piece?.text ?? '';
  const text = prefix === '' ? said : `${prefix}${said.charAt(0)}`;
  return { type: 'set', filters: { size: /^\d*x*[sml]$/.test(text) ? text.toUpperCase() : text } };
}
