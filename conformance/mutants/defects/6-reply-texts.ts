import { onEvents, onEventsOf, onOperation } from '../changes/changes.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, Conversation, JsonObject } from '../server/deployment.ts';

/** A text in chunks of bytes, each decoded alone. */
function decodedByChunk(text: string, size: number): readonly string[] {
  const all = Buffer.from(text);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.subarray(index * size, (index + 1) * size).toString(),
  );
}

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

/** Chunks that are encoded at once, of which the last one is ready first. */
const lastSwapped = (texts: readonly string[]): readonly string[] =>
  texts.length < 3 ? texts : [...texts.slice(0, -2), ...texts.slice(-2).toReversed()];

const withoutThird = (texts: readonly string[]): readonly string[] => texts.filter((_, index) => index !== 2);

const secondTwice = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text, index) => (index === 1 ? [text, text] : [text]));

const lastTwice = (texts: readonly string[]): readonly string[] => [...texts, ...texts.slice(-1)];

/** A buffer that is flushed without its last character. */
const edgesLost = (texts: readonly string[]): readonly string[] =>
  texts.map((text, index) => (index < texts.length - 1 ? text.slice(0, -1) : text));

/** Chunks of equal size in UTF-16, in which half a character is replaced. */
const halvesReplaced =
  (replacement: string) =>
  (texts: readonly string[]): readonly string[] => {
    const text = texts.join('');
    const size = Math.ceil(text.length / 64);
    const chunks = Array.from({ length: 64 }, (_, index) => text.slice(index * size, (index + 1) * size));
    return chunks
      .filter((chunk) => chunk !== '')
      .map((chunk) => chunk.toWellFormed().replaceAll('\uFFFD', replacement));
  };

/** Tokens of four characters, of which two in the middle overtake each other. */
const tokensSwapped = (texts: readonly string[]): readonly string[] => {
  const tokens = texts.join('').match(/[^]{1,4}/gu) ?? [];
  const middle = Math.floor(tokens.length / 2);
  return [
    ...tokens.slice(0, middle - 1),
    ...tokens.slice(middle - 1, middle + 1).toReversed(),
    ...tokens.slice(middle + 1),
  ];
};

/** A parser that drops what is blank, of words and the blanks between them. */
const blanksDropped = (texts: readonly string[]): readonly string[] =>
  texts
    .join('')
    .split(/(\s+)/)
    .filter((text) => text.trim() !== '');

/** What was written before the first call of a tool is not flushed. */
const lostBeforeTools = onEvents((events) => {
  const first = events.findIndex(({ type }) => type === 'tool_use');
  return first === -1 ? events : events.slice(first);
});

/** The text before a tool call is kept in a buffer, and sent again with the text after it. */
const twiceAroundTools = onEvents((events) => {
  const last = events.findLastIndex(({ type }) => type === 'tool_result');
  const before = events.slice(0, Math.max(0, last)).filter(isText);
  return last === -1 ? events : events.toSpliced(last + 1, 0, ...before);
});

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

/** Changes the content of each text event. */
const onContent = (change: (content: string) => string): Change =>
  onEventsOf('text', (event) => ({ ...event, content: change(String(event['content'])) }));

const twice = onEvents((events) =>
  events.flatMap((event) => (isTextEvent(event) ? [event, event] : [event])),
);

/** The values of the state, which has all messages, streamed in place of its updates. */
const earlierReplies: Change = (base) => {
  const texts = new WeakMap<Conversation, readonly JsonObject[]>();
  return {
    eventsOf: (turn) => {
      const earlier = texts.get(turn.conversation) ?? [];
      const events = base.eventsOf(turn);
      texts.set(turn.conversation, [...earlier, ...events.filter(isTextEvent)]);
      return [...earlier, ...events];
    },
  };
};

const escaped = onContent((content) => content.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign));

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Mutants of section 6 of the source. */
export const replyTextsMutants: readonly Mutant[] = [
  ...mutantsOf('R-6-07', 'chat-stream/hostile-message', {
    'stream-in-latin-1': ({ encodeEvent }) => ({
      encodeEvent: (event, index) => Buffer.from(encodeEvent(event, index).toString(), 'latin1'),
    }),
    'stream-lone-surrogates': onEventsOf('text', (event) => ({
      ...event,
      content: String(event['content']).replaceAll(/[\u{10000}-\u{10FFFF}]/gu, (character) =>
        character.slice(0, 1),
      ),
    })),
  }),
  ...mutantsOf('R-6-07', 'chat-stream/reply', {
    'text-bytes-decoded-by-chunk': onEvents((events) =>
      events.flatMap((event) =>
        event['type'] === 'text'
          ? decodedByChunk(String(event['content']), 8).map((content) => ({ ...event, content }))
          : [event],
      ),
    ),
  }),
  ...mutantsOf('R-6-07', 'responses/every-response', {
    'message-read-as-latin-1': (base) => ({
      eventsOf: (turn) => base.eventsOf({ ...turn, message: Buffer.from(turn.message).toString('latin1') }),
    }),
    'replies-written-in-ascii': onEventsOf('text', (event) => ({
      ...event,
      content: String(event['content']).replaceAll(/\P{ASCII}/gu, '?'),
    })),
    'stream-labelled-latin-1': onOperation('streamAgentChat', (response) =>
      response.status === 200
        ? { ...response, headers: { 'content-type': 'text/event-stream;charset=ISO-8859-1' } }
        : response,
    ),
    'last-text-chunks-swapped': onTexts(lastSwapped),
    'last-text-chunks-swapped-at-times': onTexts(lastSwapped, 9),
    'third-text-chunk-lost': onTexts(withoutThird),
    'second-text-chunk-twice': onTexts(secondTwice),
    'last-text-chunk-twice-at-times': onTexts(lastTwice, 7),
    'text-chunks-without-their-last-character': onTexts(edgesLost),
    'half-characters-dropped-between-chunks': onTexts(halvesReplaced('')),
    'half-characters-replaced-between-chunks': onTexts(halvesReplaced('?')),
    'text-tokens-swapped': onTexts(tokensSwapped),
    'blank-text-chunks-dropped': onTexts(blanksDropped),
    'text-before-a-tool-call-lost': lostBeforeTools,
    'text-before-a-tool-call-twice': twiceAroundTools,
    'replies-cached-by-conversation': cachedByConversation,
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
];
