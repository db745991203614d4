import { means, type Piece } from './pieces.ts';

/** In major units, such as dollars. */
export interface Price {
  readonly min?: number;
  readonly max?: number;
  /** "under" and "over" exclude the amount, "up to" and "at least" include it. */
  readonly isStrict?: boolean;
  /** What the shopper wrote: a sign or a word; undefined for a bare number. */
  readonly currency?: 'dollar' | 'euro' | 'pound' | 'yen' | 'other';
}

const signs: Readonly<Record<string, NonNullable<Price['currency']>>> = {
  $: 'dollar',
  '€': 'euro',
  '£': 'pound',
  '¥': 'yen',
};
const strictly = /^(?:under|below|beneath|less|lower|cheaper|costs less|over|above|more|higher|pricier)\b/;
const around = 0.2;

/** The price bounds of a message, and the pieces that do not belong to them. */
export function readPrice(pieces: readonly Piece[]): {
  readonly price: Price | undefined;
  readonly rest: readonly Piece[];
} {
  const used = new Set<Piece>();
  let price: Price | undefined;
  for (const [at, piece] of pieces.entries()) {
    if (piece.type !== 'number' || used.has(piece)) continue;
    const bounds = boundsAt(pieces, at, used);
    if (bounds !== undefined) price = { ...price, ...bounds };
  }
  return { price, rest: pieces.filter((piece) => !used.has(piece)) };
}

function boundsAt(pieces: readonly Piece[], at: number, used: Set<Piece>): Price | undefined {
  const piece = pieces[at];
  if (piece?.amount === undefined) return undefined;
  const { amount } = piece;
  const afterwards = pieces.slice(at + 1).filter((each) => !isMoney(each));
  const next = afterwards[0];
  const before = pieces.slice(0, at).findLast((each) => !means(each, 'filler') && each.text !== 'a');
  const currency = currencyOf(pieces, at);
  const unit = currency === undefined ? {} : { currency };
  const use = (...all: readonly (Piece | undefined)[]): void => {
    for (const each of [piece, ...pieces.slice(at + 1, at + 2).filter(isMoney), ...all])
      if (each !== undefined) used.add(each);
  };
  const upper = afterwards[1];
  const isRange = (means(next, 'or', 'after') || next?.text === '-') && upper?.amount !== undefined;
  if (
    isRange &&
    (means(before, 'between') ||
      currency !== undefined ||
      currencyOf(pieces, pieces.indexOf(upper)) !== undefined)
  ) {
    const end = currencyOf(pieces, pieces.indexOf(upper));
    use(
      before,
      next,
      upper,
      ...pieces
        .slice(pieces.indexOf(upper) + 1)
        .slice(0, 1)
        .filter(isMoney),
    );
    const [min, max] = [Math.min(amount, upper.amount), Math.max(amount, upper.amount)];
    return { min, max, ...unit, ...(end === undefined ? {} : { currency: end }) };
  }
  if (means(next, 'orMore')) return (use(next), { min: amount, ...unit });
  if (means(next, 'orLess')) return (use(next), { max: amount, ...unit });
  const strict = strictly.test(before?.text ?? '') ? { isStrict: true } : {};
  if (means(before, 'above')) return (use(before), { min: amount, ...unit, ...strict });
  if (means(before, 'below')) return (use(before), { max: amount, ...unit, ...strict });
  if (means(before, 'around')) {
    return (use(before), { min: amount * (1 - around), max: amount * (1 + around), ...unit });
  }
  return currency === undefined ? undefined : (use(), { max: amount, ...unit });
}

function isMoney(piece: Piece): boolean {
  return means(piece, 'dollars', 'euros', 'pounds', 'yen', 'otherMoney');
}

function currencyOf(pieces: readonly Piece[], at: number): Price['currency'] {
  const sign = signs[pieces[at]?.sign ?? ''];
  const word = pieces[at + 1];
  if (sign !== undefined) return sign;
  if (means(word, 'dollars')) return 'dollar';
  if (means(word, 'euros')) return 'euro';
  if (means(word, 'pounds')) return 'pound';
  if (means(word, 'yen')) return 'yen';
  return means(word, 'otherMoney') ? 'other' : undefined;
}
