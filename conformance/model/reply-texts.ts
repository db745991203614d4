import { isObject, parseJson, type Exchange } from '../exchange.ts';
import type { Expectation, Finding } from '../check.ts';
import { showValue } from '../client/describe-exchange.ts';
import { requestBodyOf } from './valid-request.ts';

/** What a warning needs to know of a streamed reply. */
export interface SeenReply {
  readonly events: readonly unknown[];
  /** Whether an event arrived before the piece with its last one. */
  readonly isStreamed: boolean;
  readonly durationMs: number;
  readonly exchange: Exchange;
  /** True where it has the id of a conversation. */
  readonly isFollowUp: boolean;
}

interface Warning {
  readonly text: string;
  readonly exchange: Exchange;
}

// In less time no user sees whether a reply was streamed.
const slowMs = 1000;
const minTexts = 4;
const minResults = 2;

const isText = (event: unknown): boolean => isObject(event) && event['type'] === 'text';

function isSlow({ events, durationMs }: SeenReply): boolean {
  return durationMs >= slowMs && events.filter(isText).length >= minTexts;
}

/** Whether the output of a tool reports an error, in one of the usual ways. */
function isFailed(output: unknown): boolean {
  if (!isObject(output)) return false;
  const { error, isError, is_error, success, ok } = output;
  return (
    (error ?? false) !== false || isError === true || is_error === true || success === false || ok === false
  );
}

function toolWarnings(replies: readonly SeenReply[]): readonly Warning[] {
  const byTool = new Map<string, { readonly outputs: unknown[]; readonly exchange: Exchange }>();
  for (const { events, exchange } of replies) {
    for (const event of events) {
      if (!isObject(event) || event['type'] !== 'tool_result') continue;
      const tool = String(event['tool']);
      const known = byTool.get(tool) ?? { outputs: [], exchange };
      known.outputs.push(event['output']);
      byTool.set(tool, known);
    }
  }
  return [...byTool]
    .filter(([, { outputs }]) => outputs.length >= minResults && outputs.every(isFailed))
    .map(([tool, { outputs, exchange }]) => ({
      text: `the tool ${tool} always fails: ${outputs.length} of ${outputs.length} results are errors`,
      exchange,
    }));
}

/** Warnings about the replies of a run: none is really streamed, or a tool always fails. */
export function replyWarnings(replies: readonly SeenReply[]): readonly Warning[] {
  const slow = replies.filter(isSlow);
  const [first] = slow;
  const isBuffered = slow.every(({ isStreamed }) => !isStreamed);
  const seconds = first === undefined ? 0 : Math.round(first.durationMs / 100) / 10;
  const text = `no reply is streamed: all of it arrives in one piece, after ${seconds} s; something buffers it`;
  return [
    ...(first !== undefined && isBuffered ? [{ text, exchange: first.exchange }] : []),
    ...toolWarnings(replies),
  ];
}

// A model may write one reply so; it does not write this many different ones so.
const minReplies = 6;
const minPairs = 12;
const minShare = 0.8;

/** The texts of a reply, one of each event. */
export function textsOf({ events }: SeenReply): readonly string[] {
  return events
    .filter(isObject)
    .filter(({ type }) => type === 'text')
    .map(({ content }) => String(content));
}

/** A reply with text and an end event, and what it replies to. */
export interface CompleteReply {
  readonly seen: SeenReply;
  readonly texts: readonly string[];
  readonly text: string;
  readonly agent: unknown;
  readonly message: string;
  readonly conversation: unknown;
}

/** A reply that is complete, and has a text. */
export function readSeen(seen: SeenReply): readonly CompleteReply[] {
  const end = seen.events.filter(isObject).find(({ type }) => type === 'end');
  const texts = textsOf(seen);
  const text = texts.join('');
  const body = requestBodyOf(seen.exchange.request);
  if (end === undefined || text === '' || !isObject(body)) return [];
  const { agent_id: agent, message } = body;
  return [{ seen, texts, text, agent, message: String(message), conversation: end['conversation_id'] }];
}

function finding(
  requirement: Finding['requirement'],
  expected: Expectation,
  { seen, text }: CompleteReply,
): Finding {
  const { exchange } = seen;
  return { requirement, expected, actual: showValue(text), exchange };
}

const missingValue = /(?:undefined|null|None|NaN|\[object \w+\])$/;

/** Every reply ends with what a language prints for a missing value or an object. */
function verifyEnds(replies: readonly CompleteReply[]): readonly Finding[] {
  const [first] = replies;
  const end = first && missingValue.exec(first.text)?.[0];
  if (end === undefined || !replies.every(({ text }) => text.endsWith(end))) return [];
  return [finding('R-6-02', ['replies-end-differently', end], first as CompleteReply)];
}

const isTwice = (texts: readonly string[]): boolean =>
  texts.length % 2 === 0 && texts.every((text, at) => at % 2 === 0 || text === texts[at - 1]);

/** Every text is sent twice in every reply. */
function verifyRepeats(replies: readonly CompleteReply[]): readonly Finding[] {
  const pairs = replies.reduce((sum, { texts }) => sum + texts.length / 2, 0);
  const [first] = replies;
  if (first === undefined || pairs < minPairs || !replies.every(({ texts }) => isTwice(texts))) return [];
  return [finding('R-6-07', 'text-event-once', first)];
}

