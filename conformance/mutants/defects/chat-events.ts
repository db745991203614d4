import type { Change, Frame, JsonObject, Turn } from '../server/deployment.ts';
import type { Mutant } from '../mutant.ts';
import { bytes, without } from '../server/replies.ts';
import { odd } from '../conforming/odd.ts';
import { onEvents, onEventsOf, onOperation } from './changes.ts';

const isEnd = (event: JsonObject): boolean => event['type'] === 'end';

/** Changes the frames of a stream, after its events were encoded. */
function onFrames(change: (frames: readonly Frame[], turn: Turn) => readonly Frame[]): Change {
  return ({ framesOf }) => ({ framesOf: (events, turn) => change(framesOf(events, turn), turn) });
}

function onLastFrame(change: (text: string) => string | undefined): Change {
  return onFrames((frames) => {
    const last = frames.at(-1);
    if (last?.type !== 'bytes') return frames;
    const changed = change(last.bytes.toString());
    return [...frames.slice(0, -1), ...(changed === undefined ? [] : [bytes(changed)])];
  });
}

const onTools = (change: (events: readonly JsonObject[]) => readonly JsonObject[]): Change =>
  onEvents((events) => change(events));

const fields: readonly Mutant[] = [
  {
    id: 'event-type-unknown',
    clause: 'R-6-01',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEventsOf('text', (event) => ({ ...event, type: 'delta' })),
  },
  {
    id: 'event-type-lost',
    clause: 'R-4.1-08',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEventsOf('text', (event) => without(event, 'type')),
  },
  {
    id: 'event-type-capitals',
    clause: 'R-6-01',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEventsOf('end', (event) => ({ ...event, type: 'END' })),
  },
  {
    id: 'text-content-renamed',
    clause: 'R-6-02',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEventsOf('text', (event) => ({ type: 'text', text: event['content'] })),
  },
  {
    id: 'text-content-array',
    clause: 'R-6-02',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEventsOf('text', (event) => ({ ...event, content: [event['content']] })),
  },
  {
    id: 'text-content-null',
    clause: 'R-6-02',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEvents((events) => [{ type: 'text', content: null }, ...events]),
  },
  {
    id: 'tool-use-name-lost',
    clause: 'R-6-03',
    killedBy: ['chat-stream/tools'],
    apply: onEventsOf('tool_use', (event) => without(event, 'tool')),
  },
  {
    id: 'tool-use-input-text',
    clause: 'R-6-03',
    killedBy: ['chat-stream/tools'],
    apply: onEventsOf('tool_use', (event) => ({ ...event, input: JSON.stringify(event['input']) })),
  },
  {
    id: 'tool-use-input-array',
    clause: 'R-6-03',
    killedBy: ['chat-stream/tools'],
    base: odd,
    apply: onEventsOf('tool_use', (event) => ({ ...event, input: [event['input']] })),
  },
  {
    id: 'tool-result-output-text',
    clause: 'R-6-04',
    killedBy: ['chat-stream/tools'],
    apply: onEventsOf('tool_result', (event) => ({ ...event, output: '3 products' })),
  },
  {
    id: 'tool-result-output-array',
    clause: 'R-6-04',
    killedBy: ['chat-stream/tools'],
    apply: onEventsOf('tool_result', (event) => ({ ...event, output: [event['output']] })),
  },
  {
    id: 'tool-result-output-lost',
    clause: 'R-6-04',
    killedBy: ['chat-stream/tools'],
    base: odd,
    apply: onEventsOf('tool_result', (event) => without(event, 'output')),
  },
  {
    id: 'tool-result-name-lost',
    clause: 'R-6-04',
    killedBy: ['chat-stream/tools'],
    apply: onEventsOf('tool_result', (event) => without(event, 'tool')),
  },
  {
    id: 'end-id-number',
    clause: 'R-6-05',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEventsOf('end', (event) => ({ ...event, conversation_id: 7 })),
  },
  {
    id: 'end-id-lost',
    clause: 'R-4.1-09',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEventsOf('end', (event) => without(event, 'conversation_id')),
  },
  {
    id: 'end-id-empty',
    clause: 'R-2.4-01',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEventsOf('end', (event) => ({ ...event, conversation_id: '' })),
  },
  {
    id: 'end-id-renamed',
    clause: 'R-6-05',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEventsOf('end', (event) => ({ type: 'end', conversationId: event['conversation_id'] })),
  },
];

