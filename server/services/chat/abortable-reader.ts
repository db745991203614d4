/**
 * Reads a source until `signal` aborts, and then fails with its reason at once, even when the source (a tool that
 * ignores the signal, say) never answers again. A class and no generator: every part of every reply passes here.
 */
export class AbortableReader<T> {
  readonly #iterator: AsyncIterator<T>;
  readonly #signal: AbortSignal;
  #fail = (_reason: unknown): void => undefined;
  readonly #onAbort = (): void => this.#fail(this.#signal.reason);

  constructor(source: AsyncIterable<T>, signal: AbortSignal) {
    this.#iterator = source[Symbol.asyncIterator]();
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort);
  }

  /** Rejects with what the source throws, or with the reason of the abort. */
  next(): Promise<IteratorResult<T>> {
    if (this.#signal.aborted) return Promise.reject(this.#signal.reason);
    // Not Promise.race with one promise for all: it would keep a trace of every part until the end.
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#iterator.next().then(resolve, reject);
    });
  }

  /** Ends the source. Not awaited: the return of a stuck source is stuck too. */
  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
    void Promise.resolve(this.#iterator.return?.()).catch(() => undefined);
  }
}
