import type { CaseBreach } from '../../check.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { readServerSentEvents, type SseReading } from '../../sse-reader.ts';
import { judgeEvent, judgeOrder } from './judge-events.ts';
import { isObject } from '../is-object.ts';

/** A reply as it was streamed: its events, what they break, and how it ended. */
export interface StreamedReply {
  readonly exchange: Exchange;
  readonly events: readonly unknown[];
  readonly breaches: readonly CaseBreach[];
  /** The conversation of its end event, where there is a sound one. */
  readonly conversationId: string | undefined;
  /** True where the reply ended in an error event: legal, and of no use for what only a success shows. */
  readonly failed: boolean;
  /** All text, in arrival order. */
  readonly text: string;
}

interface Payloads {
  readonly events: readonly unknown[];
  readonly unreadable: readonly string[];
}

function parsePayloads(data: readonly string[]): Payloads {
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

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function endingOf(exchange: Exchange): string {
  return exchange.ending === 'complete' ? 'then the stream closed' : `then the stream was ${exchange.ending}`;
}

/** What the bytes break, before any event is looked at: source 1 and 4.1. */
function judgeBytes(
  exchange: Exchange,
  reading: SseReading,
  unreadable: readonly string[],
): readonly CaseBreach[] {
  const breaches: CaseBreach[] = [];
  const add = (requirement: RequirementId, expected: string, actual: string): void => {
    breaches.push({ requirement, expected, actual, exchange });
  };
  const [first] = unreadable;
  const [stray] = reading.ignoredLines;
  if (first !== undefined) add('R-1-08', 'JSON after data:', JSON.stringify(first.slice(0, 120)));
  if (stray !== undefined && reading.events.length === 0) {
    add('R-4.1-08', 'events as lines that begin with data:', JSON.stringify(stray.slice(0, 120)));
  }
  if (reading.unterminated !== undefined) {
    const actual = `${JSON.stringify(reading.unterminated.slice(-120))}, ${endingOf(exchange)}`;
    add('R-4.1-08', 'a blank line after each event, the last one too', actual);
  }
  if (!isUtf8(exchange.bytes)) add('R-6-07', 'text in UTF-8', 'bytes that are not UTF-8');
  return breaches;
}

function judgeMediaType(exchange: Exchange): readonly CaseBreach[] {
  const type = exchange.headers['content-type'] ?? '';
  if (/^text\/event-stream\b/i.test(type)) return [];
  const requirement = /json/i.test(type) ? 'R-1-02' : 'R-1-08';
  return [
    { requirement, expected: 'content-type text/event-stream', actual: describeAnswer(exchange), exchange },
  ];
}

/** Reads the answer to an accepted message, and judges its bytes, its events and their order. */
export function readReply(exchange: Exchange): StreamedReply {
  const reading = readServerSentEvents(exchange.bytes);
  const { events, unreadable } = parsePayloads(reading.events.map(({ data }) => data));
  const text = textOf(events);
  const end = events.findLast((event) => isObject(event) && event['type'] === 'end');
  const conversationId =
    isObject(end) && typeof end['conversation_id'] === 'string' ? end['conversation_id'] : '';
  const order = judgeOrder(events).map((found) => ({
    ...found,
    actual: `${found.actual}; ${endingOf(exchange)}`,
  }));
  const whole = text.isWellFormed()
    ? []
    : [
        {
          requirement: 'R-6-07' as const,
          expected: 'chunks that form whole characters',
          actual: 'half a character',
        },
      ];
  const mediaType = judgeMediaType(exchange);
  const inside = [
    ...judgeBytes(exchange, reading, unreadable),
    ...events.flatMap(judgeEvent),
    ...order,
    ...whole,
  ];
  return {
    exchange,
    events,
    // A body of another kind breaks one clause, not every clause of a stream.
    breaches: (mediaType.length > 0 ? mediaType : inside).map((found) => ({ ...found, exchange })),
    conversationId: conversationId === '' ? undefined : conversationId,
    failed: end === undefined && events.some((event) => isObject(event) && event['type'] === 'error'),
    text,
  };
}
