import { means, type Piece } from './pieces.ts';

const moneyMarks = ['dollars', 'euros', 'pounds', 'yen', 'otherMoney'] as const;

/** In major units, such as dollars. */
export interface Price {
  readonly min?: number;
  readonly max?: number;
  /** "under" and "over" exclude the amount, "up to" and "at least" include it. */
  readonly isStrict?: boolean;
  /** What the shopper wrote: a sign or a word; undefined for a bare number. */
  readonly currency?: (typeof moneyMarks)[number] | undefined;
}

const signs: Readonly<Record<string, Price['currency']>> = {
  $: 'dollars',
  '€': 'euros',
  '£': 'pounds',
  '¥': 'yen',
};
const strictly = /^(?:under|below|beneath|less|lower|cheaper|costs less|over|above|more|higher|pricier)\b/;
const around = 0.2;

/** The price bounds of a message, and the pieces that do not belong to them. */
export function readPrice(pieces: readonly Piece[]): {
  readonly price: Price | undefined;
  readonly rest: readonly Piece[];
} {
  const units = new Set(
    pieces.filter((piece, at) => pieces[at - 1]?.type === 'number' && means(piece, ...moneyMarks)),
  );
  const plain = pieces.filter((piece) => !units.has(piece));
  const used = new Set<Piece | undefined>(units);
  let price: Price | undefined;
  for (const [at, piece] of plain.entries()) {
    if (piece.type !== 'number' || used.has(piece)) continue;
    const currencyOf = (amount: Piece | undefined): Price['currency'] => {
      const unit = amount === undefined ? undefined : pieces[pieces.indexOf(amount) + 1];
      return signs[amount?.sign ?? ''] ?? moneyMarks.find((mark) => means(unit, mark));
    };
    const found = boundsAt(plain, at, currencyOf);
    if (found === undefined) continue;
    price = { ...price, ...found.bounds };
    for (const own of [piece, ...found.own]) used.add(own);
  }
  return { price, rest: pieces.filter((piece) => !used.has(piece)) };
}

function boundsAt(
  pieces: readonly Piece[],
  at: number,
  currencyOf: (piece: Piece | undefined) => Price['currency'],
): { readonly bounds: Price; readonly own: readonly (Piece | undefined)[] } | undefined {
  const [piece, next, upper] = pieces.slice(at);
  const amount = piece?.amount ?? 0;
  const before = pieces.slice(0, at).findLast((each) => !means(each, 'filler') && each.text !== 'a');
  const end = means(next, 'or', 'after') || next?.text === '-' ? upper?.amount : undefined;
  const currency = currencyOf(piece) ?? (end === undefined ? undefined : currencyOf(upper));
  if (end !== undefined && (means(before, 'between') || currency !== undefined)) {
    const bounds = { min: Math.min(amount, end), max: Math.max(amount, end), currency };
    return { bounds, own: [means(before, 'between') ? before : undefined, next, upper] };
  }
  if (means(next, 'orMore')) return { bounds: { min: amount, currency }, own: [next] };
  if (means(next, 'orLess')) return { bounds: { max: amount, currency }, own: [next] };
  const isStrict = strictly.test(before?.text ?? '');
  if (means(before, 'above')) return { bounds: { min: amount, currency, isStrict }, own: [before] };
  if (means(before, 'below')) return { bounds: { max: amount, currency, isStrict }, own: [before] };
  if (means(before, 'around')) {
    const bounds = { min: amount * (1 - around), max: amount * (1 + around), currency };
    return { bounds, own: [before] };
  }
  return currency === undefined ? undefined : { bounds: { max: amount, currency }, own: [] };
}
