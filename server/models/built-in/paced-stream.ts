import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Part = LanguageModelV4StreamPart;
type Web = ReadableStream<Part>;
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
  return new PacedStream(new PacedReader(parts, paceMs, signal));
}

/**
 * Its own reader skips a web stream's queue, which costs a part more than everything else on its way to the wire; the
 * web stream is made for those who want another thing of it, for it takes more memory than the rest of a waiting reply.
 * Unlike one, it does not refuse two readers.
 */
class PacedStream implements ReadableStream<Part> {
  readonly #reader: PacedReader;
  #web: ReadableStream<Part> | undefined;

  constructor(reader: PacedReader) {
    this.#reader = reader;
  }

  getReader(options: { mode: 'byob' }): ReadableStreamBYOBReader;
  getReader(): ReadableStreamDefaultReader<Part>;
  getReader(options?: { mode: 'byob' }): ReadableStreamDefaultReader<Part> | ReadableStreamBYOBReader {
    return options === undefined ? this.#reader : this.#asWeb().getReader(options);
  }

  get locked(): boolean {
    return this.#web?.locked ?? false;
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }

  tee(): ReturnType<Web['tee']> {
    return this.#asWeb().tee();
  }

  pipeTo(...to: Parameters<Web['pipeTo']>): Promise<void> {
    return this.#asWeb().pipeTo(...to);
  }

  pipeThrough<Out>(
    transform: ReadableWritablePair<Out, Part>,
    options?: Parameters<Web['pipeTo']>[1],
  ): ReadableStream<Out> {
    return this.#asWeb().pipeThrough(transform, options);
  }

  values(...options: Parameters<Web['values']>): ReturnType<Web['values']> {
    return this.#asWeb().values(...options);
  }

  [Symbol.asyncIterator](): ReturnType<Web['values']> {
    return this.values();
  }

  #asWeb(): ReadableStream<Part> {
    const reader = this.#reader;
    return (this.#web ??= new ReadableStream<Part>(
      {
        async pull(controller) {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: () => reader.cancel(),
      },
      { highWaterMark: 0 },
    ));
  }
}

/** Reads the parts as a web stream's default reader would. */
class PacedReader implements ReadableStreamDefaultReader<Part> {
  readonly #parts: Iterator<Part>;
  readonly #paceMs: number;
  readonly #signal: AbortSignal | undefined;
  #closed: PromiseWithResolvers<undefined> | undefined;
  #next: Part | undefined;
  #reading: PromiseWithResolvers<Read> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #hasFailed = false;

  constructor(parts: Iterable<Part>, paceMs: number, signal: AbortSignal | undefined) {
    this.#parts = parts[Symbol.iterator]();
    this.#paceMs = paceMs;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  get closed(): Promise<undefined> {
    if (this.#closed === undefined) {
      this.#closed = Promise.withResolvers();
      // Nobody has to ask how it ended.
      this.#closed.promise.catch(ignore);
      this.#settleClosed();
    }
    return this.#closed.promise;
  }

  read(): Promise<Read> {
    if (this.#isOver) return this.closed.then(() => ({ done: true, value: undefined }));
    if (this.#reading !== undefined) return this.#reading.promise.then(() => this.read());
    const { value: part }: { value?: Part } = this.#parts.next();
    this.#next = part;
    const reading = Promise.withResolvers<Read>();
    this.#reading = reading;
    if (this.#paceMs > 0 && part?.type === 'text-delta') this.#wait();
    else setImmediate(this.#deliver);
    return reading.promise;
  }

  // One timer for all of them: each would cost an object, and its place in the list of timers.
  #wait(): void {
    if (this.#timer === undefined) this.#timer = setTimeout(this.#deliver, this.#paceMs);
    else this.#timer.refresh();
  }

  async cancel(): Promise<void> {
    const reading = this.#reading;
    this.#end();
    reading?.resolve({ done: true, value: undefined });
  }

  /** Does nothing: the reader is the stream's only one. */
  releaseLock(): void {}

  readonly #deliver = (): void => {
    if (this.#isOver) return;
    const reading = this.#reading;
    const value = this.#next;
    this.#reading = undefined;
    if (value !== undefined) return reading?.resolve({ done: false, value });
    this.#end();
    reading?.resolve({ done: true, value: undefined });
  };

  readonly #onAbort = (): void => {
    this.#isOver = true;
    this.#hasFailed = true;
    this.#settleClosed();
    this.#reading?.reject(this.#signal?.reason);
  };

  #end(): void {
    this.#isOver = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#settleClosed();
  }

  #settleClosed(): void {
    if (this.#hasFailed) this.#closed?.reject(this.#signal?.reason);
    else if (this.#isOver) this.#closed?.resolve(undefined);
  }
}

function ignore(): void {}
