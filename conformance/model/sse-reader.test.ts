import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readServerSentEvents } from './sse-reader.ts';

function read(text: string) {
  return readServerSentEvents(Buffer.from(text));
}

describe('the reader of event streams', () => {
  it.each([
    ['LF', 'data: a\n\ndata: b\n\n'],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n'],
    ['CR', 'data: a\r\rdata: b\r\r'],
    ['mixed line ends', 'data: a\r\n\ndata: b\r\r\n'],
    ['a byte order mark', '\uFEFFdata: a\n\ndata: b\n\n'],
    ['comments', ': hello\n\ndata: a\n:\n\n: bye\ndata: b\n\n'],
    ['no blank after the colon', 'data:a\n\ndata:b\n\n'],
    ['other fields', 'event: text\nid: 1\nretry: 3\ndata: a\n\nid: 2\ndata: b\n\n'],
    ['events without data', 'event: ping\n\ndata: a\n\nid: 7\n\ndata: b\n\n'],
  ])('reads streams with %s', (_, text) => {
    expect(read(text).events).toEqual(['a', 'b']);
  });

  it('joins data lines, keeps all but one leading blank, and reads an empty data field', () => {
    expect(read('data: a\ndata:  b\ndata\n\n').events).toEqual(['a\n b\n']);
  });

  it.each([
    ['data: a\n\ndata: b\n', 'b'],
    ['data: a\n\ndata: b', 'data: b'],
    ['data: a\n\n', undefined],
    ['data: a\n\n: bye', undefined],
  ])('drops data that no blank line followed: %j', (text, unterminated) => {
    expect(read(text)).toMatchObject({ events: ['a'], unterminated });
  });

  it('reports lines with an unknown field', () => {
    expect(read('{"type":"end"}\n\n').ignoredLines).toEqual(['{"type":"end"}']);
  });
});

const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((value) => !/[\r\n\0]/.test(value) && !value.startsWith(' '));
const event = fc.record({
  data: fc.array(text, { minLength: 1, maxLength: 3 }),
  name: fc.option(text),
  comment: fc.option(text),
});

it('reads back every stream with any line ends', () => {
  const property = fc.property(fc.array(event, { maxLength: 5 }), lineEnd, (events, end) => {
    const written = events.map(({ data, name, comment }) => [
      ...(comment === null ? [] : [`: ${comment}`]),
      ...(name === null ? [] : [`event: ${name}`]),
      ...data.map((line) => `data: ${line}`),
      '',
    ]);
    const stream = written
      .flat()
      .map((line) => line + end)
      .join('');
    expect(read(stream).events).toEqual(events.map(({ data }) => data.join('\n')));
  });
  fc.assert(property, { numRuns: 500 });
});
