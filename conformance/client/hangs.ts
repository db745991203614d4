import { Untested } from '../check.ts';

/** Limits how long a run waits for a target that hangs. */
export interface Hangs {
  /** Throws Untested for an operation that has hung too often to be asked again. */
  readonly requireResponsive: (operation: string) => void;
  /** The time after which a response times out: at most `maxMs`, and less when the target has hung for long. */
  readonly timeoutMs: (maxMs: number) => number;
  readonly completed: (durationMs: number) => void;
  readonly hung: (operation: string, durationMs: number) => void;
  /** Counts the time for which a response arrived byte by byte. */
  readonly dripped: (operation: string, durationMs: number) => void;
}

const maxHangs = 5;
// Three responses at the default idle timeout.
const patienceMs = 90_000;
const minTimeoutMs = 2000;
// A response may take this many times as long as the slowest one so far.
const slowness = 4;

/** The name by which the responses to a request are counted. */
export function hangingOperation(method: string, url: string): string {
  return `${method} ${new URL(url).pathname}`;
}

/**
 * Counts the hangs of one run: the operations by method and path, and the time lost to all of them. The responses of one
 * operation may together arrive byte by byte for as long as one of them may be silent.
 */
export function createHangs(maxIdleMs: number): Hangs {
  const counts = new Map<string, number>();
  const drippedMs = new Map<string, number>();
  let lostMs = 0;
  let slowestMs = 0;
  return {
    requireResponsive: (operation) => {
      const noLonger = `${operation} is no longer asked, as its`;
      if ((counts.get(operation) ?? 0) >= maxHangs)
        throw new Untested(`${noLonger} response did not end ${maxHangs} times`);
      if ((drippedMs.get(operation) ?? 0) >= maxIdleMs)
        throw new Untested(`${noLonger} responses arrived byte by byte, for ${maxIdleMs / 1000} s in all`);
    },
    timeoutMs: (maxMs) => Math.min(maxMs, Math.max(patienceMs - lostMs, slowness * slowestMs, minTimeoutMs)),
    completed: (durationMs) => {
      slowestMs = Math.max(slowestMs, durationMs);
    },
    hung: (operation, durationMs) => {
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
      lostMs += durationMs;
    },
    dripped: (operation, durationMs) => {
      drippedMs.set(operation, (drippedMs.get(operation) ?? 0) + durationMs);
    },
  };
}
