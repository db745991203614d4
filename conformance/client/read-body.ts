import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Ending } from '../exchange.ts';

/** When to stop reading a body that does not end. */
export interface BodyLimits {
  /** Silence after which a body times out; and the time after which a slow one does that is no stream. */
  readonly idleMs: number;
  /** The maximum duration of any body. */
  readonly bodyMs: number;
  /** When the request was sent, by `performance.now`. */
  readonly sentAt: number;
}

const maxStreamBytes = 4 * 1024 * 1024;
const maxBodyBytes = 16 * 1024 * 1024;
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
const maxArrivals = 10_000;

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
  try {
    const { type } = JSON.parse(line.slice('data:'.length)) as { readonly type?: unknown };
    return type === 'end' || type === 'error';
  } catch {
    return false;
  }
}

/** The share of the bytes that arrived in the last tenth of the time since `began`. */
function lateShareOf(arrivals: readonly (readonly [atMs: number, bytes: number])[], began: number): number {
  const late = began + (performance.now() - began) * 0.9;
  const sum = (from: number): number =>
    arrivals.reduce((all, [at, bytes]) => all + (at >= from ? bytes : 0), 0);
  return sum(late) / Math.max(1, sum(0));
}

/** A body as it was received. */
export interface ReceivedBody {
  readonly bytes: Uint8Array;
  readonly ending: Ending;
  readonly lateShare: number;
  /** For how long it arrived byte by byte; 0 for a body that did not. */
  readonly drippedMs: number;
}

/**
 * Reads a body until it ends, is reset, times out or exceeds a maximum. An event stream is over one second after its
 * terminal event, also where its connection stays open.
 */
export function readBody(
  message: IncomingMessage,
  { idleMs, bodyMs, sentAt }: BodyLimits,
): Promise<ReceivedBody> {
  return new Promise((resolve) => {
    const isStream = /^text\/event-stream\b/i.test(message.headers['content-type'] ?? '');
    const isEnd = createTerminalEventFinder();
    const chunks: Buffer[] = [];
    const arrivals: (readonly [atMs: number, bytes: number])[] = [];
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
        ...{ bytes: Buffer.concat(chunks, kept), ending, lateShare: lateShareOf(arrivals, sentAt) },
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
      chunks.push(chunk);
      if (isStream && arrivals.length < maxArrivals) arrivals.push([performance.now(), chunk.length]);
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

const decoders = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync } as const;

/** The bytes of a body without its content-encoding; as they are where the encoding is unknown, or wrong. */
export function decodeBody(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  const decode = Object.entries(decoders).find(([name]) => name === encoding?.trim().toLowerCase())?.[1];
  try {
    return decode === undefined ? bytes : decode(bytes, { maxOutputLength: maxBodyBytes });
  } catch {
    return bytes;
  }
}
