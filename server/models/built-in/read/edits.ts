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

export type Relative = 'cheaper' | 'dearer' | 'samePrice' | 'bigger' | 'smaller';

/** In major units, such as dollars. `isStrict`: "under" excludes the amount, "up to" includes it. */
export interface Price {
  readonly min?: number;
  readonly max?: number;
  readonly isStrict?: boolean;
  readonly money?: Money | undefined;
}

const stockFilters = { stockNoun: 'in_stock', saleNoun: 'on_sale' } as const;
const filterOf = { colorNoun: 'color', sizeNoun: 'size', priceNoun: 'price', ...stockFilters } as const;
const nouns = Object.keys(filterOf).join('|');
const between = 'filler|or|not|wants|something|anything|after|ones';

/** The pieces of each element of a pattern. */
type Matched = readonly (readonly Piece[])[];
type Rule = readonly [pattern: string, read: (matched: Matched) => Edit];

/**
 * The first rule that matches at a piece makes an edit of it. An element of a pattern is a mark, several of them, or
 * =text; it may be repeated or absent (*), or must not follow (!).
 */
const rules: readonly Rule[] = [
  ['between number or|after|break number', (matched) => price(matched, 'range')],
  ['number or|to|break priced', (matched) => price(matched, 'range')],
  ['priced or|to|break number', (matched) => price(matched, 'range')],
  ['number orMore', (matched) => price(matched, 'min')],
  ['number orLess', (matched) => price(matched, 'max')],
  ['below filler|article* number', (matched) => ({ ...price(matched, 'max'), isStrict: true })],
  ['above filler|article* number', (matched) => ({ ...price(matched, 'min'), isStrict: true })],
  ['atMost filler|article|break* number', (matched) => price(matched, 'max')],
  ['atLeast filler|article* number', (matched) => price(matched, 'min')],
  ['around filler|article* number', (matched) => price(matched, 'around')],
  ['priced', (matched) => price(matched, 'max')],
  [`lift|anyOf filler|wants|ones* ${nouns}`, lifted],
  [`${nouns} filler|questionWord* lift`, lifted],
  [`not ${between}* word|color or ${between}* word|color`, excluded],
  [`not ${between}* word|color`, excluded],
  [`lift ${between}* word|color`, (matched) => ({ type: 'drop', words: textsOf(matched.at(-1)) })],
  ['soldOutToo', () => ({ type: 'set', filters: { in_stock: undefined } })],
  ['fullPriceToo', () => ({ type: 'set', filters: { on_sale: undefined } })],
  ['word|color fine', ([word]) => ({ type: 'drop', words: textsOf(word) })],
  ['sizeNoun|=uk|=us|=eu sizeNoun|filler* size|sizeLike|sizeCode|number', ([, , size]) => sized(size)],
  ['wants sizeLike in', ([, size]) => sized(size)],
  ['in article* size|sizeLike !word', ([, , size]) => sized(size)],
  ['article sizeLike !word|break|number', ([, size]) => sized(size)],
  ['size', ([size]) => ({ ...sized(size), describes: true })],
];

const markedEdits: Readonly<Partial<Record<Mark, Edit>>> = {
  inStock: { type: 'set', filters: { in_stock: true } },
  onSale: { type: 'set', filters: { on_sale: true } },
  ascending: { type: 'sort', sort: 'price_asc' },
  descending: { type: 'sort', sort: 'price_desc' },
  cheaper: { type: 'relative', to: 'cheaper' },
  dearer: { type: 'relative', to: 'dearer' },
  samePrice: { type: 'relative', to: 'samePrice' },
  bigger: { type: 'relative', to: 'bigger' },
  smaller: { type: 'relative', to: 'smaller' },
};

