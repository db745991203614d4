import type { ChatEvent } from '../../../generated/events.ts';

/** The events of a chat stream, whose data is one line each (source 4.1). */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        // The service encodes it.
        if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length)) as ChatEvent;
      }
    }
  } finally {
    // Ends the reply when the chat is left; cancelling a failed stream rejects.
    reader.cancel().catch(() => undefined);
  }
}
