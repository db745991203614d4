import type { ServerResponse } from 'node:http';
import type { ChatEvent } from '../../generated/events.ts';
import { IdleTimer } from '../chat/timeouts.ts';
import type { EventSink } from '../chat/types.ts';
import type { ChatLimits } from '../config/chat-limits.ts';
import { needsDrain, socketOfChunks, writeChunk } from './write-chunk.ts';

/** A comment line: readers skip it, proxies see that the connection lives. */
export const keepAliveComment = ': keep-alive\n\n';

/**
 * One event of the chat stream in `text/event-stream` form: an `id` line, one `data` line, a blank line.
 * JSON escapes every line break, so the data is always a single line (source 4.1).
 */
export function encodeSseEvent(id: number, event: ChatEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
}

export interface SseOptions {
  readonly limits: Pick<ChatLimits, 'keepAliveMs' | 'slowReaderMs' | 'totalMs'>;
  /** Header fields of the answer beside the stream's own, which win. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What every event stream says of itself: no cache, no proxy buffer and no compression may hold an event back. */
const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * Sends the events of `produce` as they come, with a comment after `keepAliveMs` of silence. Takes the next event only
 * when the reader has taken the last ones, and drops a reader that takes nothing for `slowReaderMs`, or that is not
 * done so long after the reply's whole time: a few bytes now and then would hold the reply for ever.
 */
export async function sendEvents(
  response: ServerResponse,
  produce: (send: EventSink) => Promise<unknown>,
  { limits, headers }: SseOptions,
): Promise<void> {
  response.writeHead(200, { ...headers, ...streamHeaders });
  response.flushHeaders();
  const keepAlive = new IdleTimer(limits.keepAliveMs, () => {
    if (!needsDrain(response)) writeChunk(response, keepAliveComment);
  });
  const overdue = setTimeout(() => response.destroy(), limits.totalMs + limits.slowReaderMs);
  let id = 0;
  const send: EventSink = (event) => {
    if (response.destroyed) return false;
    keepAlive.touch();
    if (writeChunk(response, encodeSseEvent(id++, event))) return true;
    return drained(response, limits.slowReaderMs).then(() => !response.destroyed);
  };
  try {
    await produce(send);
    keepAlive.stop();
    if (response.destroyed) return;
    response.end();
    if (!response.writableFinished) await drained(response, limits.slowReaderMs);
  } finally {
    keepAlive.stop();
    clearTimeout(overdue);
  }
}

/** Resolves when the reader caught up or left; destroys the response of one that takes nothing for a whole while. */
function drained(response: ServerResponse, slowReaderMs: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = socketOfChunks(response);
    let waiting = response.writableLength;
    const settle = (): void => {
      clearInterval(timer);
      socket?.off('drain', settle);
      response.off('drain', settle).off('finish', settle).off('close', settle);
      resolve();
    };
    const timer = setInterval(() => {
      if (response.writableLength < waiting) waiting = response.writableLength;
      else response.destroy();
    }, slowReaderMs);
    socket?.once('drain', settle);
    response.once('drain', settle).once('finish', settle).once('close', settle);
    if (response.destroyed) settle();
  });
}
