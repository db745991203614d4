import type { NotShown } from '../check.ts';
import { isObject, type ApiRequest } from '../exchange.ts';
import type { SeenReply } from './reply-texts.ts';
import { requestBodyOf } from './valid-request.ts';

const isText = (event: unknown): boolean => isObject(event) && event['type'] === 'text';

function acceptsEncodings({ headers = {} }: ApiRequest): boolean {
  return (headers['accept-encoding'] ?? 'identity') !== 'identity';
}

/** Source 1: of a reply in one piece nobody sees that it is a stream. What compresses may buffer for some clients alone. */
function streamNotShown(replies: readonly SeenReply[]): readonly NotShown[] {
  const long = replies.filter(({ events }) => events.filter(isText).length >= 2);
  const kinds = [...Map.groupBy(long, ({ exchange }) => acceptsEncodings(exchange.request))];
  return kinds
    .filter(([, ofKind]) => !ofKind.some(({ isStreamed }) => isStreamed))
    .map(([accepts, ofKind]) => ({
      requirement: 'R-1-02',
      text:
        `the ${ofKind.length} replies to clients ${accepts ? 'with' : 'without'} Accept-Encoding came in one piece each: ` +
        'something buffers them; a reply whose first events arrive before its last one shows the stream',
    }));
}

const longWord = /\p{L}[\p{L}\d]{3,}/gu;

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(longWord) ?? []);
}

/** A reply, with the words of its own message and of those before it in its conversation. */
interface Said {
  readonly message: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
  readonly reply: ReadonlySet<string>;
}

function conversationOf({ events }: SeenReply, body: Readonly<Record<string, unknown>>): string {
  const end = events.findLast((event) => isObject(event) && event['type'] === 'end');
  return String((isObject(end) ? end['conversation_id'] : undefined) ?? body['conversation_id']);
}

function saidOf(replies: readonly SeenReply[]): readonly Said[] {
  const earlier = new Map<string, ReadonlySet<string>>();
  return replies.flatMap((seen) => {
    const body = requestBodyOf(seen.exchange.request);
    if (!isObject(body)) return [];
    const id = conversationOf(seen, body);
    const before = earlier.get(id) ?? new Set<string>();
    const message = wordsOf(String(body['message']));
    earlier.set(id, new Set([...before, ...message]));
    const texts = seen.events.filter(isObject).map((event) => JSON.stringify(event));
    return [{ message, before, reply: wordsOf(texts.join(' ')) }];
  });
}

/**
 * Source 4.1: that a conversation is continued is seen where a reply has a word of a message before, which no reply has
 * by itself.
 */
function continuationNotShown(replies: readonly SeenReply[]): readonly NotShown[] {
  const said = saidOf(replies);
  const isEarlier = ({ before, message }: Said, word: string): boolean =>
    before.has(word) && !message.has(word);
  const followUps = said.filter((one) => [...one.before].some((word) => isEarlier(one, word)));
  const unasked = new Set(
    said.flatMap(({ reply, message, before }) =>
      [...reply].filter((word) => !message.has(word) && !before.has(word)),
    ),
  );
  const recalls = (one: Said): boolean =>
    [...one.reply].some((word) => isEarlier(one, word) && !unasked.has(word));
  if (followUps.length === 0 || followUps.some(recalls)) return [];
  const text =
    `none of ${followUps.length} follow-ups has a word of a message before in its reply; an agent that is asked for ` +
    'its replies to refer to them (--agent-id) shows it';
  return [{ requirement: 'R-4.1-05', text }];
}

/** The clauses of which the replies of a run show nothing, and what would show it. */
export function notShownBy(replies: readonly SeenReply[]): readonly NotShown[] {
  return [...streamNotShown(replies), ...continuationNotShown(replies)];
}
