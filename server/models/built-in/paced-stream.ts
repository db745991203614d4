import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Part = LanguageModelV4StreamPart;

/**
 * A stream of parts, one in each turn of the event loop, so that an abort or another request is served between any two,
 * and each piece of text `paceMs` milliseconds after the part before it. An abort fails it with the signal's reason.
 */
export function pacedStream(
  parts: Iterable<Part>,
  paceMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<Part> {
  const iterator = parts[Symbol.iterator]();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let onAbort: () => void;
  const end = (): void => {
    isOver = true;
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
        if (isOver) return;
        if (done !== true) return controller.enqueue(value);
        end();
        controller.close();
      },
      cancel: end,
    },
    // Each part is made when it is read.
    { highWaterMark: 0 },
  );
}
