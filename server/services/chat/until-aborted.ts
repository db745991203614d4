/**
 * Passes a stream on until `signal` aborts, and then throws its reason at once, even when the source
 * (a tool that ignores the signal, say) never answers again.
 */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  aborted.catch(() => undefined);
  signal.addEventListener('abort', onAbort);
  try {
    signal.throwIfAborted();
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: the return of a stuck source is stuck too.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
