import type { Liftable } from './meaning.ts';
import { means, type Piece } from './pieces.ts';

export interface Negation {
  /** Colours and words that are not wanted. */
  readonly excluded: readonly string[];
  readonly lifted: readonly Liftable[];
  readonly dropped: readonly string[];
  readonly rest: readonly Piece[];
}

const nouns = [
  ['colorNoun', 'color'],
  ['sizeNoun', 'size'],
  ['priceNoun', 'price'],
  ['stockNoun', 'stock'],
  ['saleNoun', 'sale'],
] as const;

/** Reads "not red", "forget the colour" and "leather is fine", and removes their pieces. */
export function readNegation(pieces: readonly Piece[]): Negation {
  const used = new Set<Piece>();
  const [excluded, dropped, lifted]: [string[], string[], Liftable[]] = [[], [], []];
  const take = (taken: readonly Piece[]): string[] => {
    for (const piece of taken) used.add(piece);
    return taken.map(({ text }) => text);
  };
  for (const [at, piece] of pieces.entries()) {
    if (used.has(piece)) continue;
    const noun = nounNear(pieces, at);
    if (means(piece, 'lift') && noun !== undefined) {
      lifted.push(...liftedBy(noun));
      used.add(piece).add(noun);
    } else if (isForgetting(piece)) {
      dropped.push(...take(objectOf(pieces, at)));
    } else if (means(piece, 'not')) {
      excluded.push(...take(objectOf(pieces, at)));
    } else if (means(piece, 'fine')) {
      dropped.push(...take(pieces.slice(Math.max(0, at - 1), at).filter(isNamed)));
    } else if (means(piece, 'stockNoun') && piece.text !== 'stock' && piece.text !== 'availability')
      lifted.push('stock');
  }
  return { excluded, lifted, dropped, rest: pieces.filter((piece) => !used.has(piece)) };
}

// "any" lifts only a noun: in "any leather" it is an article.
function isForgetting(piece: Piece): boolean {
  return means(piece, 'lift') && !/^(?:any|every|all|whatever)\b/.test(piece.text);
}

function liftedBy(piece: Piece): Liftable[] {
  return nouns.filter(([mark]) => means(piece, mark)).map(([, liftable]) => liftable);
}

// "forget the colour", "the colour doesn't matter"
function nounNear(pieces: readonly Piece[], at: number): Piece | undefined {
  const isNoun = (piece: Piece): boolean => liftedBy(piece).length > 0;
  const next = pieces
    .slice(at + 1, at + 4)
    .find((piece) => isNoun(piece) || !means(piece, 'filler', 'wants'));
  return next !== undefined && isNoun(next) ? next : pieces.slice(Math.max(0, at - 2), at).findLast(isNoun);
}

/** Colours and the first word after "not", up to the next phrase: "not red or blue", "no leather boots". */
function objectOf(pieces: readonly Piece[], at: number): Piece[] {
  const object: Piece[] = [];
  let follows = true;
  for (const piece of pieces.slice(at + 1)) {
    const isAnother = piece.type === 'word' && object.length > 0 && !follows;
    if (
      isAnother ||
      (!isNamed(piece) && !means(piece, 'filler', 'or', 'not', 'wants', 'something', 'after', 'ones'))
    )
      break;
    if (means(piece, 'but') || (object.length > 0 && means(piece, 'after', 'ones'))) break;
    if (isNamed(piece)) object.push(piece);
    follows = means(piece, 'or');
  }
  return object;
}

function isNamed({ type }: Piece): boolean {
  return type === 'color' || type === 'word';
}
