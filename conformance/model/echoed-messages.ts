import type { Finding } from '../check.ts';
import { showValue } from '../client/describe-exchange.ts';
import { damageOfPieces, type Damage } from './echoed-pieces.ts';
import type { CompleteReply } from './reply-texts.ts';
import { isOrdinary } from './valid-request.ts';

// A model that is to repeat a message may leave out a word of it.
const minBreaks = 3;
const minLearned = 8;
// A shorter message may be in a reply by accident.
const minLength = 12;
// An agent that writes more does not just repeat the message.
const maxLonger = 10;

/** What an agent writes before and after each message. */
interface Frame {
  readonly before: string;
  readonly after: string;
}

/** The frames of most first messages, where agents have one. */
function framesOf(replies: readonly CompleteReply[]): readonly Frame[] {
  const messagesOf = new Map<string, Set<string>>();
  for (const { text, message } of replies) {
    const at = text.indexOf(message);
    if (at === -1) continue;
    const frame = JSON.stringify([text.slice(0, at), text.slice(at + message.length)]);
    messagesOf.set(frame, (messagesOf.get(frame) ?? new Set()).add(message));
  }
  const known = [...messagesOf].filter(([, messages]) => messages.size >= minLearned);
  return known.map(([frame]) => {
    const [before = '', after = ''] = JSON.parse(frame) as readonly string[];
    return { before, after };
  });
}

const sorted = (text: string): string => [...text].toSorted().join('');

/** The positions in a reply at which a text event ends and another one begins. */
function boundariesOf(texts: readonly string[]): readonly number[] {
  let at = 0;
  return texts.slice(0, -1).map((text) => (at += text.length));
}

/** Whether a word, or a part of one, is missing in a reply between two texts, of the message alone or with its surroundings. */
function isLost({ texts, text, message }: CompleteReply, { before, after }: Frame): boolean {
  const whole = before + message + after;
  const length = whole.length - text.length;
  const [from, to] = [before.length, before.length + message.length];
  const isLostAt = (at: number): boolean => {
    const isOfMessage = at < to && at + length > from && !(at <= from && at + length >= to);
    const piece = whole.slice(at, at + length);
    return isOfMessage && /\w/.test(piece) && text.slice(0, at) + piece + text.slice(at) === whole;
  };
  return length > 0 && [0, ...boundariesOf(texts)].some(isLostAt);
}

/** Whether a word, or a part of one, is in a reply twice, with a boundary of texts between. */
function isRepeated({ texts, text, message }: CompleteReply, { before, after }: Frame): boolean {
  const whole = before + message + after;
  const length = text.length - whole.length;
  const isRepeatedAt = (at: number): boolean => {
    const piece = text.slice(at, at + length);
    return (
      /\w/.test(piece) &&
      text.slice(0, at).endsWith(piece) &&
      text.slice(0, at) + text.slice(at + length) === whole
    );
  };
  return length > 0 && boundariesOf(texts).some(isRepeatedAt);
}

/** Whether a text of another kind, such as a word about a tool, is between two parts of the message. */
function isInterrupted({ texts, message }: CompleteReply): boolean {
  return texts.some((_, at) => texts.toSpliced(at, 1).join('').includes(message));
}

/** The damage of a message of plain words, by the frames of others. */
function damageOfFrame(reply: CompleteReply, frames: readonly Frame[]): Damage | undefined {
  const { text, message } = reply;
  if (!isOrdinary(message)) return undefined;
  const wholes = frames.map(({ before, after }) => before + message + after);
  if (wholes.includes(text)) return undefined;
  if (frames.some((frame) => isLost(reply, frame) || isRepeated(reply, frame))) return 1;
  const isMixed = !text.includes(message) && wholes.some((whole) => sorted(whole) === sorted(text));
  return isMixed && !isInterrupted(reply) ? 'order' : undefined;
}

/** Whether two texts are swapped: the other way round they have the message. */
function isSwapped(reply: CompleteReply): boolean {
  const { texts, text, message } = reply;
  if (!isOrdinary(message) || message.length < minLength || text.includes(message)) return false;
  if (text.length > maxLonger * message.length) return false;
  const isRestored = texts.some((one, at) =>
    texts
      .toSpliced(at, 2, texts[at + 1] ?? '', one)
      .join('')
      .includes(message),
  );
  return isRestored && !isInterrupted(reply);
}

const withoutBlanks = (text: string): string => text.replaceAll(' ', '');

/** Whether all blanks of the message are missing. */
function isWithoutBlanks({ text, message }: CompleteReply): boolean {
  const short = withoutBlanks(message);
  return (
    isOrdinary(message) &&
    message.length >= short.length + minBreaks &&
    text.includes(short) &&
    !text.includes(' ')
  );
}

interface DamagedReply {
  readonly reply: CompleteReply;
  readonly parts: number;
}

/** The first reply, where at least `min` parts are damaged in replies to different messages: a model has accidents, too. */
function unlessFew(damaged: readonly DamagedReply[], min: number): CompleteReply | undefined {
  const partsOf = new Map(damaged.map(({ reply, parts }) => [reply.message, parts]));
  const sum = [...partsOf.values()].reduce((all, parts) => all + parts, 0);
  return sum >= min ? damaged[0]?.reply : undefined;
}

const withOnePart = (reply: CompleteReply): DamagedReply => ({ reply, parts: 1 });

/**
 * Source 6: an agent that repeats messages shows whether its texts are in order and whole. A model that does not repeat
 * them, or that repeats parts of them in its own way, breaks nothing just at the edges of its events.
 */
export function verifyEchoes(replies: readonly CompleteReply[]): readonly Finding[] {
  const opening = replies.filter(({ seen }) => !seen.isFollowUp);
  const frames = framesOf(opening);
  const damages = [
    ...replies.map((reply) => ({ reply, damage: damageOfPieces(reply) })),
    ...opening.map((reply) => ({ reply, damage: damageOfFrame(reply, frames) })),
  ];
  const mixed = damages.find(({ damage }) => damage === 'order')?.reply;
  const swapped = replies.filter(isSwapped).map(withOnePart);
  const incomplete = damages.flatMap(({ reply, damage }) =>
    typeof damage === 'number' ? [{ reply, parts: damage }] : [],
  );
  const joined = replies.filter(isWithoutBlanks).map(withOnePart);
  const found = [
    [mixed ?? unlessFew(swapped, minBreaks), 'echo-in-order'],
    [unlessFew(incomplete, minBreaks), 'echo-whole'],
    [unlessFew(joined, minLearned), 'echo-blanks'],
  ] as const;
  return found.flatMap(([reply, expected]) => {
    if (reply === undefined) return [];
    const { texts, seen } = reply;
    return [{ requirement: 'R-6-07', expected, actual: showValue(texts), exchange: seen.exchange } as const];
  });
}
