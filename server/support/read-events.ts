/**
 * Parses a chat stream in a browser (source 6, the SSE grammar of the HTML standard) and yields its events. The service has
 * encoded them as the type that the caller names. Whoever stops reading ends the reply.
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
