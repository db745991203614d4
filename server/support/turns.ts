import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that is divided into turns, so that other events are handled in between. */
export interface Turns {
  /** To be awaited after each piece of work: yields to the event loop once the turn has taken its time. */
  next(): Promise<void>;
}

/** Turns of `maxMs` milliseconds, and what the last piece of each takes longer. */
export function createTurns(maxMs = 8): Turns {
  let end = performance.now() + maxMs;
  return {
    async next() {
      if (performance.now() < end) return;
      await nextTurn();
      end = performance.now() + maxMs;
    },
  };
}
