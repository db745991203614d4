import { chatEventTypes } from '../../generated/events.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import type { Finding } from '../check.ts';
import { showValue } from '../client/describe-exchange.ts';
import { isObject, type Exchange } from '../exchange.ts';
import type { SeenReply } from './reply-texts.ts';
import { requestBodyOf } from './valid-request.ts';

// A model may write no text once; it does not write this many replies without it.
const minReplies = 6;
const minToolReplies = 3;

type Event = Readonly<Record<string, unknown>>;

const isOther = ({ type }: Event): boolean => !chatEventTypes.some((known) => known === type);
const textNames = ['content', 'text', 'delta'];
// By the words of other APIs; a type of its own, such as for thoughts or approvals, has others.
const textWords = /text|message|content|token|chunk|delta/i;
const callWords = /use|call|invo/i;
const resultWords = /result|response|return|output/i;

const hasWord = ({ type }: Event, words: RegExp): boolean => words.test(String(type));

/** A part of a reply that is sent under another name than the source's, in all replies of a run. */
interface Renamed {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly min: number;
  /** Whether an event is what the source describes: one of them, and the target knows the name. */
  readonly isNamed: (event: Event) => boolean;
  /** Whether an event has the fields of one, and another name. */
  readonly isLike: (event: Event) => boolean;
}

const parts: readonly Renamed[] = [
  {
    requirement: 'R-6-02',
    expected: 'text events with the text of the reply',
    min: minReplies,
    isNamed: ({ type }) => type === 'text',
    isLike: (event) =>
      isOther(event) &&
      hasWord(event, textWords) &&
      textNames.some((name) => typeof event[name] === 'string'),
  },
  {
    requirement: 'R-6-03',
    expected: 'the type tool_use of calls of tools',
    min: minToolReplies,
    isNamed: ({ type }) => type === 'tool_use',
    isLike: (event) =>
      isOther(event) &&
      hasWord(event, callWords) &&
      typeof event['tool'] === 'string' &&
      isObject(event['input']),
  },
  {
    requirement: 'R-6-04',
    expected: 'the type tool_result of results of tools',
    min: minToolReplies,
    isNamed: ({ type }) => type === 'tool_result',
    isLike: (event) =>
      isOther(event) &&
      hasWord(event, resultWords) &&
      typeof event['tool'] === 'string' &&
      isObject(event['output']),
  },
];

interface Reply {
  readonly events: readonly Event[];
  readonly message: unknown;
  readonly exchange: Exchange;
}

/** A reply that is complete: another one may have nothing but its error. */
function readComplete({ events, exchange }: SeenReply): readonly Reply[] {
  const objects = events.filter(isObject);
  const body = requestBodyOf(exchange.request);
  const message = isObject(body) ? body['message'] : undefined;
  return objects.some(({ type }) => type === 'end') ? [{ events: objects, message, exchange }] : [];
}

const spellingOf = (type: unknown): string =>
  String(type)
    .toLowerCase()
    .replaceAll(/[_\s-]/g, '');

/** Serializers write names in another case, such as toolUse: a client takes that for a type it does not know. */
function verifySpelling(replies: readonly SeenReply[]): readonly Finding[] {
  const events = replies.flatMap((reply) =>
    reply.events.filter(isObject).map((event) => ({ event, exchange: reply.exchange })),
  );
  return chatEventTypes.flatMap((known) => {
    if (events.some(({ event }) => event['type'] === known)) return [];
    const other = events.find(({ event }) => spellingOf(event['type']) === spellingOf(known));
    if (other === undefined) return [];
    const { event, exchange } = other;
    const expected = `the type ${known}, as it is named`;
    return [{ requirement: 'R-6-01', expected, actual: showValue(event), exchange } as const];
  });
}

/** Source 6: further types may be beside those of the table, and do not take their place. */
export function verifyEventNames(replies: readonly SeenReply[]): readonly Finding[] {
  const complete = replies.flatMap(readComplete);
  return [...verifySpelling(replies), ...verifyParts(complete)];
}

function verifyParts(complete: readonly Reply[]): readonly Finding[] {
  return parts.flatMap(({ requirement, expected, min, isNamed, isLike }) => {
    if (complete.some(({ events }) => events.some(isNamed))) return [];
    const like = complete.filter(({ events }) => events.some(isLike));
    const [first] = like;
    if (first === undefined || new Set(like.map(({ message }) => message)).size < min) return [];
    const actual = `in none of ${complete.length} replies, but ${showValue(first.events.find(isLike))}`;
    return [{ requirement, expected, actual, exchange: first.exchange }];
  });
}
