import { chatEventTypes } from '../../generated/events.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import type { Expectation, Finding } from '../check.ts';
import { showValue } from '../client/describe-exchange.ts';
import { isObject, type Exchange } from '../exchange.ts';
import type { SeenReply } from './reply-texts.ts';
import { requestBodyOf } from './valid-request.ts';

// No name, and what languages print for none.
const missingName = /^(?:|undefined|null|None|\[object Object\])$/;

type Fields = Readonly<Record<string, unknown>>;

function verifyField(
  requirement: RequirementId,
  event: Fields,
  name: string,
  kind: 'a string' | 'an object',
): readonly Finding[] {
  const value = event[name];
  if (name === 'tool' && missingName.test(String(value))) {
    return [{ requirement, expected: 'tool-event-named', actual: showValue(event) }];
  }
  if (kind === 'an object' ? isObject(value) : typeof value === 'string') return [];
  const expected = ['event-field', String(event['type']), name, kind] as const;
  return [{ requirement, expected, actual: showValue(event) }];
}

/** An empty conversation_id identifies no conversation. Source 2.4. */
function verifyEnd(event: Fields): readonly Finding[] {
  const actual = showValue(event);
  if (event['conversation_id'] === '') {
    return [{ requirement: 'R-2.4-01', expected: 'conversation-id-identifies', actual }];
  }
  if (typeof event['conversation_id'] === 'string') return [];
  return [
    { requirement: 'R-6-05', expected: 'end-has-conversation-id', actual },
    { requirement: 'R-4.1-09', expected: 'last-event-has-conversation-id', actual },
  ];
}

/** Verifies the fields of one event's payload. Source 6. */
export function verifyEvent(event: unknown): readonly Finding[] {
  const type = isObject(event) ? event['type'] : undefined;
  if (isObject(event) && type === undefined) {
    return [{ requirement: 'R-4.1-08', expected: 'event-has-type', actual: showValue(event) }];
  }
  if (!isObject(event) || typeof type !== 'string') {
    const expected = ['event-type-is-text', chatEventTypes.join(', ')] as const;
    return [{ requirement: 'R-6-01', expected, actual: showValue(event) }];
  }
  if (type === 'text') return verifyField('R-6-02', event, 'content', 'a string');
  if (type === 'tool_use') {
    return [
      ...verifyField('R-6-03', event, 'tool', 'a string'),
      ...verifyField('R-6-03', event, 'input', 'an object'),
    ];
  }
  if (type === 'tool_result') {
    return [
      ...verifyField('R-6-04', event, 'tool', 'a string'),
      ...verifyField('R-6-04', event, 'output', 'an object'),
    ];
  }
  return type === 'end' ? verifyEnd(event) : [];
}

/** The types of events that the source does not have, which it leaves open. */
export function furtherTypes(events: readonly unknown[]): readonly string[] {
  const types = new Set(events.filter(isObject).map((event) => String(event['type'])));
  return [...types].filter((type) => !chatEventTypes.some((known) => known === type));
}

function typeOf(event: unknown): string {
  return isObject(event) ? String(event['type']) : 'no object';
}

/**
 * Verifies that each result follows a call of the same tool. Calls may overlap, and how many results a call has is open.
 * Source 6.
 */
function verifyTools(events: readonly unknown[]): readonly Finding[] {
  const called = new Set<string>();
  const findings: Finding[] = [];
  for (const event of events) {
    const tool = isObject(event) ? String(event['tool']) : '';
    if (typeOf(event) === 'tool_use') called.add(tool);
    if (typeOf(event) !== 'tool_result' || called.has(tool)) continue;
    findings.push({
      requirement: 'R-6-14',
      expected: ['use-before-result', tool],
      actual: events.map(typeOf).join(', '),
    });
  }
  return findings;
}

/** Verifies the order of a complete stream's events. Source 6. */
export function verifyOrder(events: readonly unknown[]): readonly Finding[] {
  const types = events.map(typeOf);
  const firstEnd = types.indexOf('end');
  const actual = types.join(', ') || 'no event';
  const findings: Finding[] = [];
  if (firstEnd === -1 && !types.includes('error')) {
    const last = types.at(-1);
    if (last !== undefined && !chatEventTypes.some((type) => type === last)) {
      findings.push({ requirement: 'R-6-06', expected: 'failure-is-error-event', actual });
    }
    findings.push({ requirement: 'R-6-09', expected: 'end-when-complete', actual });
    findings.push({ requirement: 'R-6-10', expected: 'terminal-event', actual });
  }
  if (firstEnd !== -1 && firstEnd !== types.length - 1) {
    findings.push({ requirement: 'R-6-09', expected: 'nothing-after-end', actual });
  }
  return [...findings, ...verifyTools(events)];
}

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
  readonly expected: Expectation;
  readonly min: number;
  /** Whether an event is what the source describes: one of them, and the target knows the name. */
  readonly isNamed: (event: Event) => boolean;
  /** Whether an event has the fields of one, and another name. */
  readonly isLike: (event: Event) => boolean;
}

const parts: readonly Renamed[] = [
  {
    requirement: 'R-6-02',
    expected: 'text-of-reply',
    min: minReplies,
    isNamed: ({ type }) => type === 'text',
    isLike: (event) =>
      isOther(event) &&
      hasWord(event, textWords) &&
      textNames.some((name) => typeof event[name] === 'string'),
  },
  {
    requirement: 'R-6-03',
    expected: 'type-tool-use',
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
    expected: 'type-tool-result',
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
    const expected = ['event-types-as-named', known] as const;
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
