/** One dispatched message of an event stream, as the HTML standard defines it. */
export interface SseMessage {
  readonly id: string;
  readonly data: string;
}

export interface SseDecoder {
  /** Reads the next bytes, split anywhere; returns the messages that they complete. */
  push(bytes: Uint8Array): SseMessage[];
}

interface Pending {
  id: string;
  readonly data: string[];
}

/** Reads a stream of Server-Sent Events: LF, CRLF and CR line ends, comments, ids. The inverse of `encodeSseEvent`. */
export function createSseDecoder(): SseDecoder {
  const text = new TextDecoder('utf-8');
  const pending: Pending = { id: '', data: [] };
  let rest = '';
  return {
    push(bytes) {
      const { lines, tail } = splitLines(rest + text.decode(bytes, { stream: true }));
      rest = tail;
      return lines.flatMap((line) => readLine(pending, line));
    },
  };
}

// A CR at the very end may be half of a CRLF: it stays in the tail until the next byte.
function splitLines(buffer: string): { lines: string[]; tail: string } {
  const lines: string[] = [];
  let start = 0;
  for (const match of buffer.matchAll(/\r\n|\r(?!$)|\n/g)) {
    lines.push(buffer.slice(start, match.index));
    start = match.index + match[0].length;
  }
  return { lines, tail: buffer.slice(start) };
}

function readLine(pending: Pending, line: string): SseMessage[] {
  if (line === '') return dispatch(pending);
  const colon = line.indexOf(':');
  const field = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (field === 'data') pending.data.push(value);
  if (field === 'id') pending.id = value;
  return [];
}

function dispatch(pending: Pending): SseMessage[] {
  if (pending.data.length === 0) return [];
  const data = pending.data.splice(0).join('\n');
  return [{ id: pending.id, data }];
}
