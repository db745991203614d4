import { isUtf8 } from 'node:buffer';
import type { RequirementId } from '../../generated/requirements.ts';
import type { Expectation, Finding } from '../check.ts';
import { describeResponse } from '../client/describe-exchange.ts';
import { isObject, type Exchange } from '../exchange.ts';
import { otherCharset, repeatedNameOfEvent } from './json-text.ts';
import { readServerSentEvents, type SseReading } from './sse-reader.ts';
import { verifyEvent, verifyOrder } from './verify-events.ts';

export interface StreamedReply {
  readonly exchange: Exchange;
  /** The parsed payloads. */
  readonly events: readonly unknown[];
  readonly findings: readonly Finding[];
  /** The conversation_id of its end event, unless invalid. */
  readonly conversationId: string | undefined;
  /** True where the reply ended with an error event, which is legal but leaves other clauses untested. */
  readonly failed: boolean;
  /** All text, in order. */
  readonly text: string;
}

function parsePayloads(data: readonly string[]) {
  const events: unknown[] = [];
  const unreadable: string[] = [];
  for (const text of data) {
    try {
      events.push(JSON.parse(text));
    } catch {
      unreadable.push(text);
    }
  }
  return { events, unreadable };
}

function textOf(events: readonly unknown[]): string {
  return events
    .filter(isObject)
    .filter((event) => event['type'] === 'text')
    .map((event) => String(event['content']))
    .join('');
}

/** Whether a line has no name of a field, but text of another kind, such as the body of an error, or a page of a proxy. */
function isForeign(line: string): boolean {
  return !/^[\w.-]*$/.test((line.split(':')[0] ?? '').trim());
}

/** Verifies the bytes of a stream. Source 1 and 4.1. */
function verifyBytes(
  exchange: Exchange,
  reading: SseReading,
  unreadable: readonly string[],
): readonly Finding[] {
  const findings: Finding[] = [];
  const add = (requirement: RequirementId, expected: Expectation, actual: string): void => {
    findings.push({ requirement, expected, actual });
  };
  const [first] = unreadable;
  const ignored = reading.ignoredLines.find((line) => reading.events.length === 0 || isForeign(line));
  if (first !== undefined) add('R-1-08', 'data-is-json', JSON.stringify(first.slice(0, 120)));
  const repeated = reading.events.find((data) => repeatedNameOfEvent(data) !== undefined);
  if (repeated !== undefined) add('R-1-08', 'event-unique-names', JSON.stringify(repeated));
  if (ignored !== undefined) {
    add('R-4.1-08', 'lines-begin-with-data', JSON.stringify(ignored.slice(0, 120)));
  }
  if (reading.ofSeveralLines !== undefined) {
    const actual = `${JSON.stringify(reading.ofSeveralLines.slice(0, 120))} over several data lines`;
    add('R-4.1-08', 'event-in-one-line', actual);
  }
  if (reading.unterminated !== undefined) {
    const actual = `${JSON.stringify(reading.unterminated.slice(-120))}, stream ${exchange.ending}`;
    add('R-4.1-08', 'blank-line-after-event', actual);
  }
  const label = otherCharset(exchange);
  if (label !== undefined) add('R-6-07', 'stream-charset-utf-8', `charset ${label}`);
  if (!isUtf8(exchange.bytes)) add('R-6-07', 'stream-in-utf-8', 'bytes that are not UTF-8');
  return findings;
}

function verifyMediaType(exchange: Exchange): readonly Finding[] {
  const type = exchange.headers['content-type'] ?? '';
  if (/^text\/event-stream\b/i.test(type)) return [];
  const clauses = /json/i.test(type) ? (['R-1-02', 'R-4.1-07'] as const) : (['R-1-08'] as const);
  const expected = 'stream-media-type';
  const actual = describeResponse(exchange);
  return clauses.map((requirement) => ({ requirement, expected, actual }));
}

/** Whether a character was decoded in two parts: each leaves its mark, at the end of a chunk and at the start of the next. */
function isSplit(events: readonly unknown[]): boolean {
  const texts = events.filter(isObject).filter(({ type }) => type === 'text');
  const contents = texts.map(({ content }) => String(content));
  return contents.some(
    (one, at) => one.endsWith('\uFFFD') && contents[at + 1]?.startsWith('\uFFFD') === true,
  );
}

/**
 * Half a character shows as a lone surrogate, or as the marks of a decoder that read its parts. A single mark may be the
 * model's own, such as of a reply of few tokens, or that of the message.
 */
function verifyText(text: string, events: readonly unknown[], bytes: Uint8Array): readonly Finding[] {
  // The mark is the suite's own where the bytes are not UTF-8.
  const isWhole = text.isWellFormed() && !(isSplit(events) && isUtf8(bytes));
  if (isWhole) return [];
  const actual = text.isWellFormed() ? 'U+FFFD in place of a character' : 'half a character';
  return [{ requirement: 'R-6-07', expected: 'chunks-of-whole-characters', actual }];
}

/** Reads the response to an accepted message, and verifies its bytes, its events and their order. */
export function readReply(exchange: Exchange): StreamedReply {
  const reading = readServerSentEvents(exchange.bytes);
  const { events, unreadable } = parsePayloads(reading.events);
  const text = textOf(events);
  const end = events.findLast((event) => isObject(event) && event['type'] === 'end');
  const id = isObject(end) ? end['conversation_id'] : undefined;
  const order = verifyOrder(events).map((finding) => ({
    ...finding,
    actual: `${finding.actual}; stream ${exchange.ending}`,
  }));
  const mediaType = verifyMediaType(exchange);
  const bytes = verifyBytes(exchange, reading, unreadable);
  const inside = [
    ...bytes,
    ...events.flatMap(verifyEvent),
    // A whole stream without an event that can be read has no order.
    ...(events.length === 0 && bytes.length > 0 && exchange.ending === 'complete' ? [] : order),
    ...verifyText(text, events, exchange.bytes),
  ];
  return {
    exchange,
    events,
    // With another media type, the findings about streams would only repeat the first one.
    findings: (mediaType.length > 0 ? mediaType : inside).map((finding) => ({ ...finding, exchange })),
    conversationId: typeof id === 'string' && id !== '' ? id : undefined,
    failed: end === undefined && events.some((event) => isObject(event) && event['type'] === 'error'),
    text,
  };
}
