/** Time, injected so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that never go backwards, for limits and durations. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** The time so many milliseconds after another one, both ISO 8601. */
export function later(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString();
}

/** ISO 8601 in UTC with milliseconds (source 2.1). */
export function timestamp(clock: Pick<Clock, 'now'>): string {
  return new Date(clock.now()).toISOString();
}
