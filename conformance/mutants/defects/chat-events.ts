import type { Change, Frame, JsonObject } from '../server/deployment.ts';
import { mutantsOf, mutantsWith, type Mutant } from '../mutant.ts';
import { bytes, without } from '../server/responses.ts';
import { odd } from '../conforming/odd.ts';
import { onEvents, onEventsOf, onOperation } from './changes.ts';

const isEnd = (event: JsonObject): boolean => event['type'] === 'end';

/** Changes the frames of a stream after its events were encoded. */
function onFrames(change: (frames: readonly Frame[]) => readonly Frame[]): Change {
  return ({ framesOf }) => ({ framesOf: (events, turn) => change(framesOf(events, turn)) });
}

function onLastFrame(change: (text: string) => string): Change {
  return onFrames((frames) => {
    const last = frames.at(-1);
    return last?.type === 'bytes' ? [...frames.slice(0, -1), bytes(change(last.bytes.toString()))] : frames;
  });
}

const fields: readonly Mutant[] = [
  ...mutantsOf('R-6-01', 'chat-stream/hostile-message', {
    'event-type-number': onEventsOf('text', (event) => ({ ...event, type: 1 })),
  }),
  ...mutantsOf('R-4.1-08', 'chat-stream/hostile-message', {
    'event-type-missing': onEventsOf('text', (event) => without(event, 'type')),
  }),
  ...mutantsOf('R-6-02', 'chat-stream/hostile-message', {
    'text-content-renamed': onEventsOf('text', (event) => ({ type: 'text', text: event['content'] })),
    'text-content-array': onEventsOf('text', (event) => ({ ...event, content: [event['content']] })),
    'text-content-null': onEvents((events) => [{ type: 'text', content: null }, ...events]),
  }),
  ...mutantsOf('R-6-03', 'chat-stream/tools', {
    'tool-use-name-missing': onEventsOf('tool_use', (event) => without(event, 'tool')),
    'tool-use-name-empty': onEventsOf('tool_use', (event) => ({ ...event, tool: '' })),
    'tool-use-name-undefined': onEventsOf('tool_use', (event) => ({ ...event, tool: 'undefined' })),
    'tool-use-input-text': onEventsOf('tool_use', (event) => ({
      ...event,
      input: JSON.stringify(event['input']),
    })),
  }),
  ...mutantsWith({ base: odd }, 'R-6-03', 'chat-stream/tools', {
    'tool-use-input-array': onEventsOf('tool_use', (event) => ({ ...event, input: [event['input']] })),
  }),
  ...mutantsOf('R-6-04', 'chat-stream/tools', {
    'tool-result-output-text': onEventsOf('tool_result', (event) => ({ ...event, output: '3 products' })),
    'tool-result-output-array': onEventsOf('tool_result', (event) => ({
      ...event,
      output: [event['output']],
    })),
    'tool-result-name-missing': onEventsOf('tool_result', (event) => without(event, 'tool')),
  }),
  ...mutantsWith({ base: odd }, 'R-6-04', 'chat-stream/tools', {
    'tool-result-output-missing': onEventsOf('tool_result', (event) => without(event, 'output')),
  }),
  ...mutantsOf('R-6-05', 'chat-stream/hostile-message', {
    'end-id-number': onEventsOf('end', (event) => ({ ...event, conversation_id: 7 })),
    'end-id-renamed': onEventsOf('end', (event) => ({
      type: 'end',
      conversationId: event['conversation_id'],
    })),
  }),
  ...mutantsOf('R-4.1-09', 'chat-stream/hostile-message', {
    'end-id-missing': onEventsOf('end', (event) => without(event, 'conversation_id')),
  }),
  ...mutantsOf('R-2.4-01', 'chat-stream/hostile-message', {
    'end-id-empty': onEventsOf('end', (event) => ({ ...event, conversation_id: '' })),
  }),
];

const order: readonly Mutant[] = [
  ...mutantsOf('R-6-09', 'chat-stream/hostile-message', {
    'end-in-upper-case': onEventsOf('end', (event) => ({ ...event, type: 'END' })),
    'end-missing': onEvents((events) => events.filter((event) => !isEnd(event))),
    'end-duplicated': onEvents((events) => [...events, ...events.filter(isEnd)]),
    'end-first': onEvents((events) =>
      events.toSorted((one, other) => Number(isEnd(other)) - Number(isEnd(one))),
    ),
    'text-after-end': onEvents((events) => [...events, { type: 'text', content: ' ' }]),
    'error-after-end': onEvents((events) => [...events, { type: 'error', error: 'too late', status: 500 }]),
  }),
  ...mutantsOf('R-1-08', 'chat-stream/hostile-message', {
    'done-marker-after-end': onFrames((frames) => [...frames, bytes('data: [DONE]\n\n')]),
  }),
  ...mutantsOf('R-6-14', 'chat-stream/tools', {
    'result-before-use': onEvents((events) =>
      events.toSorted(
        (one, other) => Number(other['type'] === 'tool_result') - Number(one['type'] === 'tool_result'),
      ),
    ),
    'result-without-use': onEvents((events) => events.filter((event) => event['type'] !== 'tool_use')),
    'result-of-another-tool': onEventsOf('tool_result', (event) => ({ ...event, tool: 'another' })),
  }),
];

