import type { Finding } from '../../check.ts';
import { showValue } from '../../client/describe-exchange.ts';
import type { CompleteReply } from './reply-texts.ts';
import { isOrdinary } from './valid-request.ts';

// A piece of a message of this length is in it only once, and no model writes it by accident.
const minPiece = 12;
const minMessage = 8 * minPiece;
// An agent may leave out the middle of a long message, which is more.
const minShare = 0.7;
// A model may leave out a piece of a message.
const minBreaks = 3;
const minLearned = 8;

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

/** What happened to a message on its way into the texts: their order, or how many are not whole. */
type Damage = 'order' | number;

/** Whether the pieces are in order, and what is missing or repeated is at the edges of texts. */
function isDamaged(spans: readonly Span[], length: number): boolean {
  const covered = spans.reduce((sum, [start, end]) => sum + end - start, 0);
  return (
    covered >= minShare * length &&
    spans.every(([start], at) => at === 0 || start > (spans[at - 1]?.[1] ?? 0) - minPiece)
  );
}

/** The pieces of the message in the texts of a reply that repeats it once, from its beginning to its end. */
function piecesOf({ texts, text, message }: CompleteReply): readonly Span[] {
  if (message.length < minMessage || text.length >= 2 * message.length) return [];
  const spans = texts.map((one) => spanOf(one, message));
  const first = spans.findIndex((span) => span !== undefined);
  const last = spans.findLastIndex((span) => span !== undefined);
  const pieces = spans.slice(first, last + 1).filter((span) => span !== undefined);
  const isWhole =
    Math.min(...pieces.map(([start]) => start)) < 2 * minPiece &&
    Math.max(...pieces.map(([, end]) => end)) > message.length - 2 * minPiece;
  return first !== -1 && pieces.length === last + 1 - first && isWhole ? pieces : [];
}

/** The damage of a long message; undefined where it is whole, or not repeated. */
function damageOfLong(reply: CompleteReply): Damage | undefined {
  const pieces = piecesOf(reply);
  const breaks = breaksOf(pieces);
  if (breaks === 0) return undefined;
  if (breaksOf(pieces.toSorted(([one], [other]) => one - other)) === 0) return 'order';
  const once = pieces.filter(
    ([start, end], at) => pieces.findIndex(([a, b]) => a === start && b === end) === at,
  );
  return isDamaged(once, reply.message.length) ? breaks : undefined;
}

/** What an agent writes before and after each message. */
interface Frame {
  readonly before: string;
  readonly after: string;
}

/** The frame of most first messages of an agent, where there is one. */
function frameOf(replies: readonly CompleteReply[]): Frame | undefined {
  const messagesOf = new Map<string, Set<string>>();
  for (const { text, message } of replies) {
    const at = text.indexOf(message);
    if (at === -1) continue;
    const frame = JSON.stringify({ before: text.slice(0, at), after: text.slice(at + message.length) });
    messagesOf.set(frame, (messagesOf.get(frame) ?? new Set()).add(message));
  }
  const known = [...messagesOf].find(([, messages]) => messages.size >= minLearned);
  return known && (JSON.parse(known[0]) as Frame);
}

const sorted = (text: string): string => [...text].toSorted().join('');

/** The positions in a reply at which a text event ends and another one begins. */
function boundariesOf(texts: readonly string[]): readonly number[] {
  let at = 0;
  return texts.slice(0, -1).map((text) => (at += text.length));
}

/** The damage of a message of plain words between two texts, by the frame that other messages have. */
function damageOfShort({ texts, text, message }: CompleteReply, frame: Frame): Damage | undefined {
  const whole = frame.before + message + frame.after;
  if (text === whole || !isOrdinary(message)) return undefined;
  if (sorted(text) === sorted(whole)) return 'order';
  const missing = whole.length - text.length;
  const [from, to] = [frame.before.length, frame.before.length + message.length];
  const isOfMessage = (at: number): boolean =>
    at < to && at + missing > from && !(at <= from && at + missing >= to);
  const isDamagedAt = (at: number): boolean =>
    missing > 0
      ? isOfMessage(at) && text.slice(0, at) + whole.slice(at, at + missing) + text.slice(at) === whole
      : text.slice(0, at) + text.slice(at - missing) === whole &&
        text.slice(at + missing, at) === text.slice(at, at - missing);
  return missing !== 0 && boundariesOf(texts).some(isDamagedAt) ? 1 : undefined;
}

interface Damaged {
  readonly reply: CompleteReply;
  readonly damage: Damage | undefined;
}

/** The replies of one agent to first messages of plain words. */
function verifyShort(replies: readonly CompleteReply[]): readonly Damaged[] {
  const frame = frameOf(replies);
  return frame === undefined ? [] : replies.map((reply) => ({ reply, damage: damageOfShort(reply, frame) }));
}

/** The first of the replies whose texts are not whole, where these are too many for an accident of a model. */
function firstOfMany(replies: readonly Damaged[]): Damaged | undefined {
  const damaged = replies.filter(({ damage }) => typeof damage === 'number');
  const breaks = new Map(damaged.map(({ reply, damage }) => [reply.message, Number(damage)]));
  const sum = [...breaks.values()].reduce((all, one) => all + one, 0);
  return sum >= minBreaks ? damaged[0] : undefined;
}

/**
 * Source 6: an agent that repeats messages shows whether its texts are in order and whole. A model that does not repeat
 * them, or that repeats parts of them in its own way, breaks nothing just at the edges of its events.
 */
export function verifyEchoes(replies: readonly CompleteReply[]): readonly Finding[] {
  const opening = replies.filter(({ seen }) => !seen.isFollowUp);
  const all: readonly Damaged[] = [
    ...replies.map((reply) => ({ reply, damage: damageOfLong(reply) })),
    ...[...Map.groupBy(opening, ({ agent }) => agent).values()].flatMap(verifyShort),
  ];
  const found = [
    [all.find(({ damage }) => damage === 'order'), 'texts in the order of the message that they repeat'],
    [firstOfMany(all), 'texts with all of the message that they repeat, each part once'],
  ] as const;
  return found.flatMap(([one, expected]) => {
    if (one === undefined) return [];
    const { texts, seen } = one.reply;
    return [{ requirement: 'R-6-07', expected, actual: showValue(texts), exchange: seen.exchange } as const];
  });
}
