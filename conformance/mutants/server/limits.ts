import type { Call } from './deployment.ts';

export const minute = 60_000;

/** At most N in any 60 s: a log of admissions. */
export function admitByLog(limitOf: (call: Call) => number): (call: Call) => number | undefined {
  return (call) => {
    const { admissions } = call.store;
    const now = call.world.now();
    while ((admissions[0] ?? now) <= now - minute) admissions.shift();
    if (admissions.length >= limitOf(call)) return (admissions[0] ?? now) + minute - now;
    admissions.push(now);
    return undefined;
  };
}

/** N in each minute of the clock, as a counter that starts anew. */
export function admitByFixedWindow(call: Call): number | undefined {
  const now = call.world.now();
  const start = Math.floor(now / minute) * minute;
  const { admissions } = call.store;
  while ((admissions[0] ?? start) < start) admissions.shift();
  if (admissions.length >= call.store.requestsPerMinute) return start + minute - now;
  admissions.push(now);
  return undefined;
}

// Sums of fractions drift; a thousandth of a millisecond is no token.
const drift = 0.001;

/** A bucket of N tokens that refills evenly; the log keeps one number, when it is full again. */
export function admitByBucket(call: Call): number | undefined {
  const now = call.world.now();
  const interval = minute / call.store.requestsPerMinute;
  const fullAt = Math.max(call.store.admissions[0] ?? now, now);
  if (fullAt + interval - now > minute + drift) return fullAt + interval - now - minute;
  call.store.admissions[0] = fullAt + interval;
  return undefined;
}

/** Whole seconds, rounded up, so that waiting them is enough. */
export function retryAfterSeconds(waitMs: number): string {
  return String(Math.max(1, Math.ceil(waitMs / 1000)));
}

/** The other form of RFC 9110: the moment itself, which HTTP writes in whole seconds. */
export function retryAfterDate(waitMs: number, now: number): string {
  return new Date(Math.ceil((now + waitMs) / 1000) * 1000).toUTCString();
}
