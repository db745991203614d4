/** A stream as a browser's EventSource reads it. */
export interface SseReading {
  /** The data of each event: its data lines, joined with line feeds. */
  readonly events: readonly string[];
  /** Data without a blank line after it, which a browser drops; undefined when there is none. */
  readonly unterminated: string | undefined;
  /** Lines with a field that the standard does not have, which a browser ignores. */
  readonly ignoredLines: readonly string[];
  /** The first event whose data has several lines. */
  readonly ofSeveralLines: string | undefined;
}

/** Reads an event stream by the rules of the HTML standard: UTF-8, an optional byte order mark, any line ends. */
export function readServerSentEvents(bytes: Uint8Array): SseReading {
  const lines = new TextDecoder('utf-8').decode(bytes).split(/\r\n|\n|\r/);
  const rest = lines.pop() ?? '';
  const events: string[] = [];
  const ignoredLines: string[] = [];
  let ofSeveralLines: string | undefined;
  let data: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (line === '') {
      if (data.length > 0) events.push(data.join('\n'));
      if (data.length > 1) ofSeveralLines ??= data.join('\n');
      data = [];
    } else if (field === 'data') data.push(value);
    // A line that begins with a colon is a comment.
    else if (!['', 'event', 'id', 'retry'].includes(field)) ignoredLines.push(line);
  }
  if (!/^(?:$|:|data|event|id|retry)/.test(rest)) ignoredLines.push(rest);
  // The end of the file dispatches no event: its last line and its pending data are dropped.
  const dropped = [...data, ...(rest.startsWith('data') ? [rest] : [])];
  const unterminated = dropped.length === 0 ? undefined : dropped.join('\n');
  return { events, ignoredLines, ofSeveralLines, unterminated };
}
