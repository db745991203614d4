import { chatEventTypes } from '../../../generated/events.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { Finding } from '../../check.ts';
import { showValue } from '../../client/describe-exchange.ts';
import { isObject, type Exchange } from '../../exchange.ts';
import type { SeenReply } from './reply-warnings.ts';
import { requestBodyOf } from './valid-request.ts';

// A model may write no text once; it does not write this many replies of none.
const minReplies = 6;
const minToolReplies = 3;

type Event = Readonly<Record<string, unknown>>;

const isOther = ({ type }: Event): boolean => !chatEventTypes.some((known) => known === type);
const textNames = ['content', 'text', 'delta'];

/** A part of a reply that is sent under another name than the source's, in all replies of a run. */
interface Renamed {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly min: number;
  /** Whether an event is what the source describes: one of them, and the target knows the name. */
  readonly isNamed: (event: Event) => boolean;
  /** Whether an event has the fields of one, and another name, or nothing in it. */
  readonly isLike: (event: Event) => boolean;
}

const parts: readonly Renamed[] = [
  {
    ...{ requirement: 'R-6-02', expected: 'text events with the text of the reply', min: minReplies },
    isNamed: ({ type, content }) => type === 'text' && content !== '',
    isLike: (event) =>
      event['type'] === 'text' ||
      (isOther(event) && textNames.some((name) => typeof event[name] === 'string')),
  },
  {
    ...{ requirement: 'R-6-03', expected: 'the type tool_use of calls of tools', min: minToolReplies },
    isNamed: ({ type }) => type === 'tool_use',
    isLike: (event) => isOther(event) && typeof event['tool'] === 'string' && isObject(event['input']),
  },
  {
    ...{ requirement: 'R-6-04', expected: 'the type tool_result of results of tools', min: minToolReplies },
    isNamed: ({ type }) => type === 'tool_result',
    // A call that failed may have no result.
    isLike: (event) =>
      isOther(event) &&
      !/err|fail/i.test(String(event['type'])) &&
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

/** Source 6: further types may be beside those of the table, and do not take their place. */
export function verifyEventNames(replies: readonly SeenReply[]): readonly Finding[] {
  const complete = replies.flatMap(readComplete);
  return parts.flatMap(({ requirement, expected, min, isNamed, isLike }) => {
    if (complete.some(({ events }) => events.some(isNamed))) return [];
    const like = complete.filter(({ events }) => events.some(isLike));
    const [first] = like;
    if (first === undefined || new Set(like.map(({ message }) => message)).size < min) return [];
    const actual = `in none of ${complete.length} replies, but ${showValue(first.events.find(isLike))}`;
    return [{ requirement, expected, actual, exchange: first.exchange }];
  });
}
