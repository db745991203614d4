export interface Repeated {
  /** Aborts the signal of what is in progress, and waits for it. */
  close(): Promise<void>;
}

/**
 * Runs `work` every `everyMs`, one at a time, and the first time now unless `atOnce` is false. What it throws goes to
 * `onError`; the next time it is tried again.
 */
export function repeat(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
  { atOnce = true } = {},
): Repeated {
  const stop = new AbortController();
  const run = (): Promise<void> => work(stop.signal).catch(onError);
  let running = atOnce ? run() : Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMs).unref();
  return {
    close() {
      clearInterval(timer);
      stop.abort();
      return running;
    },
  };
}
