import { AsyncLocalStorage } from 'node:async_hooks';

const calls = new AsyncLocalStorage<AbortSignal>();

/** What `work` sends over the network ends with `signal`. */
export function withCallSignal<Result>(signal: AbortSignal, work: () => Result): Result {
  return calls.run(signal, work);
}

/** Time for what is still to be said after a call was ended, its cancellation above all. In milliseconds. */
const farewellMs = 5000;

/**
 * The signal for a request on behalf of the current call, if there is one. The MCP client itself only tells the
 * server of a call that was ended and leaves its request open, for as long as the server likes.
 */
export function requestSignal(own: AbortSignal | null | undefined): AbortSignal | null {
  const call = calls.getStore();
  if (call === undefined) return own ?? null;
  const end = call.aborted ? AbortSignal.timeout(farewellMs) : call;
  return own ? AbortSignal.any([own, end]) : end;
}
