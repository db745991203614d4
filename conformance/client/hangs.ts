import { Untested } from '../check.ts';

/** Limits how long a run waits for a target that hangs. */
export interface Hangs {
  /** Throws Untested for an operation that has hung too often to be asked again. */
  readonly requireResponsive: (operation: string) => void;
  /** The time after which a response times out: at most `maxMs`, and less when the target has hung for long. */
  readonly timeoutMs: (maxMs: number) => number;
  readonly completed: (durationMs: number) => void;
  readonly hung: (operation: string, durationMs: number) => void;
}

const maxHangs = 5;
// Three responses at the default idle timeout.
const patienceMs = 90_000;
const minTimeoutMs = 2000;
// A response may take this many times as long as the slowest one so far.
const slowness = 4;

/** Counts the hangs of one run: the operations by method and path, and the time lost to all of them. */
export function createHangs(): Hangs {
  const counts = new Map<string, number>();
  let lostMs = 0;
  let slowestMs = 0;
  return {
    requireResponsive: (operation) => {
      if ((counts.get(operation) ?? 0) < maxHangs) return;
      throw new Untested(`${operation} is no longer asked, as its response did not end ${maxHangs} times`);
    },
    timeoutMs: (maxMs) => Math.min(maxMs, Math.max(patienceMs - lostMs, slowness * slowestMs, minTimeoutMs)),
    completed: (durationMs) => {
      slowestMs = Math.max(slowestMs, durationMs);
    },
    hung: (operation, durationMs) => {
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
      lostMs += durationMs;
    },
  };
}
