import { mutantsOf, type Mutant } from '../mutant.ts';
import { bytes } from '../server/responses.ts';
import { onEvents } from './changes.ts';

/** A text in chunks of bytes, each decoded alone. */
function decodedByChunk(text: string, size: number): readonly string[] {
  const all = Buffer.from(text);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.subarray(index * size, (index + 1) * size).toString(),
  );
}

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
  ...mutantsOf('R-6-09', 'chat-stream/generated-messages', {
    'end-before-the-last-text': onEvents((events, { message }) => {
      const [last, end] = events.slice(-2);
      return message.length > 1000 && last && end ? [...events.slice(0, -2), end, last] : events;
    }),
  }),
];
