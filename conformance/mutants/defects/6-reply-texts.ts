import { onEvents, onEventsOf, onOperation } from '../changes/changes.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, Conversation, JsonObject } from '../server/deployment.ts';

/** Changes the texts of a reply, those of every `each`th one. */
function onTexts(change: (texts: readonly string[]) => readonly string[], each = 1): Change {
  return onEvents((events, { call }) => {
    const texts = events.filter(isText).map(({ content }) => String(content));
    if (call.state.nextNumber('changed reply') % each !== 0) return events;
    const changed = change(texts).map((content) => ({ type: 'text', content }));
    const first = events.findIndex(isText);
    const others = events.filter((event) => !isText(event));
    return [...others.slice(0, first), ...changed, ...others.slice(first)];
  });
}

const isText = ({ type }: JsonObject): boolean => type === 'text';

/** A buffer that is flushed without its last character. */
const edgesLost = (texts: readonly string[]): readonly string[] =>
  texts.map((text, index) => (index < texts.length - 1 ? text.slice(0, -1) : text));

/** A cache of replies by conversation. */
const cachedByConversation: Change = (base) => {
  const cached = new WeakMap<Conversation, readonly JsonObject[]>();
  return {
    eventsOf: (turn) => {
      const events = cached.get(turn.conversation) ?? base.eventsOf(turn);
      cached.set(turn.conversation, events);
      return events;
    },
  };
};

const cumulative: Change = onEvents((events) => {
  let all = '';
  return events.map((event) => {
    if (!isTextEvent(event)) return event;
    all += String(event['content']);
    return { ...event, content: all };
  });
});

const isTextEvent = ({ type }: JsonObject): boolean => type === 'text';

/** What a framework emits as the final message, after its parts. */
const wholeAgain: Change = onEvents((events) => {
  const content = events.map((event) => event['content'] ?? '').join('');
  return [...events.slice(0, -1), { type: 'text', content }, ...events.slice(-1)];
});

const onContent = (change: (content: string) => string): Change =>
  onEventsOf('text', (event) => ({ ...event, content: change(String(event['content'])) }));

const twice = onEvents((events) =>
  events.flatMap((event) => (isTextEvent(event) ? [event, event] : [event])),
);

const escaped = onContent((content) => content.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign));

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Mutants of section 6 of the source. */
export const replyTextsMutants: readonly Mutant[] = mutantsOf({
  'R-6-07 chat-stream/hostile-message stream-in-latin-1': ({ encodeEvent }) => ({
    encodeEvent: (event, index) => Buffer.from(encodeEvent(event, index).toString(), 'latin1'),
  }),
  'R-6-07 responses/every-response stream-labelled-latin-1': onOperation('streamAgentChat', (response) =>
    response.status === 200
      ? { ...response, headers: { 'content-type': 'text/event-stream;charset=ISO-8859-1' } }
      : response,
  ),
  'R-6-07 responses/every-response text-chunks-without-their-last-character': onTexts(edgesLost),
  'R-6-07 responses/every-response replies-cached-by-conversation': cachedByConversation,
  'R-6-07 responses/every-response text-events-cumulative': cumulative,
  'R-6-07 responses/every-response reply-text-repeated-at-the-end': wholeAgain,
  'R-6-07 responses/every-response text-chunks-trimmed': onContent((content) => content.trim()),
  'R-6-07 responses/every-response text-events-twice': twice,
  'R-6-07 responses/every-response reply-html-escaped': escaped,
  'R-6-07 responses/every-response content-printed-with-repr': onContent(
    (content) => `content='${content}' additional_kwargs={}`,
  ),
  'R-6-07 responses/every-response line-feeds-in-content-removed': onContent((content) =>
    content.replaceAll(/[\r\n]/g, ''),
  ),
});
