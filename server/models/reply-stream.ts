import { ReadableStream } from 'node:stream/web';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { LanguageModelV4GenerateResult as Result } from '@ai-sdk/provider';
import type { LanguageModelV4StreamPart as Part } from '@ai-sdk/provider';

/**
 * A reply as a stream, one part in each turn of the event loop so that aborts and other requests are handled in between.
 * Waits `paceMs` milliseconds before each piece of text. An abort fails it with the signal's reason.
 */
export function replyStream(reply: Result, paceMs: number, signal?: AbortSignal): ReadableStream<Part> {
  return ReadableStream.from(paced());

  async function* paced(): AsyncGenerator<Part, void> {
    const options = signal === undefined ? {} : { signal };
    for (const part of partsOf(reply)) {
      const isPaced = paceMs > 0 && part.type === 'text-delta';
      const waiting = isPaced ? setTimeout(paceMs, undefined, options) : setImmediate(undefined, options);
      await waiting.catch(() => signal?.throwIfAborted());
      yield part;
    }
  }
}

const upToThreeWords = /\s*(?:\S+\s*){1,3}|\s+/gu;
// Lazy: a slowly read reply holds its text, not an object for each piece.
function* partsOf(reply: Result): Generator<Part, void> {
  const { content, warnings, response, usage, finishReason } = reply;
  const id = 'text_1';
  yield { type: 'stream-start', warnings };
  yield { type: 'response-metadata', ...response };
  for (const part of content) {
    if (part.type === 'tool-call') yield part;
    if (part.type !== 'text') continue;
    yield { type: 'text-start', id };
    for (const [delta] of part.text.matchAll(upToThreeWords)) yield { type: 'text-delta', id, delta };
    yield { type: 'text-end', id };
  }
  yield { type: 'finish', usage, finishReason };
}
