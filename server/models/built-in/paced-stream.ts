import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Part = LanguageModelV4StreamPart;
type Read = Awaited<ReturnType<ReadableStreamDefaultReader<Part>['read']>>;

/**
 * A stream of parts, one in each turn of the event loop, so that an abort or another request is heard between any two,
 * and each piece of text `paceMs` milliseconds after the part before it. An abort fails it with the signal's reason.
 */
export function pacedStream(
  parts: Iterable<Part>,
  paceMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<Part> {
  const reader = new PacedReader(parts, paceMs, signal);
  const stream = new ReadableStream<Part>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 0 },
  );
  // Its own reader skips the stream's queue, which costs a part more than everything else on its way to the wire.
  return Object.assign(stream, { getReader: () => reader });
}

/** Reads the parts as a web stream's default reader would. */
class PacedReader implements ReadableStreamDefaultReader<Part> {
  readonly #parts: Iterator<Part>;
  readonly #paceMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #closed = Promise.withResolvers<undefined>();
  #next: Part | undefined;
  #isOver = false;
  #reading: Promise<Read> | undefined;
  #resolve = (_read: Read): void => undefined;
  #reject = (_reason: unknown): void => undefined;

  constructor(parts: Iterable<Part>, paceMs: number, signal: AbortSignal | undefined) {
    this.#parts = parts[Symbol.iterator]();
    this.#paceMs = paceMs;
    this.#signal = signal;
    // Nobody has to ask how it ended.
    this.#closed.promise.catch(() => undefined);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  get closed(): Promise<undefined> {
    return this.#closed.promise;
  }

  read(): Promise<Read> {
    if (this.#isOver) return this.closed.then(() => ({ done: true, value: undefined }));
    if (this.#reading !== undefined) return this.#reading.then(() => this.read());
    const { value: part }: { value?: Part } = this.#parts.next();
    this.#next = part;
    this.#reading = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (this.#paceMs > 0 && part?.type === 'text-delta') setTimeout(this.#deliver, this.#paceMs);
    else setImmediate(this.#deliver);
    return this.#reading;
  }

  async cancel(): Promise<void> {
    this.#end();
    this.#resolve({ done: true, value: undefined });
  }

  /** Does nothing: the reader is the stream's only one. */
  releaseLock(): void {}

  readonly #deliver = (): void => {
    if (this.#isOver) return;
    this.#reading = undefined;
    const value = this.#next;
    if (value !== undefined) return this.#resolve({ done: false, value });
    this.#end();
    this.#resolve({ done: true, value: undefined });
  };

  readonly #onAbort = (): void => {
    this.#isOver = true;
    this.#closed.reject(this.#signal?.reason);
    this.#reject(this.#signal?.reason);
  };

  #end(): void {
    this.#isOver = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#closed.resolve(undefined);
  }
}
