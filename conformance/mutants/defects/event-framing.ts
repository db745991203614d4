import { mutantsOf, type Mutant } from '../mutant.ts';
import { bytes } from '../server/responses.ts';
import { onEvents, onEventsOf } from './changes.ts';

/** A text in chunks of bytes, each decoded alone. */
function decodedByChunk(text: string, size: number): readonly string[] {
  const all = Buffer.from(text);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.subarray(index * size, (index + 1) * size).toString(),
  );
}

const toolNames: Readonly<Record<string, string>> = { tool_use: 'tool_call', tool_result: 'tool_output' };

/** The framing and the order of events: source 4.1 and 6. */
export const eventFramingMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.1-08', 'chat-stream/reply', {
    'event-over-several-data-lines': () => ({
      encodeEvent: (event) => `data: ${JSON.stringify(event, null, 1).replaceAll('\n', '\ndata: ')}\n\n`,
    }),
  }),
  ...mutantsOf('R-1-08', 'agents/stateful-model', {
    'keep-alive-as-empty-data': (base) => ({
      framesOf: (events, turn) =>
        base
          .framesOf(events, turn)
          .flatMap((frame, index) =>
            events[index]?.['type'] === 'tool_use' ? [frame, bytes('data:\n\n')] : [frame],
          ),
    }),
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
  ...mutantsOf('R-1-08', 'chat-stream/reply', {
    'event-with-type-twice': () => ({
      encodeEvent: (event) =>
        `data: {"type":"Chat${String(event['type'])}",${JSON.stringify(event).slice(1)}\n\n`,
    }),
  }),
  ...mutantsOf('R-4.1-08', 'chat-stream/reply', {
    'error-body-after-the-stream': (base) => ({
      framesOf: (events, turn) => [
        ...base.framesOf(events, turn),
        bytes('{"error":"cannot set headers after they are sent","status":500}'),
      ],
    }),
    'page-within-the-stream': (base) => ({
      framesOf: (events, turn) =>
        base
          .framesOf(events, turn)
          .flatMap((frame, index) => (index === 1 ? [frame, bytes('<p>Loading ...</p>\n\n')] : [frame])),
    }),
  }),
  ...mutantsOf('R-6-01', 'responses/every-response', {
    'type-of-tools-in-camel-case': onEvents((events) =>
      events.map((event) => ({
        ...event,
        type: String(event['type']).replaceAll(/_[a-z]/g, (one) => (one[1] ?? '').toUpperCase()),
      })),
    ),
    'type-of-text-in-upper-case': onEventsOf('text', (event) => ({ ...event, type: 'TEXT' })),
  }),
  ...mutantsOf('R-6-02', 'responses/every-response', {
    'text-by-another-name': onEventsOf('text', ({ content }) => ({ type: 'text_delta', content })),
  }),
  ...mutantsOf('R-6-03', 'responses/every-response', {
    'tools-by-other-names': onEvents((events) =>
      events.map((event) => ({ ...event, type: toolNames[String(event['type'])] ?? event['type'] })),
    ),
    'calls-announced-twice': onEvents((events) =>
      events.flatMap((event) => (event['type'] === 'tool_use' ? [{ ...event, input: {} }, event] : [event])),
    ),
  }),
  ...mutantsOf('R-6-04', 'responses/every-response', {
    'results-by-another-name': onEventsOf('tool_result', (event) => ({ ...event, type: 'tool_output' })),
  }),
  ...mutantsOf('R-6-07', 'responses/every-response', {
    'message-read-as-latin-1': (base) => ({
      eventsOf: (turn) => base.eventsOf({ ...turn, message: Buffer.from(turn.message).toString('latin1') }),
    }),
    'replies-written-in-ascii': onEventsOf('text', (event) => ({
      ...event,
      content: String(event['content']).replaceAll(/\P{ASCII}/gu, '?'),
    })),
  }),
  ...mutantsOf('R-6-09', 'chat-stream/generated-messages', {
    'end-before-the-last-text': onEvents((events, { message }) => {
      const [last, end] = events.slice(-2);
      return message.length > 1000 && last && end ? [...events.slice(0, -2), end, last] : events;
    }),
  }),
];
