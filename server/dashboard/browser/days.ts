// Days are written as in the API: 2026-11-22. Arithmetic in UTC, where every day has 24 hours.
const dayMs = 86_400_000;
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
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** The number of days from the first to the last, both included. */
export function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** Whether the text is a day as the API writes it. */
export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Nov 22. */
export function formatDay(day: string): string {
  return short.format(Date.parse(day));
}

/** Sun, Nov 22, 2026. */
export function formatLongDay(day: string): string {
  return long.format(Date.parse(day));
}

/** Whether Intl knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return today(name) !== '';
  } catch {
    return false;
  }
}
