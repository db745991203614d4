import { onEvents, onEventsOf, onOperation, withFields } from '../changes/changes.ts';
import { onFrames } from '../changes/replies.ts';
import { maximal } from '../conforming/maximal.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { eventsWithParallelTools } from '../server/chat-reply.ts';
import type { Change, Deployment, JsonObject, Conversation } from '../server/deployment.ts';
import { without } from '../server/responses.ts';

const endsWithUndefined = onEvents((events) =>
  events.flatMap((event) =>
    event['type'] === 'end' ? [{ type: 'text', content: 'undefined' }, event] : [event],
  ),
);

const longText = 1000;

const callIds: Change = onEvents((events, { call }) => {
  const tool = `call_${call.state.nextNumber('tool call')}`;
  return events.map((event) => ('tool' in event ? { ...event, tool } : event));
});

/** The error event of a failed reply stays in a buffer, and begins the next reply of the store. */
const errorLeftOver: Change = (base) => {
  const left = new Map<string, JsonObject>();
  return {
    eventsOfFailure: (turn) => {
      const events = base.eventsOfFailure(turn);
      const last = events.at(-1);
      if (last !== undefined) left.set(turn.call.store.key, last);
      return events;
    },
    eventsOf: (turn) => {
      const error = left.get(turn.call.store.key);
      left.delete(turn.call.store.key);
      return [...(error === undefined ? [] : [error]), ...base.eventsOf(turn)];
    },
  };
};

const isEnd = (event: JsonObject): boolean => event['type'] === 'end';

const parallel: Deployment = { ...maximal, name: 'parallel tools', eventsOf: eventsWithParallelTools };

/** Results named by a variable that all calls share. */
function namedAfter(select: (tools: readonly unknown[]) => unknown): Change {
  return onEvents((events) => {
    const tool = select(events.filter(({ type }) => type === 'tool_use').map((event) => event['tool']));
    return events.map((event) => (event['type'] === 'tool_result' ? { ...event, tool } : event));
  });
}

/** A tool that is tried again where it is slow, and both attempts report. */
const triedAgain = onEvents((events, { call }) =>
  events.flatMap((event) => {
    if (event['type'] !== 'tool_result') return [event];
    return call.state.nextNumber('tool call') % 3 === 0 ? [event, event] : [event];
  }),
);

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

const onContent = (change: (content: string) => string): Change =>
  onEventsOf('text', (event) => ({ ...event, content: change(String(event['content'])) }));

const twice = onEvents((events) => events.flatMap((event) => (isText(event) ? [event, event] : [event])));

const escaped = onContent((content) => content.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign));

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Mutants of section 6 of the source. */
export const eventsMutants: readonly Mutant[] = mutantsOf({
  'R-6-01 chat-stream/hostile-message event-type-number': withFields('text', { type: 1 }),
  'R-6-01 responses/every-response type-of-tools-in-camel-case': onEvents((events) =>
    events.map((event) => ({
      ...event,
      type: String(event['type']).replaceAll(/_[a-z]/g, (one) => (one[1] ?? '').toUpperCase()),
    })),
  ),
  'R-6-01 responses/every-response type-of-text-in-upper-case': withFields('text', { type: 'TEXT' }),
  'R-6-02 chat-stream/hostile-message text-content-renamed': onEventsOf('text', (event) => ({
    type: 'text',
    text: event['content'],
  })),
  'R-6-02 responses/every-response reply-ends-with-undefined': endsWithUndefined,
  'R-6-03 chat-stream/tools tool-use-name-missing': onEventsOf('tool_use', (event) => without(event, 'tool')),
  'R-6-03 responses/every-response calls-announced-twice': onEvents((events) =>
    events.flatMap((event) => (event['type'] === 'tool_use' ? [{ ...event, input: {} }, event] : [event])),
  ),
  'R-6-03 responses/every-response tool-call-id-as-tool-name': callIds,
  'R-6-03 responses/every-response tool-input-null-without-arguments': onEvents((events, { message }) =>
    events.map((e) => (e['type'] === 'tool_use' && message.length < 12 ? { ...e, input: null } : e)),
  ),
  'R-6-04 chat-stream/tools tool-result-output-text': withFields('tool_result', { output: '3 products' }),
  'R-6-04 chat-stream/tools tool-result-name-missing': onEventsOf('tool_result', (event) =>
    without(event, 'tool'),
  ),
  'R-6-04 chat-stream/generated-messages tool-output-as-text-when-long': onEventsOf(
    'tool_result',
    (event, turn) =>
      turn.message.length > longText ? { ...event, output: JSON.stringify(event['output']) } : event,
  ),
  'R-6-05 chat-stream/hostile-message end-id-number': withFields('end', { conversation_id: 7 }),
  'R-6-06 chat-stream/failing-agent failure-closes-the-stream': () => ({ eventsOfFailure: () => [] }),
  'R-6-06 chat-stream/failing-agent error-event-left-over': errorLeftOver,
  'R-6-09 chat-stream/hostile-message end-in-upper-case': withFields('end', { type: 'END' }),
  'R-6-09 chat-stream/hostile-message end-duplicated': onEvents((events) => [
    ...events,
    ...events.filter(isEnd),
  ]),
  'R-6-09 chat-stream/conversation end-missing-on-follow-up': onEvents((events, turn) =>
    turn.conversation.messages.length > 0 ? events.filter((event) => !isEnd(event)) : events,
  ),
  'R-6-10 chat-stream/hostile-message stream-hangs-before-end': {
    apply: onFrames((frames) => [...frames.slice(0, -1), { type: 'hang' }]),
    setup: { idleTimeoutMs: 400 },
  },
  'R-6-14 chat-stream/tools result-of-another-tool': withFields('tool_result', { tool: 'another' }),
  'R-6-14 responses/every-response results-named-after-the-first-tool': {
    apply: namedAfter(([first]) => first),
    base: parallel,
  },
  'R-6-14 responses/every-response tool-tried-again-with-two-results': triedAgain,
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
