import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * For work that is divided into turns, so that other events are handled in between: turns of `maxMs` milliseconds, and what
 * the last piece of each takes longer.
 */
export function createTurns(maxMs = 8) {
  let end = performance.now() + maxMs;
  return {
    /** To be awaited after each piece of work: yields to the event loop once the turn has taken its time. */
    async next(): Promise<void> {
      if (performance.now() < end) return;
      await nextTurn();
      end = performance.now() + maxMs;
    },
  };
}
