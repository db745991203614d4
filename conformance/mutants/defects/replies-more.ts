import { maximal } from '../conforming/maximal.ts';
import { mutantsOf, mutantsWith, type Mutant } from '../mutant.ts';
import { eventsWithParallelTools } from '../server/chat-reply.ts';
import type { Call, Change, Conversation, Deployment, Frame, JsonObject } from '../server/deployment.ts';
import { isObject } from '../server/responses.ts';
import { onEvents, onOperation } from './changes.ts';
import { onLeave } from './concurrency.ts';

const isText = ({ type }: JsonObject): boolean => type === 'text';

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

/** Chunks that are encoded at once, of which the last one is ready first. */
const lastSwapped = (texts: readonly string[]): readonly string[] =>
  texts.length < 3 ? texts : [...texts.slice(0, -2), ...texts.slice(-2).toReversed()];

const withoutThird = (texts: readonly string[]): readonly string[] => texts.filter((_, index) => index !== 2);

const secondTwice = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text, index) => (index === 1 ? [text, text] : [text]));

const lastTwice = (texts: readonly string[]): readonly string[] => [...texts, ...texts.slice(-1)];

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

/** A buffer that is flushed without its last character. */
const edgesLost = (texts: readonly string[]): readonly string[] =>
  texts.map((text, index) => (index < texts.length - 1 ? text.slice(0, -1) : text));

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

const pause: Frame = { type: 'pause' };

const agentOf = ({ body }: Call): string => (isObject(body) ? String(body['agent_id']) : '');

/** When a client leaves, all running replies with the same key stop: by a reset, or as if they were complete. */
function stopsOthers(keyOf: (call: Call) => string, ending: 'reset' | 'bytes'): Change {
  const running = new Map<string, Set<{ isStopped: boolean }>>();
  return onOperation('streamAgentChat', (response, call) => {
    if (response.status !== 200) return response;
    const own = running.get(keyOf(call)) ?? new Set();
    running.set(keyOf(call), own);
    const reply = { isStopped: false };
    own.add(reply);
    const gate = (frame: Frame): Frame =>
      ({
        get type() {
          return reply.isStopped ? ending : frame.type;
        },
        get bytes() {
          return reply.isStopped ? '' : (frame as { bytes: string }).bytes;
        },
      }) as Frame;
    return {
      ...response,
      frames: response.frames.flatMap((frame) => [gate(frame), pause]),
      closed: (isComplete) => {
        own.delete(reply);
        if (!isComplete && !reply.isStopped) for (const other of own) other.isStopped = true;
      },
    };
  });
}

const rollbackMs = 300;

/** A client that leaves has its transaction rolled back, which creates share. */
const rollsBackCreates: Change = (base) => {
  let until = 0;
  return {
    ...onLeave(
      () => (until = Date.now() + rollbackMs),
      () => undefined,
    )(base),
    newAgent: (input, call) => {
      const agent = base.newAgent(input, call);
      if (Date.now() < until) queueMicrotask(() => call.store.agents.pop());
      return agent;
    },
  };
};

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

/** A call at each part of its input, as a parser of incomplete JSON reads it. */
const announcedInParts = onEvents((events) =>
  events.flatMap((event) => {
    if (event['type'] !== 'tool_use') return [event];
    const query = String((event['input'] as JsonObject)['query']);
    const parts = [{}, { query: query.slice(0, 1) }, { query: query.slice(0, 3) }, { query }];
    return parts.map((input) => ({ ...event, input }));
  }),
);

/** Tools of all connections, whether enabled or not. */
const disabledTools: Change = (base) => ({
  eventsOf: (turn) => {
    const { config } = turn.agent;
    const capabilities = isObject(config) ? config['mcp_capabilities'] : undefined;
    if (!isObject(config) || !Array.isArray(capabilities)) return base.eventsOf(turn);
    const mcp_capabilities = capabilities.filter(isObject).map((one) => ({ ...one, enabled: true }));
    return base.eventsOf({ ...turn, agent: { ...turn.agent, config: { ...config, mcp_capabilities } } });
  },
});

/** A vendor that takes no history with calls of tools. */
const failsAfterTools: Change = (base) => {
  const withTools = new WeakSet<Conversation>();
  return onEvents((events, { conversation }) => {
    if (withTools.has(conversation))
      return [{ type: 'error', error: 'the provider rejected the request', status: 500 }];
    if (events.some(({ type }) => type === 'tool_use')) withTools.add(conversation);
    return events;
  })(base);
};

const everyResponse = 'responses/every-response';
const leaves = 'chat-stream/client-leaves';

/** Replies that are wrong where they are cut into chunks, while another one ends, or with several tools. */
export const moreReplyMutants: readonly Mutant[] = [
  ...mutantsOf('R-6-07', everyResponse, {
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
  }),
  ...mutantsOf('R-6-10', leaves, {
    'client-leaving-resets-replies-of-its-agent': stopsOthers(agentOf, 'reset'),
    'client-leaving-ends-replies-of-its-agent': stopsOthers(agentOf, 'bytes'),
    'client-leaving-resets-replies-of-its-store': stopsOthers(({ store }) => store.key, 'reset'),
  }),
  ...mutantsOf('R-4.2-02', everyResponse, { 'client-leaving-rolls-back-creates': rollsBackCreates }),
  ...mutantsWith({ base: parallel }, 'R-6-14', everyResponse, {
    'results-named-after-the-last-tool': namedAfter((tools) => tools.at(-1)),
    'results-named-after-the-first-tool': namedAfter(([first]) => first),
  }),
  ...mutantsOf('R-6-03', everyResponse, { 'calls-announced-in-parts': announcedInParts }),
  ...mutantsOf('R-2.2-16', everyResponse, { 'disabled-tools-called': disabledTools }),
  ...mutantsOf('R-4.1-10', everyResponse, { 'follow-ups-fail-after-tools': failsAfterTools }),
  ...mutantsOf('R-6-14', everyResponse, { 'tool-tried-again-with-two-results': triedAgain }),
];