const wire: readonly Mutant[] = [
  ...mutantsOf('R-4.1-08', 'chat-stream/hostile-message', {
    'stream-of-json-lines': () => ({ encodeEvent: (event) => `${JSON.stringify(event)}\n` }),
    'stream-without-blank-lines': () => ({ encodeEvent: (event) => `data: ${JSON.stringify(event)}\n` }),
    'stream-last-event-unterminated': onLastFrame((text) => text.trimEnd()),
    'stream-last-event-half-terminated': onLastFrame((text) => text.slice(0, -1)),
    'stream-type-only-in-event-field': () => ({
      encodeEvent: (event) =>
        `event: ${String(event['type'])}\ndata: ${JSON.stringify(without(event, 'type'))}\n\n`,
    }),
  }),
  ...mutantsOf('R-1-08', 'chat-stream/hostile-message', {
    'stream-of-single-quotes': () => ({
      encodeEvent: (event) => `data: ${JSON.stringify(event).replaceAll('"', "'")}\n\n`,
    }),
    'stream-of-plain-text': ({ encodeEvent }) => ({
      encodeEvent: (event, index) =>
        event['type'] === 'text' ? `data: ${String(event['content'])}\n\n` : encodeEvent(event, index),
    }),
    'stream-quotes-unescaped': ({ encodeEvent }) => ({
      encodeEvent: (event, index) =>
        event['type'] === 'text'
          ? `data: {"type":"text","content":"${String(event['content'])}"}\n\n`
          : encodeEvent(event, index),
    }),
    'stream-lines-of-text-as-data-lines': ({ encodeEvent }) => ({
      encodeEvent: (event, index) => encodeEvent(event, index).toString().replaceAll('\\n', '\n'),
    }),
    'stream-content-type': onOperation('streamAgentChat', (response) =>
      response.status === 200 ? { ...response, headers: { 'content-type': 'text/plain' } } : response,
    ),
  }),
  ...mutantsOf('R-6-01', 'chat-stream/hostile-message', {
    'stream-of-arrays': () => ({ encodeEvent: (event) => `data: ${JSON.stringify([event])}\n\n` }),
  }),
  ...mutantsOf('R-6-09', 'chat-stream/conversation', {
    'end-missing-from-every-third-reply': onEvents((events, turn) =>
      turn.call.state.nextNumber('reply') % 3 === 0 ? events.filter((event) => !isEnd(event)) : events,
    ),
    'end-missing-on-follow-up': onEvents((events, turn) =>
      turn.conversation.messages.length > 0 ? events.filter((event) => !isEnd(event)) : events,
    ),
  }),
  ...mutantsOf('R-1-02', 'chat-stream/hostile-message', {
    'stream-as-json': onOperation('streamAgentChat', (response) =>
      response.status === 200
        ? {
            status: 200,
            headers: { 'content-type': 'application/json' },
            frames: [bytes(JSON.stringify({ content: 'Hello', conversation_id: 'c1' }))],
          }
        : response,
    ),
  }),
  ...mutantsOf('R-6-10', 'chat-stream/hostile-message', {
    'stream-empty': onFrames(() => []),
    'stream-reset': onFrames((frames) => [...frames.slice(0, -1), { type: 'reset' }]),
  }),
  ...mutantsWith({ setup: { idleTimeoutMs: 400 } }, 'R-6-10', 'chat-stream/hostile-message', {
    'stream-hangs-before-end': onFrames((frames) => [...frames.slice(0, -1), { type: 'hang' }]),
    'stream-hangs-within-end': onFrames((frames) => [
      ...frames.slice(0, -1),
      bytes('data: {"type":"end","conv'),
      { type: 'hang' },
    ]),
  }),
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
  ...mutantsOf('R-6-06', 'chat-stream/hostile-message', {
    'error-event-renamed': onEvents(() => [{ type: 'failure', message: 'the model is down' }]),
  }),
  ...mutantsOf('R-6-06', 'chat-stream/failing-agent', {
    'failure-as-text': () => ({
      eventsOfFailure: ({ conversation }) => [
        { type: 'text', content: 'Something went wrong.' },
        { type: 'end', conversation_id: conversation.id },
      ],
    }),
    'failure-closes-the-stream': () => ({ eventsOfFailure: () => [] }),
  }),
];

/** Defects of the chat stream: source 4.1 and 6. */
export const chatEventMutants: readonly Mutant[] = [...fields, ...order, ...wire];
