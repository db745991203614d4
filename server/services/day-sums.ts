import type { DaySpan } from '../support/days.ts';

/** How sums are read: rows with the day that they count to. */
interface Reader<Row> {
  /** Sums of hours of UTC: `from` and `to` are as `2026-11-22T16`. */
  readonly fromHours: (spans: readonly DaySpan[]) => Promise<readonly Row[]>;
  /** The same, of only the rows within some spans of time. */
  readonly fromRows: (spans: readonly DaySpan[]) => Promise<readonly Row[]>;
}

/**
 * Sums of days in order, without gaps: rows to be added up by their day. An hour of UTC belongs to the day in which it
 * begins. Where a day begins inside of an hour (India, Nepal, parts of Australia), the rest of that hour is read from the
 * rows and moved from the day before to the day.
 */
export async function addUpDays<Row extends { readonly day: string }>(
  days: readonly DaySpan[],
  { fromHours, fromRows }: Reader<Row>,
): Promise<readonly Row[]> {
  const sums = await fromHours(
    days.map(({ day, from, to }) => ({ day, from: hourOf(from), to: hourOf(to) })),
  );
  const begun = restsOfHours(days);
  const ended = restsOfHours(days.map(({ day, to }) => ({ day, from: to })));
  if (begun.length + ended.length === 0) return sums;
  const [added, removed] = await Promise.all([fromRows(begun), fromRows(ended)]);
  return [...sums, ...added, ...removed.map(negated)];
}

/** From each begin to the end of its hour. */
function restsOfHours(begins: readonly Pick<DaySpan, 'day' | 'from'>[]): DaySpan[] {
  return begins
    .map(({ day, from }) => ({ day, from, to: nextHour(from) }))
    .filter(({ from, to }) => from !== to);
}

const hourMs = 60 * 60 * 1000;

/** The hour that begins at a time or later. */
function nextHour(time: string): string {
  return new Date(Math.ceil(Date.parse(time) / hourMs) * hourMs).toISOString();
}

function hourOf(time: string): string {
  return nextHour(time).slice(0, '2026-11-22T16'.length);
}

/** Every number of the row with the other sign; a row has the same keys then. */
function negated<Row extends object>(row: Row): Row {
  const entries = Object.entries(row).map(([key, value]) => [
    key,
    typeof value === 'number' ? -value : value,
  ]);
  return Object.fromEntries(entries) as Row;
}
