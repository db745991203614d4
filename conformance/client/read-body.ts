import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';
import { isObject, parseJson, type Ending } from '../exchange.ts';

/** When to stop reading a body that does not end. */
export interface BodyLimits {
  /** Silence after which a body times out; and the time after which a slow one does that is no stream. */
  readonly idleMs: number;
  /** The maximum duration of any body. */
  readonly bodyMs: number;
}

const maxStreamBytes = 4 * 1024 * 1024;
const maxBodyBytes = 16 * 1024 * 1024;
const maxOutputLength = maxBodyBytes;
// Enough of a body without an end for a report.
const keptBytes = 65_536;
// Several bodies are read at once: together they stay below this.
const maxBufferedBytes = 32 * 1024 * 1024;
// A body that is no stream arrives at 1 kB/s or more, or it would never end.
const minBytesPerMs = 1;
// A server writes whole values or events; less in each of many chunks is no event, and no comment of one.
const minChunkBytes = 8;
const manyChunks = 20;
const afterEndMs = 1000;
// A buffer that is flushed when it is full fills with the first of many events.
const maxPieces = 50;

let bufferedBytes = 0;

const terminalType = /"type"\s*:\s*"(?:end|error)"/;

/** Whether a chunk of an event stream completes a line with a terminal event. Source 6. */
function createTerminalEventFinder(): (chunk: Buffer) => boolean {
  const decoder = new TextDecoder();
  let line = '';
  return (chunk) => {
    const text = decoder.decode(chunk, { stream: true });
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
    // Only appended to until its end: to split it again at each of its chunks would take quadratic time.
    const lines = end === -1 ? '' : line + text.slice(0, end);
    line = end === -1 ? line + text : text.slice(end + 1);
    if (!terminalType.test(lines)) return false;
    return lines.split(/\r\n|\n|\r/).some((one) => one.startsWith('data:') && isTerminal(one));
  };
}

function isTerminal(line: string): boolean {
  const event = parseJson(line.slice('data:'.length));
  return isObject(event) && (event['type'] === 'end' || event['type'] === 'error');
}

const hasEvent = /^data:.*[\r\n]/m;

/** A piece of the transfer, as a server flushes it, and when it arrived. */
interface Piece {
  readonly bytes: Buffer;
  readonly at: number;
}

// What was buffered arrives in several pieces, too, at once.
const minSpread = 0.02;

/**
 * Whether an event arrived before the piece with the terminal one, by a part of the time that the response took: of a
 * stream that something buffers, none does.
 */
function arrivesInPieces(pieces: readonly Piece[], sentAt: number, encoding: string | undefined): boolean {
  const endedAt = pieces.at(-1)?.at ?? sentAt;
  for (let count = 1; count < Math.min(pieces.length, maxPieces); count += 1) {
    const received = Buffer.concat(pieces.slice(0, count).map(({ bytes }) => bytes));
    const start = Buffer.from(decodeBody(received, encoding)).toString();
    if (!hasEvent.test(start)) continue;
    const spread = endedAt - (pieces[count - 1]?.at ?? endedAt);
    return !terminalType.test(start) && spread >= minSpread * (endedAt - sentAt);
  }
  return false;
}

/** A body as it was received. */
export interface ReceivedBody {
  readonly bytes: Uint8Array;
  readonly ending: Ending;
  /** Of an event stream: whether an event arrived before the piece with the terminal one. */
  readonly isStreamed?: boolean;
  /** For how long it arrived byte by byte; 0 for a body that did not. */
  readonly drippedMs: number;
}

/**
 * Reads a body until it ends, is reset, times out or exceeds a maximum. An event stream is over one second after its
 * terminal event, also where its connection stays open. `sentAt` is when the request was sent, by `performance.now`.
 */
export function readBody(
  message: IncomingMessage,
  sentAt: number,
  { idleMs, bodyMs }: BodyLimits,
): Promise<ReceivedBody> {
  return new Promise((resolve) => {
    const isStream = /^text\/event-stream\b/i.test(message.headers['content-type'] ?? '');
    const isEnd = createTerminalEventFinder();
    const chunks: Piece[] = [];
    const began = performance.now();
    let length = 0;
    const elapsedMs = (): number => performance.now() - began;
    let afterEnd: NodeJS.Timeout | undefined;
    const finish = (ending: Ending): void => {
      for (const timer of [idle, slow, deadline, afterEnd]) clearTimeout(timer);
      message.removeAllListeners('data');
      if (ending !== 'complete') message.destroy();
      bufferedBytes -= length;
      const kept = ending === 'endless' ? Math.min(length, keptBytes) : length;
      const drips = chunks.length >= manyChunks && length < chunks.length * minChunkBytes;
      resolve({
        bytes: Buffer.concat(
          chunks.map((chunk) => chunk.bytes),
          kept,
        ),
        ending,
        ...(isStream && { isStreamed: arrivesInPieces(chunks, sentAt, message.headers['content-encoding']) }),
        drippedMs: drips ? elapsedMs() : 0,
      });
      length = 0;
      chunks.length = 0;
    };
    const idle = setTimeout(() => finish('timed out'), idleMs);
    const slow = setTimeout(() => {
      if (!isStream && length < elapsedMs() * minBytesPerMs) finish('endless');
    }, idleMs);
    const deadline = setTimeout(() => finish('endless'), bodyMs);
    message.on('data', (chunk: Buffer) => {
      idle.refresh();
      chunks.push({ bytes: chunk, at: performance.now() });
      length += chunk.length;
      bufferedBytes += chunk.length;
      if (length > (isStream ? maxStreamBytes : maxBodyBytes) || bufferedBytes > maxBufferedBytes)
        finish('endless');
      else if (isStream && isEnd(chunk)) afterEnd ??= setTimeout(() => finish('kept open'), afterEndMs);
    });
    message.on('end', () => finish('complete'));
    message.on('error', () => finish('truncated'));
    message.on('close', () => finish('truncated'));
  });
}

// Also what a stream has so far.
const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants;
const decoders = {
  gzip: (bytes: Uint8Array) => gunzipSync(bytes, { maxOutputLength, finishFlush: Z_SYNC_FLUSH }),
  deflate: (bytes: Uint8Array) => inflateSync(bytes, { maxOutputLength, finishFlush: Z_SYNC_FLUSH }),
  br: (bytes: Uint8Array) =>
    brotliDecompressSync(bytes, { maxOutputLength, finishFlush: BROTLI_OPERATION_FLUSH }),
} as const;

/** The bytes of a body without its content-encoding; as they are where the encoding is unknown, or wrong. */
export function decodeBody(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  const decode = Object.entries(decoders).find(([name]) => name === encoding?.trim().toLowerCase())?.[1];
  try {
    return decode === undefined ? bytes : decode(bytes);
  } catch {
    return bytes;
  }
}
