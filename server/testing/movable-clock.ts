import { systemClock, type Clock } from '../support/clock.ts';

/** A clock that runs as the system's, and can be moved forward. */
export interface MovableClock extends Clock {
  advance(ms: number): void;
}

export function createMovableClock(): MovableClock {
  let offset = 0;
  return {
    now: () => systemClock.now() + offset,
    monotonic: () => systemClock.monotonic() + offset,
    advance: (ms) => void (offset += ms),
  };
}
