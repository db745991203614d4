import { means, type Piece } from './pieces.ts';

const letters = /^(?:x{0,3}s|m|x{0,4}l|[2-5]xl)$/;
const words = new Set(['small', 'medium', 'large', 'xsmall', 'xlarge']);
const systems = new Set(['uk', 'us', 'eu']);

export interface Size {
  readonly size: string;
  /** "small" may describe the product in place of its size. */
  readonly isWord: boolean;
}

/** The size in a message, and the pieces that do not belong to it. */
export function readSize(pieces: readonly Piece[]): {
  readonly size: Size | undefined;
  readonly rest: readonly Piece[];
} {
  const isAlone = pieces.filter(({ type }) => type !== 'break').length === 1;
  for (const [at, piece] of pieces.entries()) {
    const before = pieces[at - 1];
    const isNamed = means(before, 'sizeNoun') || systems.has(before?.text ?? '');
    const isAfterIn = /\bin$/.test(
      pieces.slice(0, at).findLast(({ text }) => !/^an?$/.test(text))?.text ?? '',
    );
    if (!isSize(piece, isAfterIn || (isAlone && piece.type === 'word'), isNamed)) continue;
    const isExtra = /^(?:extra|x)$/.test(before?.text ?? '');
    const own = [piece, ...(isNamed || isExtra ? [before] : [])];
    const text = isExtra ? `x${piece.text.charAt(0)}` : piece.text;
    const size = letters.test(text) ? text.toUpperCase() : text;
    return {
      size: { size, isWord: words.has(piece.text) && !isAfterIn && !isNamed },
      rest: pieces.filter((each) => !own.includes(each)),
    };
  }
  return { size: undefined, rest: pieces };
}

// A lone capital S, M or L is a size, "s" is not; a number is one after "size" or a system of sizes.
function isSize({ type, text, raw, sign }: Piece, announced: boolean, named: boolean): boolean {
  if (type === 'number') return (named || announced) && sign === undefined && (named || Number(text) < 60);
  if (type !== 'word') return false;
  if (words.has(text)) return true;
  if (!letters.test(text)) return named && /^\d+(?:[./-]\d+)?\p{L}{0,2}$/u.test(text);
  return text.length > 1 || announced || /^[SML]$/.test(raw);
}
