import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Change, Conversation, JsonObject, Turn } from '../server/deployment.ts';
import { onEvents, onEventsOf } from './changes.ts';

const isText = ({ type }: JsonObject): boolean => type === 'text';

const cumulative: Change = onEvents((events) => {
  let all = '';
  return events.map((event) => {
    if (!isText(event)) return event;
    all += String(event['content']);
    return { ...event, content: all };
  });
});

/** What a framework emits as the final message, after its parts. */
const wholeAgain: Change = onEvents((events) => {
  const content = events.map((event) => event['content'] ?? '').join('');
  return [...events.slice(0, -1), { type: 'text', content }, ...events.slice(-1)];
});

/** A cache of replies whose key lacks the conversation. */
const cachedByMessage: Change = (base) => {
  const cached = new Map<string, readonly JsonObject[]>();
  return {
    eventsOf: (turn) => {
      const events = base.eventsOf(turn);
      const key = `${String(turn.agent['id'])} ${turn.message}`;
      const known = cached.get(key) ?? events.slice(0, -1);
      cached.set(key, known);
      return [...known, ...events.slice(-1)];
    },
  };
};

const callIds: Change = onEvents((events, { call }) => {
  const tool = `call_${call.state.nextNumber('tool call')}`;
  return events.map((event) => ('tool' in event ? { ...event, tool } : event));
});

const failure = { type: 'error', error: 'the model rejected the request', status: 500 };

/** Replies that end with an error event at once. */
function failing(when: (turn: Turn) => boolean): Change {
  return onEvents((events, turn) => (when(turn) ? [failure] : events));
}

const endsWithUndefined = onEvents((events) =>
  events.flatMap((event) =>
    event['type'] === 'end' ? [{ type: 'text', content: 'undefined' }, event] : [event],
  ),
);

const twice = onEvents((events) => events.flatMap((event) => (isText(event) ? [event, event] : [event])));

/** The values of the state, which has all messages, streamed in place of its updates. */
const earlierReplies: Change = (base) => {
  const texts = new WeakMap<Conversation, readonly JsonObject[]>();
  return {
    eventsOf: (turn) => {
      const earlier = texts.get(turn.conversation) ?? [];
      const events = base.eventsOf(turn);
      texts.set(turn.conversation, [...earlier, ...events.filter(isText)]);
      return [...earlier, ...events];
    },
  };
};

const escapes: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/** Changes the content of each text event. */
const onContent = (change: (content: string) => string): Change =>
  onEventsOf('text', (event) => ({ ...event, content: change(String(event['content'])) }));

const escaped = onContent((content) => content.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign));

const check = 'responses/every-response';

/** Replies of valid events that are wrong together, or beside other replies: source 2.4, 4.1 and 6. */
export const replyContentMutants: readonly Mutant[] = [
  ...mutantsOf('R-6-07', check, {
    'text-events-cumulative': cumulative,
    'reply-text-repeated-at-the-end': wholeAgain,
    'text-chunks-trimmed': onContent((content) => content.trim()),
    'text-events-twice': twice,
    'replies-begin-with-earlier-ones': earlierReplies,
    'reply-html-escaped': escaped,
    'content-encoded-twice': onContent((content) => JSON.stringify(content)),
    'content-of-the-vendors-stream': onContent(
      (content) => `data: ${JSON.stringify({ delta: content })}\n\n`,
    ),
    'content-of-parts-printed': onContent(() => '[object Object]'),
    'content-in-ascii-escapes': onContent((content) =>
      content.replaceAll(
        /[\u0080-\uFFFF]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
    'content-printed-with-repr': onContent((content) => `content='${content}' additional_kwargs={}`),
    'line-feeds-in-content-escaped': onContent((content) => content.replaceAll('\n', '\\n')),
    'content-escaped-by-hand': onContent((content) => JSON.stringify(content).slice(1, -1)),
    'line-feeds-in-content-removed': onContent((content) => content.replaceAll(/[\r\n]/g, '')),
  }),
  ...mutantsOf('R-6-02', check, { 'reply-ends-with-undefined': endsWithUndefined }),
  ...mutantsOf('R-2.4-01', 'chat-stream/several-at-once', { 'replies-cached-by-message': cachedByMessage }),
  ...mutantsOf('R-6-03', check, { 'tool-call-id-as-tool-name': callIds }),
  ...mutantsOf('R-4.1-10', check, {
    'follow-up-always-error-event': failing(({ conversation }) => conversation.messages.length > 0),
  }),
];
