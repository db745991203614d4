import type { Call } from './deployment.ts';

export const minuteMs = 60_000;

/** At most N in any 60 s (sliding window log). Returns the wait in milliseconds, or undefined when admitted. */
export function admitByLog(limitOf: (call: Call) => number): (call: Call) => number | undefined {
  return (call) => {
    const { admissions } = call.store;
    const now = call.state.now();
    while ((admissions[0] ?? now) <= now - minuteMs) admissions.shift();
    if (admissions.length >= limitOf(call)) return (admissions[0] ?? now) + minuteMs - now;
    admissions.push(now);
    return undefined;
  };
}

/** N in each minute of the clock. */
export function admitByFixedWindow(call: Call): number | undefined {
  const now = call.state.now();
  const start = Math.floor(now / minuteMs) * minuteMs;
  const { admissions } = call.store;
  while ((admissions[0] ?? start) < start) admissions.shift();
  if (admissions.length >= call.store.requestsPerMinute) return start + minuteMs - now;
  admissions.push(now);
  return undefined;
}

// Tolerates rounding errors of summed fractions.
const toleranceMs = 0.001;

/** A token bucket of size N. `admissions` holds one number: when the bucket is full again. */
export function admitByBucket(call: Call): number | undefined {
  const now = call.state.now();
  const interval = minuteMs / call.store.requestsPerMinute;
  const fullAt = Math.max(call.store.admissions[0] ?? now, now);
  if (fullAt + interval - now > minuteMs + toleranceMs) return fullAt + interval - now - minuteMs;
  call.store.admissions[0] = fullAt + interval;
  return undefined;
}

/** Seconds, rounded up so that the wait is long enough. */
export function retryAfterSeconds(waitMs: number): string {
  return String(Math.max(1, Math.ceil(waitMs / 1000)));
}

/** The HTTP-date form (RFC 9110), rounded up to a whole second. */
export function retryAfterDate(waitMs: number, now: number): string {
  return new Date(Math.ceil((now + waitMs) / 1000) * 1000).toUTCString();
}