const order: readonly Mutant[] = [
  {
    id: 'end-lost',
    clause: 'R-6-09',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEvents((events) => events.filter((event) => !isEnd(event))),
  },
  {
    id: 'end-twice',
    clause: 'R-6-09',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEvents((events) => [...events, ...events.filter(isEnd)]),
  },
  {
    id: 'end-first',
    clause: 'R-6-09',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEvents((events) => events.toSorted((one, other) => Number(isEnd(other)) - Number(isEnd(one)))),
  },
  {
    id: 'text-after-end',
    clause: 'R-6-09',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEvents((events) => [...events, { type: 'text', content: ' ' }]),
  },
  {
    id: 'error-after-end',
    clause: 'R-6-09',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEvents((events) => [...events, { type: 'error', error: 'too late', status: 500 }]),
  },
  {
    id: 'done-marker-after-end',
    clause: 'R-1-08',
    killedBy: ['chat-stream/hostile-message'],
    apply: onFrames((frames) => [...frames, bytes('data: [DONE]\n\n')]),
  },
  {
    id: 'result-before-use',
    clause: 'R-6-08',
    killedBy: ['chat-stream/tools'],
    apply: onTools((events) =>
      events.toSorted(
        (one, other) => Number(other['type'] === 'tool_result') - Number(one['type'] === 'tool_result'),
      ),
    ),
  },
  {
    id: 'result-without-use',
    clause: 'R-6-08',
    killedBy: ['chat-stream/tools'],
    apply: onTools((events) => events.filter((event) => event['type'] !== 'tool_use')),
  },
  {
    id: 'result-of-another-tool',
    clause: 'R-6-08',
    killedBy: ['chat-stream/tools'],
    apply: onEventsOf('tool_result', (event) => ({ ...event, tool: 'another' })),
  },
  {
    id: 'result-twice',
    clause: 'R-6-08',
    killedBy: ['chat-stream/tools'],
    base: odd,
    apply: onTools((events) =>
      events.flatMap((event) => (event['type'] === 'tool_result' ? [event, event] : [event])),
    ),
  },
];

