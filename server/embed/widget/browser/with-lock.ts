/**
 * Runs `work` while no tab of this site runs another one under the same name, and returns its result. Runs it at once
 * where the browser has no locks: in a sandboxed frame, or on a page without TLS. Throws what `work` throws, and the
 * signal's reason when it is aborted while waiting.
 */
export async function withLock<Result>(
  name: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  let hasBegun = false;
  const begin = (): Promise<Result> => {
    hasBegun = true;
    return work();
  };
  try {
    return (await navigator.locks.request(name, { signal }, begin)) as Result;
  } catch (error) {
    if (hasBegun || signal.aborted) throw error;
    return work();
  }
}
