import type { ServerResponse } from 'node:http';
import type { ChatEvent } from '../../generated/events.ts';
import type { ChatLimits } from '../config/chat-limits.ts';

/** A comment line: clients skip it, proxies see that the connection is alive. */
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
  /** After its abort the next event is not kept back by a slow reader. */
  readonly signal?: AbortSignal;
}

// No cache, proxy buffer or compression may hold an event back.
const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * Sends events as they come, with a comment after `keepAliveMs` without one. Waits for a slow reader before it asks for
 * the next event. Drops a reader that makes no progress for `slowReaderMs`, or that is so long behind the reply's total
 * time: a few bytes now and then would hold the reply for ever.
 */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncIterable<ChatEvent> | Iterable<ChatEvent>,
  { limits, signal }: SseOptions,
): Promise<void> {
  const { keepAliveMs, slowReaderMs, totalMs } = limits;
  response.writeHead(200, streamHeaders);
  response.flushHeaders();
  const overdue = setTimeout(() => response.destroy(), totalMs + slowReaderMs);
  const keepAlive = setTimeout(() => {
    if (!response.destroyed && !response.writableNeedDrain) response.write(keepAliveComment);
    keepAlive.refresh();
  }, keepAliveMs);
  let id = 0;
  try {
    for await (const event of events) {
      if (response.destroyed) break;
      keepAlive.refresh();
      const isDrained = response.write(encodeSseEvent(id++, event));
      if (!isDrained) await waitForReader(response, slowReaderMs, signal);
    }
    clearTimeout(keepAlive);
    if (response.destroyed) return;
    response.end();
    await waitForReader(response, slowReaderMs);
  } finally {
    clearTimeout(keepAlive);
    clearTimeout(overdue);
  }
}

/** Resolves when the reader caught up or left, or on abort. Destroys the response when it makes no progress. */
function waitForReader(response: ServerResponse, slowReaderMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let waiting = response.writableLength;
    const onDone = (): void => {
      clearInterval(timer);
      signal?.removeEventListener('abort', onDone);
      response.off('drain', onDone).off('finish', onDone).off('close', onDone);
      resolve();
    };
    const timer = setInterval(() => {
      if (response.writableLength < waiting) waiting = response.writableLength;
      else response.destroy();
    }, slowReaderMs);
    signal?.addEventListener('abort', onDone);
    response.on('drain', onDone).on('finish', onDone).on('close', onDone);
    if (response.destroyed || response.writableFinished || signal?.aborted === true) onDone();
  });
}
