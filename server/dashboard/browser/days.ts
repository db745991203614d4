import { dayIn, daysBetween } from '../../support/days.ts';

// Days are written as in the API: 2026-11-22.
const short = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The zone of the browser, as an IANA name. */
export const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day that it is now in a time zone. Throws RangeError for an unknown zone. */
export function today(timeZone: string): string {
  return dayIn(timeZone, Date.now());
}

/** The number of days from the first to the last, both included. */
export function countDays(from: string, to: string): number {
  return daysBetween(from, to) + 1;
}

/** Nov 22. */
export function formatDay(day: string): string {
  return short.format(Date.parse(day));
}

/** Sun, Nov 22, 2026. */
export function formatLongDay(day: string): string {
  return long.format(Date.parse(day));
}
