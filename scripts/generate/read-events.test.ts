import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { encodeSseEvent, keepAliveComment } from '../../server/http/sse.ts';
import { readEvents } from '../../generated/read-events.ts';

it('readEvents yields complete events in order, at every chunk boundary', async () => {
  const text = fc.string({ unit: 'binary' });
  const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), cuts, fc.boolean(), async (texts, at, carriage) => {
      const events = texts.map((content): ChatEvent => ({ type: 'text', content }));
      const stream = events.map((event, id) => keepAliveComment + encodeSseEvent(id, event)).join('');
      const bytes = new TextEncoder().encode(carriage ? stream.replaceAll('\n', '\r\n') : stream);
      const read: unknown[] = [];
      for await (const event of readEvents(bodyOf(bytes, at))) read.push(event);
      expect(read).toEqual(events);
    }),
  );
});

function bodyOf(bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const borders = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
  return new ReadableStream({
    start(controller) {
      borders.slice(1).forEach((end, index) => controller.enqueue(bytes.slice(borders[index], end)));
      controller.close();
    },
  });
}
