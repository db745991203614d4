// Generated from spec/. Do not edit; change spec/ and run: npm run generate

/**
 * Parses a chat stream (source 6, the SSE grammar of the HTML standard), in a browser or elsewhere, and yields its events,
 * which the service has encoded as the type that the caller names. Whoever stops reading closes the connection.
 */
export async function* readEvents<Event>(body: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '' && data.length > 0) {
          yield JSON.parse(data.join('\n')) as Event;
          data = [];
        } else if (line.startsWith('data:')) {
          data.push(line.slice(line[5] === ' ' ? 6 : 5));
        }
      }
    }
  } finally {
    // Releases the connection; cancelling a failed stream rejects.
    reader.cancel().catch(() => undefined);
  }
}
