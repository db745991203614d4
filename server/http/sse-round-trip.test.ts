import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { createSseDecoder } from '../testing/sse-decoder.ts';
import { encodeSseEvent, keepAliveComment } from './sse.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const hostile = fc.oneof(
  text,
  fc.constantFrom('\n\n', '\r\ndata: {}', '\u2028', 'id: 7', ': no', '😀', 'a\u0000b'),
);
const record = fc.dictionary(hostile, fc.oneof(hostile, fc.integer(), fc.constant(null)), { maxKeys: 3 });
const anEvent: fc.Arbitrary<ChatEvent> = fc.oneof(
  hostile.map((content) => ({ type: 'text' as const, content })),
  fc.record({ type: fc.constant('tool_use' as const), tool: hostile, input: record }),
  fc.record({ type: fc.constant('tool_result' as const), tool: hostile, output: record }),
);

function decode(chunks: readonly Uint8Array[]): { id: string; event: unknown }[] {
  const decoder = createSseDecoder();
  return chunks
    .flatMap((chunk) => decoder.push(chunk))
    .map(({ id, data }) => ({ id, event: JSON.parse(data) }));
}

const encode = (events: readonly ChatEvent[]): Uint8Array =>
  new TextEncoder().encode(
    events.map((event, index) => encodeSseEvent(index, event) + keepAliveComment).join(''),
  );

const plain = (events: readonly ChatEvent[]): unknown =>
  events.map((event, index) => ({ id: String(index), event: JSON.parse(JSON.stringify(event)) }));

describe('the event stream', () => {
  it('comes back whole when it is split at any single byte', () => {
    const events: ChatEvent[] = [
      { type: 'text', content: 'Größe 😀\r\n\ndata: x' },
      { type: 'tool_use', tool: 'search_catalog', input: { query: 'ü' } },
    ];
    const bytes = encode(events);
    for (let split = 0; split <= bytes.length; split += 1) {
      expect(decode([bytes.subarray(0, split), bytes.subarray(split)])).toEqual(plain(events));
    }
  });

  it('comes back whole whatever the events say and wherever it is split', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (events, size) => {
        const bytes = encode(events);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect(decode(chunks)).toEqual(plain(events));
      }),
    );
  });

  it.each(['\n', '\r\n', '\r'])('reads lines that end in %j', (end) => {
    const source = ['id: 1', 'data: "a"', '', ': comment', 'data:"b"', '', ''].join(end) + end;
    const bytes = new TextEncoder().encode(source);
    const decoder = createSseDecoder();
    const messages = [...bytes].flatMap((byte) => decoder.push(Uint8Array.of(byte)));
    expect(messages.map((message) => message.data)).toEqual(['"a"', '"b"']);
  });
});