const entity = /&(?:amp|lt|gt|quot|#0?39|#x27);/g;

/** Replies are escaped for HTML: many characters as entities that no message had, and none of them plain. */
function verifyEscapes(replies: readonly CompleteReply[]): readonly Finding[] {
  const escaped = replies.filter(({ text, message }) =>
    text.match(entity)?.some((one) => !message.includes(one)),
  );
  const isPlain = replies.some(({ text }) => /[&<>"']/.test(text.replaceAll(entity, '')));
  const [first] = escaped;
  if (first === undefined || isPlain || new Set(escaped.map(({ text }) => text)).size < minReplies) return [];
  return [finding('R-6-07', 'no-html-entities', first)];
}

const minDamaged = 3;
// A shorter message may be in a reply by accident.
const minRewritten = 12;
const windows1252 = new TextDecoder('windows-1252');
const nonAscii = /\P{ASCII}/gu;

const codeOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0');

/** What becomes of a word whose UTF-8 is read as another encoding, or that is written in ASCII, also by escapes. */
const damages: readonly ((word: string) => string)[] = [
  (word) => Buffer.from(word).toString('latin1'),
  (word) => windows1252.decode(Buffer.from(word)),
  // Of words in the basic plane, which most are.
  (word) => word.replaceAll(nonAscii, (one) => `\\u${codeOf(one)}`),
  (word) => word.replaceAll(nonAscii, (one) => `&#${one.charCodeAt(0)};`),
  ...['?', '\uFFFD'].flatMap((mark) => [
    (word: string) => word.replaceAll(nonAscii, mark),
    (word: string) => Buffer.from(word).toString('latin1').replaceAll(nonAscii, mark),
  ]),
];

// Signs at the end of a word may be a question mark in the reply.
const mixedWord = /[A-Za-z]+\P{ASCII}+[A-Za-z]+/gu;

/** Whether a word of the message that is more than ASCII is in the reply as no model writes it, and not as it was sent. */
function isMisread({ text, message }: CompleteReply): boolean {
  const words = message.match(mixedWord) ?? [];
  return words.some(
    (word) =>
      word.isWellFormed() &&
      !text.includes(word) &&
      damages.some((damage) => hasUnquoted(text, damage(word)) && !message.includes(damage(word))),
  );
}

const lineEnds = /[\r\n]+/g;

/** What becomes of a message where line ends and quotes are kept out of the lines of the stream. */
const rewritings: readonly ((message: string) => string)[] = [
  (message) => JSON.stringify(message).slice(1, -1),
  (message) => message.replaceAll(lineEnds, (ends) => JSON.stringify(ends).slice(1, -1)),
  (message) => message.replaceAll(lineEnds, ''),
];

/** Whether a text has another one, but not within quotes that begin in its line: there an agent may show it as it likes. */
function hasUnquoted(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return at >= 0 && !/["'`][^"'`\n]*$/.test(text.slice(0, at));
}

function isRewritten({ text, message }: CompleteReply): boolean {
  const whole = message.trim();
  if (whole.length < minRewritten || text.includes(whole)) return false;
  return rewritings.map((rewrite) => rewrite(whole)).some((one) => one !== whole && hasUnquoted(text, one));
}

/** Messages of more than ASCII, or of several lines, reach the agent, or its replies the client, in another form. */
function verifyEncodings(replies: readonly CompleteReply[]): readonly Finding[] {
  return [isMisread, isRewritten].flatMap((isDamaged) => {
    const damaged = replies.filter(isDamaged);
    const [first] = damaged;
    if (first === undefined || new Set(damaged.map(({ message }) => message)).size < minDamaged) return [];
    return [finding('R-6-07', 'echo-of-message-characters', first)];
  });
}

const printedObject = /^(?:\[object \w+\],?)+$/;

/** Whether a text is what a library prints or a vendor sends for one: a JSON string, bytes, an object, or an event. */
function isWireForm(text: string): boolean {
  const isPrinted = printedObject.test(text) || /^(?:data: ?[{"]|b'|content=['"])/.test(text);
  return isPrinted || (/^"[^]*"$/.test(text) && typeof parseJson(text) === 'string');
}

/** Every text of every reply of several is such a form, and no agent writes so. */
function verifyForms(replies: readonly CompleteReply[]): readonly Finding[] {
  // One text may be the quotation that a message asks for.
  const clear = replies.filter(({ texts, text }) => texts.length > 2 || printedObject.test(text));
  const [first] = clear;
  if (first === undefined || new Set(clear.map(({ message }) => message)).size < minReplies) return [];
  if (!replies.every(({ texts }) => texts.every((text) => text === '' || isWireForm(text)))) return [];
  return [finding('R-6-07', 'no-printed-object', first)];
}

/** The replies of follow-ups begin with all of the reply before in their conversation, or are it again. */
function verifyBeginnings(replies: readonly CompleteReply[]): readonly Finding[] {
  const pairs = [...Map.groupBy(replies, ({ conversation }) => conversation).values()]
    .flatMap((own) => own.slice(1).map((reply, at) => [own[at] as CompleteReply, reply] as const))
    .filter(([before, reply]) => before.message !== reply.message);
  const again = pairs.filter(([before, { text }]) => text.startsWith(before.text));
  const [first] = again;
  // An agent may write one text to whatever it does not know.
  const texts = new Set(again.map(([before]) => before.text));
  if (first === undefined || texts.size < minReplies || again.length < minShare * pairs.length) return [];
  return [finding('R-6-07', 'no-reply-before-it', first[1])];
}

/** Source 6: the texts of a reply form the reply, and nothing that the server adds to them. */
export function verifyReplyTexts(replies: readonly CompleteReply[]): readonly Finding[] {
  if (new Set(replies.map(({ text }) => text)).size < minReplies) return verifyForms(replies);
  const verifyAll = [
    verifyEnds,
    verifyRepeats,
    verifyEscapes,
    verifyEncodings,
    verifyForms,
    verifyBeginnings,
  ];
  return verifyAll.flatMap((verify) => verify(replies));
}
