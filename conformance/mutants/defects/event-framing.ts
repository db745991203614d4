import { mutantsOf, type Mutant } from '../mutant.ts';
import type { JsonObject } from '../server/deployment.ts';
import { bytes } from '../server/responses.ts';
import { onEvents } from './changes.ts';

const check = 'responses/every-response';

/** A text in chunks of bytes, each decoded alone. */
function decodedByChunk(text: string, size: number): readonly string[] {
  const all = Buffer.from(text);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.subarray(index * size, (index + 1) * size).toString(),
  );
}

/** The last two texts in the wrong order. */
function swapped(events: readonly JsonObject[]): readonly JsonObject[] {
  const last = events.findLastIndex(({ type }) => type === 'text');
  const before = events.findLastIndex(({ type }, index) => type === 'text' && index < last);
  const [one, other] = [events[before], events[last]];
  return one && other && events.some(({ type }) => type === 'tool_use')
    ? events.with(before, other).with(last, one)
    : events;
}

/** The framing and the order of events: source 4.1 and 6. */
export const eventFramingMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.1-08', check, {
    'event-over-several-data-lines': () => ({
      encodeEvent: (event) => `data: ${JSON.stringify(event, null, 1).replaceAll('\n', '\ndata: ')}\n\n`,
    }),
  }),
  ...mutantsOf('R-1-08', check, {
    'keep-alive-as-empty-data': (base) => ({
      framesOf: (events, turn) =>
        base
          .framesOf(events, turn)
          .flatMap((frame, index) =>
            events[index]?.['type'] === 'tool_use' ? [frame, bytes('data:\n\n')] : [frame],
          ),
    }),
  }),
  ...mutantsOf('R-6-07', check, {
    'text-bytes-decoded-by-chunk': onEvents((events) =>
      events.flatMap((event) =>
        event['type'] === 'text'
          ? decodedByChunk(String(event['content']), 8).map((content) => ({ ...event, content }))
          : [event],
      ),
    ),
    'text-chunks-swapped': onEvents(swapped),
  }),
  ...mutantsOf('R-6-09', check, {
    'end-before-the-last-text': onEvents((events, { message }) => {
      const [last, end] = events.slice(-2);
      return message.length > 1000 && last && end ? [...events.slice(0, -2), end, last] : events;
    }),
  }),
];