const wire: readonly Mutant[] = [
  {
    id: 'stream-of-json-lines',
    clause: 'R-4.1-08',
    killedBy: ['chat-stream/hostile-message'],
    apply: () => ({ encodeEvent: (event) => `${JSON.stringify(event)}\n` }),
  },
  {
    id: 'stream-of-single-quotes',
    clause: 'R-1-08',
    killedBy: ['chat-stream/hostile-message'],
    apply: () => ({ encodeEvent: (event) => `data: ${JSON.stringify(event).replaceAll('"', "'")}\n\n` }),
  },
  {
    id: 'stream-of-plain-text',
    clause: 'R-1-08',
    killedBy: ['chat-stream/hostile-message'],
    apply: ({ encodeEvent }) => ({
      encodeEvent: (event, index) =>
        event['type'] === 'text' ? `data: ${String(event['content'])}\n\n` : encodeEvent(event, index),
    }),
  },
  {
    id: 'stream-of-arrays',
    clause: 'R-6-01',
    killedBy: ['chat-stream/hostile-message'],
    apply: () => ({ encodeEvent: (event) => `data: ${JSON.stringify([event])}\n\n` }),
  },
  {
    id: 'stream-without-blank-lines',
    clause: 'R-4.1-08',
    killedBy: ['chat-stream/hostile-message'],
    apply: () => ({ encodeEvent: (event) => `data: ${JSON.stringify(event)}\n` }),
  },
  {
    id: 'stream-last-event-unterminated',
    clause: 'R-4.1-08',
    killedBy: ['chat-stream/hostile-message'],
    apply: onLastFrame((text) => text.trimEnd()),
  },
  {
    id: 'stream-last-event-half-terminated',
    clause: 'R-4.1-08',
    killedBy: ['chat-stream/hostile-message'],
    apply: onLastFrame((text) => text.slice(0, -1)),
  },
  {
    id: 'stream-type-only-in-event-field',
    clause: 'R-4.1-08',
    killedBy: ['chat-stream/hostile-message'],
    apply: () => ({
      encodeEvent: (event) =>
        `event: ${String(event['type'])}\ndata: ${JSON.stringify(without(event, 'type'))}\n\n`,
    }),
  },
  {
    id: 'stream-quotes-unescaped',
    clause: 'R-1-08',
    killedBy: ['chat-stream/hostile-message'],
    apply: ({ encodeEvent }) => ({
      encodeEvent: (event, index) =>
        event['type'] === 'text'
          ? `data: {"type":"text","content":"${String(event['content'])}"}\n\n`
          : encodeEvent(event, index),
    }),
  },
  {
    id: 'stream-lines-of-text-as-data-lines',
    clause: 'R-1-08',
    killedBy: ['chat-stream/hostile-message'],
    apply: ({ encodeEvent }) => ({
      encodeEvent: (event, index) => encodeEvent(event, index).toString().replaceAll('\\n', '\n'),
    }),
  },
  {
    id: 'end-lost-from-each-third-reply',
    clause: 'R-6-09',
    killedBy: ['chat-stream/conversation'],
    apply: onEvents((events, turn) =>
      turn.call.world.count('reply') % 3 === 0 ? events.filter((event) => !isEnd(event)) : events,
    ),
  },
  {
    id: 'end-lost-on-follow-up',
    clause: 'R-6-09',
    killedBy: ['chat-stream/conversation'],
    apply: onEvents((events, turn) =>
      turn.conversation.messages.length > 0 ? events.filter((event) => !isEnd(event)) : events,
    ),
  },
  {
    id: 'stream-as-json',
    clause: 'R-1-02',
    killedBy: ['chat-stream/hostile-message'],
    apply: onOperation('streamAgentChat', (reply) =>
      reply.status === 200
        ? {
            status: 200,
            headers: { 'content-type': 'application/json' },
            frames: [bytes(JSON.stringify({ content: 'Hello', conversation_id: 'c1' }))],
          }
        : reply,
    ),
  },
  {
    id: 'stream-content-type',
    clause: 'R-1-08',
    killedBy: ['chat-stream/hostile-message'],
    apply: onOperation('streamAgentChat', (reply) =>
      reply.status === 200 ? { ...reply, headers: { 'content-type': 'text/plain' } } : reply,
    ),
  },
  {
    id: 'stream-empty',
    clause: 'R-6-10',
    killedBy: ['chat-stream/hostile-message'],
    apply: onFrames(() => []),
  },
  {
    id: 'stream-cut',
    clause: 'R-6-10',
    killedBy: ['chat-stream/hostile-message'],
    apply: onFrames((frames) => [...frames.slice(0, -1), { type: 'cut' }]),
  },
  {
    id: 'stream-hangs-before-end',
    clause: 'R-6-10',
    killedBy: ['chat-stream/hostile-message'],
    circumstances: { idleTimeoutMs: 400 },
    apply: onFrames((frames) => [...frames.slice(0, -1), { type: 'hang' }]),
  },
  {
    id: 'stream-hangs-within-end',
    clause: 'R-6-10',
    killedBy: ['chat-stream/hostile-message'],
    circumstances: { idleTimeoutMs: 400 },
    apply: onFrames((frames) => [
      ...frames.slice(0, -1),
      bytes('data: {"type":"end","conv'),
      { type: 'hang' },
    ]),
  },
  {
    id: 'stream-ends-in-latin-1',
    clause: 'R-6-07',
    killedBy: ['chat-stream/hostile-message'],
    apply: ({ encodeEvent }) => ({
      encodeEvent: (event, index) => Buffer.from(encodeEvent(event, index).toString(), 'latin1'),
    }),
  },
  {
    id: 'stream-halves-of-characters',
    clause: 'R-6-07',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEventsOf('text', (event) => ({
      ...event,
      content: String(event['content']).replaceAll(/[\u{10000}-\u{10FFFF}]/gu, (character) =>
        character.slice(0, 1),
      ),
    })),
  },
  {
    id: 'failure-as-text',
    clause: 'R-6-06',
    killedBy: ['chat-stream/hostile-message'],
    apply: onEvents(() => [{ type: 'failure', message: 'the model is down' }]),
  },
];

/** Defects of the chat stream itself: source 4.1 and 6. */
export const chatEventMutants: readonly Mutant[] = [...fields, ...order, ...wire];
