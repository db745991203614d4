import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseReader, readServerSentEvents, type ServerSentEvent } from './sse-reader.ts';

function read(text: string) {
  return readServerSentEvents(Buffer.from(text));
}

function dataOf(text: string): string[] {
  return read(text).events.map(({ data }) => data);
}

describe('the grammar of the HTML standard', () => {
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
  ])('reads %s', (_, text) => {
    expect(dataOf(text)).toEqual(['a', 'b']);
  });

  it('joins data lines, keeps all but one leading blank, and reads an empty data field', () => {
    expect(dataOf('data: a\ndata:  b\ndata\n\n')).toEqual(['a\n b\n']);
  });

  it('keeps the id in force, ignores one with NUL, and forgets the event name', () => {
    const { events } = read('id: 1\nevent: x\ndata: a\n\nid: 2\0\ndata: b\n\nid\ndata: c\n\n');
    expect(events).toEqual([
      { data: 'a', event: 'x', id: '1' },
      { data: 'b', event: 'message', id: '1' },
      { data: 'c', event: 'message', id: '' },
    ]);
  });

  it.each([
    ['data: a\n\ndata: b\n', 'b'],
    ['data: a\n\ndata: b', 'data: b'],
    ['data: a\n\n', undefined],
    ['data: a\n\n: bye', undefined],
  ])('drops data that no blank line followed: %j', (text, unterminated) => {
    expect(read(text)).toMatchObject({ events: [{ data: 'a' }], unterminated });
  });

  it('names lines whose field is unknown', () => {
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

it('reads what was written, whatever the line ends', () => {
  const law = fc.property(fc.array(event, { maxLength: 5 }), lineEnd, (events, end) => {
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
    expect(dataOf(stream)).toEqual(events.map(({ data }) => data.join('\n')));
  });
  fc.assert(law, { numRuns: 500 });
});

it('reads the same at every cut, between the bytes of a character and of CRLF too', () => {
  const bytes = Buffer.from(
    '\uFEFF: hi\r\nevent: text\r\ndata: {"a":"👩‍🚀é"}\r\n\r\ndata: x\rdata: y\r\rid: 3\ndata: z\n\n',
  );
  const whole: readonly ServerSentEvent[] = readServerSentEvents(bytes).events;
  expect(whole).toHaveLength(3);
  for (let first = 0; first <= bytes.length; first += 1) {
    for (let second = first; second <= bytes.length; second += 1) {
      const reader = createSseReader();
      reader.push(bytes.subarray(0, first));
      reader.push(bytes.subarray(first, second));
      reader.push(bytes.subarray(second));
      expect(reader.finish().events).toEqual(whole);
    }
  }
});
