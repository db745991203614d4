import type { CompleteReply } from './reply-texts.ts';

// A piece of a message of this length is in it only once, and no model writes it by accident.
const minPiece = 12;
const minMessage = 8 * minPiece;
// An agent may leave out the middle of a long message, which is more.
const minShare = 0.7;

/** The start and the end of a piece of a message. */
type Span = readonly [start: number, end: number];

/** Where a text repeats a piece of the message: all of the text, its end, or its beginning. */
function exactSpan(text: string, message: string): Span | undefined {
  if (text.length < minPiece) return undefined;
  const at = message.indexOf(text);
  if (at !== -1) return message.includes(text, at + 1) ? undefined : [at, at + text.length];
  const start = text.lastIndexOf(message.slice(0, minPiece));
  if (start !== -1 && message.startsWith(text.slice(start))) return [0, text.length - start];
  const end = text.indexOf(message.slice(-minPiece)) + minPiece;
  if (end < minPiece || !message.endsWith(text.slice(0, end))) return undefined;
  return [message.length - end, message.length];
}

/** The same for a text with half a character at an edge. */
function spanOf(text: string, message: string): Span | undefined {
  const pieces = [text, text.slice(1), text.slice(0, -1), text.slice(1, -1)];
  for (const piece of pieces) {
    const span = exactSpan(piece, message);
    if (span !== undefined) return span;
  }
  return undefined;
}

/** How many pieces do not begin where the one before ended. */
function breaksOf(spans: readonly Span[]): number {
  return spans.filter(([start], at) => at > 0 && start !== spans[at - 1]?.[1]).length;
}

/** What happened to a message on its way into the texts: another order, or how many parts are missing or repeated. */
export type Damage = 'order' | number;

/** Whether the pieces have most of the message in its order: what is missing or repeated is at the edges of texts. */
function coversMost(spans: readonly Span[], length: number): boolean {
  const covered = spans.reduce((sum, [start, end]) => sum + end - start, 0);
  return (
    covered >= minShare * length &&
    spans.every(([start], at) => at === 0 || start > (spans[at - 1]?.[1] ?? 0) - minPiece)
  );
}

/** The pieces of the message in the texts of a reply that repeats it once, up to its end. */
function piecesOf({ texts, text, message }: CompleteReply): readonly Span[] {
  if (message.length < minMessage || text.length >= 2 * message.length) return [];
  const spans = texts.map((one) => spanOf(one, message));
  const first = spans.findIndex((span) => span !== undefined);
  const last = spans.findLastIndex((span) => span !== undefined);
  const pieces = spans.slice(first, last + 1).filter((span) => span !== undefined);
  const end = Math.max(...pieces.map((span) => span[1]));
  // A reply may be truncated, or begin with another part of the message.
  const isWhole = end > message.length - 2 * minPiece && (first === 0 || startOf(pieces) < 2 * minPiece);
  return first !== -1 && pieces.length === last + 1 - first && isWhole ? pieces : [];
}

function startOf(pieces: readonly Span[]): number {
  return Math.min(...pieces.map(([start]) => start));
}

/** The damage of a message of many pieces; undefined where it is whole, or not repeated. */
export function damageOfPieces(reply: CompleteReply): Damage | undefined {
  const pieces = piecesOf(reply);
  const breaks = breaksOf(pieces) + (pieces.length > 0 && startOf(pieces) >= 2 * minPiece ? 1 : 0);
  if (breaks === 0) return undefined;
  if (breaksOf(pieces.toSorted(([one], [other]) => one - other)) === 0 && breaksOf(pieces) > 0)
    return 'order';
  const once = pieces.filter(
    ([start, end], at) => pieces.findIndex(([a, b]) => a === start && b === end) === at,
  );
  return coversMost(once, reply.message.length) ? breaks : undefined;
}
