/** One dispatched event of a stream: the fields of the HTML standard. */
export interface ServerSentEvent {
  /** The data lines, joined with line feeds. */
  readonly data: string;
  /** The event field, or `message`. */
  readonly event: string;
  /** The last id in force, or the empty string. */
  readonly id: string;
}

/** A stream as a browser's EventSource would read it. */
export interface SseReading {
  readonly events: readonly ServerSentEvent[];
  /** Data that no blank line followed, which a browser drops; undefined when there is none. */
  readonly unterminated: string | undefined;
  /** Lines whose field the standard does not know, which a browser ignores. */
  readonly ignoredLines: readonly string[];
}

/** Takes the bytes of a stream piece by piece, cut anywhere. */
export interface SseReader {
  readonly push: (bytes: Uint8Array) => void;
  /** The reading after the last byte. */
  readonly finish: () => SseReading;
}

/** The fields of the event under way. */
interface Pending {
  data: string[];
  event: string;
  id: string;
}

interface Collected {
  readonly events: ServerSentEvent[];
  readonly ignoredLines: string[];
}

function dispatch(pending: Pending, { events }: Collected): void {
  if (pending.data.length > 0) {
    events.push({ data: pending.data.join('\n'), event: pending.event || 'message', id: pending.id });
  }
  pending.data = [];
  pending.event = '';
}

function takeField(line: string, pending: Pending, { ignoredLines }: Collected): void {
  const colon = line.indexOf(':');
  const name = colon === -1 ? line : line.slice(0, colon);
  const raw = colon === -1 ? '' : line.slice(colon + 1);
  const value = raw.startsWith(' ') ? raw.slice(1) : raw;
  if (name === 'data') pending.data.push(value);
  else if (name === 'event') pending.event = value;
  else if (name === 'id') pending.id = value.includes('\0') ? pending.id : value;
  else if (name !== 'retry') ignoredLines.push(line);
}

function takeLine(line: string, pending: Pending, collected: Collected): void {
  if (line === '') dispatch(pending, collected);
  else if (!line.startsWith(':')) takeField(line, pending, collected);
}

/**
 * Splits text at LF, CRLF and CR. A CR at the end of a piece waits for the next, which may begin with its LF.
 * Returns the lines and what is left over.
 */
function splitLines(text: string, isLast: boolean): readonly [lines: string[], rest: string] {
  const held = !isLast && text.endsWith('\r') ? 1 : 0;
  const parts = text.slice(0, text.length - held).split(/\r\n|\n|\r/);
  const rest = (parts.pop() ?? '') + text.slice(text.length - held);
  return [parts, rest];
}

/** A reader of event streams after the HTML standard: UTF-8, one byte order mark dropped, any line end. */
export function createSseReader(): SseReader {
  const decoder = new TextDecoder('utf-8');
  const pending: Pending = { data: [], event: '', id: '' };
  const collected: Collected = { events: [], ignoredLines: [] };
  let rest = '';
  const take = (text: string, isLast: boolean): void => {
    const [lines, left] = splitLines(rest + text, isLast);
    rest = left;
    for (const line of lines) takeLine(line, pending, collected);
  };
  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true }), false),
    finish: () => {
      take(decoder.decode(), true);
      // The end of the file ends no event: its last line and its pending data are dropped.
      const lost = [...pending.data, ...(rest.startsWith('data') ? [rest] : [])];
      return { ...collected, unterminated: lost.length === 0 ? undefined : lost.join('\n') };
    },
  };
}

/** Reads a whole stream at once. */
export function readServerSentEvents(bytes: Uint8Array): SseReading {
  const reader = createSseReader();
  reader.push(bytes);
  return reader.finish();
}
