import type { ChatEvent } from '../../generated/events.ts';

/** A comment line: readers skip it, proxies see that the connection lives. */
export const keepAliveComment = ': keep-alive\n\n';

/**
 * One event of the chat stream in `text/event-stream` form: an `id` line, one `data` line, a blank line.
 * JSON escapes every line break, so the data is always a single line (source 4.1).
 */
export function encodeSseEvent(id: number, event: ChatEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
}
