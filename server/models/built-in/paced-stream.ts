import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Part = LanguageModelV4StreamPart;

/**
 * A stream of parts, one in each turn of the event loop so that aborts and other requests are handled in between. Waits
 * `paceMs` milliseconds before each piece of text. An abort fails it with the signal's reason.
 */
export function pacedStream(
  parts: Iterable<Part>,
  paceMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<Part> {
  const iterator = parts[Symbol.iterator]();
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  let onAbort: () => void;
  const end = (): void => {
    hasEnded = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  return new ReadableStream<Part>(
    {
      start(controller) {
        onAbort = () => {
          end();
          controller.error(signal?.reason);
        };
        signal?.addEventListener('abort', onAbort);
      },
      async pull(controller) {
        const { done, value } = iterator.next();
        await new Promise<void>((resolve) => {
          if (paceMs > 0 && value?.type === 'text-delta') timer = setTimeout(resolve, paceMs);
          else setImmediate(resolve);
        });
        if (hasEnded) return;
        if (done !== true) return controller.enqueue(value);
        end();
        controller.close();
      },
      cancel: end,
    },
    // Create each part only when it is read.
    { highWaterMark: 0 },
  );
}