/** The edits of a message, and the pieces that are not used up by them. */
export function readEdits(pieces: readonly Piece[]): { edits: Edit[]; rest: Piece[] } {
  const edits: Edit[] = [];
  const rest: Piece[] = [];
  for (let at = 0; at < pieces.length;) {
    const { edit, length } = editAt(pieces, at);
    if (edit === undefined) rest.push(...pieces.slice(at, at + 1));
    else edits.push(edit);
    at += length;
  }
  const only = rest.filter((piece) => !means(piece, 'break'));
  if (only.length === 1 && /^[sml]$/.test(only[0]?.text ?? ''))
    return { edits: [...edits, sized(only)], rest: [] };
  const colors = textsOf(rest.filter((piece) => means(piece, 'color')));
  if (colors.length > 0) edits.push({ type: 'set', filters: { color: colors.join(' or ') } });
  const hasPrice = edits.some(({ type }) => type === 'price');
  const marked = rest.flatMap(({ marks }) => marks.flatMap((mark) => markedEdits[mark] ?? []));
  return { edits: [...edits, ...marked.filter(({ type }) => type !== 'relative' || !hasPrice)], rest };
}

/** The filters that edits set, without those of earlier messages. */
export function filtersSetBy(edits: readonly Edit[]): SearchFilters {
  return edits.reduce((all: SearchFilters, one) => ({ ...all, ...(one.type === 'set' && one.filters) }), {});
}

function editAt(pieces: readonly Piece[], at: number): { edit?: Edit; length: number } {
  for (const [pattern, read] of rules) {
    const matched = matchAt(pieces, at, pattern);
    if (matched !== undefined) return { edit: read(matched), length: matched.flat().length };
  }
  return { length: 1 };
}

function matchAt(pieces: readonly Piece[], start: number, pattern: string): Matched | undefined {
  const elements = pattern.split(' ');
  const matched: (readonly Piece[])[] = [];
  let at = start;
  for (const [index, element] of elements.entries()) {
    const max = element.startsWith('!') ? 0 : element.endsWith('*') ? Infinity : 1;
    const isNext = (piece: Piece | undefined): boolean => max > 1 && fits(piece, elements[index + 1] ?? '');
    let end = at;
    while (end - at < max && fits(pieces[end], element) && !isNext(pieces[end])) end += 1;
    if ((max === 1 && end === at) || (max === 0 && fits(pieces[at], element))) return undefined;
    matched.push(pieces.slice(at, end));
    at = end;
  }
  return matched;
}

function fits(piece: Piece | undefined, element: string): boolean {
  const names = element.replace(/^!|\*$/g, '').split('|');
  return names.includes(`=${piece?.text ?? ''}`) || means(piece, ...(names as Mark[]));
}

function textsOf(pieces: readonly Piece[] = []): string[] {
  return pieces.map(({ text }) => text);
}

function price(matched: Matched, side: 'min' | 'max' | 'range' | 'around'): Edit & { type: 'price' } {
  const numbers = matched.flat().filter((piece) => means(piece, 'number'));
  const amounts = numbers.map(({ amount = 0 }) => amount);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const bounds = { min: { min: low }, max: { max: high }, range: { min: low, max: high } };
  const around = { min: low * 0.8, max: low * 1.2 };
  return { type: 'price', ...{ ...bounds, around }[side], money: numbers.find(({ money }) => money)?.money };
}

function lifted(matched: Matched): Edit {
  const marks: readonly string[] = matched.flat().flatMap((piece) => piece.marks);
  const lifts = Object.entries(filterOf).filter(([mark]) => marks.includes(mark));
  return { type: 'set', filters: Object.fromEntries(lifts.map(([, filter]) => [filter, undefined])) };
}

function sized([piece]: readonly Piece[] = []): Edit {
  const { text = '' } = piece ?? {};
  return { type: 'set', filters: { size: /^\d*x*[sml]$/.test(text) ? text.toUpperCase() : text } };
}

function excluded(matched: Matched): Edit {
  const [, , named = [], , , joined = []] = matched;
  return { type: 'exclude', words: textsOf([...named, ...joined]) };
}
