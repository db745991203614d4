/**
 * Passes a stream on until `signal` aborts, and then throws its reason at once, even when the source
 * (a tool that ignores the signal, say) never answers again.
 */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  let fail = (_reason: unknown): void => undefined;
  const onAbort = (): void => fail(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal.throwIfAborted();
      // Not Promise.race with one promise for all: it would keep a trace of every part until the end.
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        fail = reject;
        iterator.next().then(resolve, reject);
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: the return of a stuck source is stuck too.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
