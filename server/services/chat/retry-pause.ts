/** Milliseconds before the first repetition; doubled before each one after it. */
const firstPauseMs = 2000;
/** A vendor that asks for a longer pause than this gets our own. */
const longestPauseMs = 60_000;

/**
 * Milliseconds to wait before a failed call is repeated: what the vendor asks for, where that is sensible. `attempt`
 * counts from 0, `now` is milliseconds since 1970.
 */
export function pauseBefore(attempt: number, error: unknown, now: number): number {
  const own = firstPauseMs * 2 ** attempt;
  const asked = askedPause(error, now);
  return asked !== undefined && asked >= 0 && asked < Math.max(longestPauseMs, own) ? asked : own;
}

/** From the vendor's header fields: `retry-after-ms`, or `retry-after` in seconds or as a date. */
function askedPause(error: unknown, now: number): number | undefined {
  const headers = headersOf(error);
  const milliseconds = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (!Number.isNaN(milliseconds)) return milliseconds;
  const text = headers['retry-after'] ?? '';
  const seconds = Number.parseFloat(text);
  const pause = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000;
  return Number.isNaN(pause) ? undefined : pause;
}

// As the SDK's APICallError has them.
function headersOf(error: unknown): Readonly<Record<string, string | undefined>> {
  if (typeof error !== 'object' || error === null || !('responseHeaders' in error)) return {};
  return (error.responseHeaders ?? {}) as Readonly<Record<string, string>>;
}
