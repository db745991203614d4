import type { AnalyticsSpan } from '../db/repositories.ts';

/** A calendar day: the instants from `from` until before `to`, in ISO 8601. */
export interface Day {
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

/** How sums of spans are read; each row has the day of its span. */
interface Reader<Row> {
  /** From hourly sums; spans are hours of UTC. */
  readonly fromHours: (spans: readonly AnalyticsSpan[]) => Promise<readonly Row[]>;
  /** From rows; spans are times. */
  readonly fromRows: (spans: readonly AnalyticsSpan[]) => Promise<readonly Row[]>;
}

/**
 * Sums of days: rows to be added up by their day. An hour of UTC belongs to the day in which it begins. Where a day begins
 * inside of an hour (India, Nepal, parts of Australia), the rest of that hour is read from the rows and moved to the day.
 */
export async function addUpDays<Row extends { readonly day: string }>(
  days: readonly Day[],
  { fromHours, fromRows }: Reader<Row>,
): Promise<Row[]> {
  const hours = days.map(({ day, from, to }) => ({ day, from: hourFrom(from), to: hourFrom(to) }));
  const rests = days.flatMap(({ day, from, to }, index) => [
    ...restOfHour(day, from),
    // The rest after the last day belongs to none of the days.
    ...(index === days.length - 1 ? restOfHour(none, to) : []),
  ]);
  const sums = await fromHours(hours);
  if (rests.length === 0) return [...sums];
  const moved = await fromRows(rests);
  const dayBefore = new Map(days.map(({ day }, index) => [days[index + 1]?.day ?? none, day]));
  const taken = moved.flatMap((row) => {
    const day = dayBefore.get(row.day);
    return day === undefined ? [] : [{ ...negated(row), day }];
  });
  return [...sums, ...moved.filter(({ day }) => day !== none), ...taken];
}

const none = '';
const hourMs = 60 * 60 * 1000;

/** The first hour that begins at a time or later: `2026-11-22T16`. */
function hourFrom(time: string): string {
  return nextHour(time).slice(0, 13);
}

function nextHour(time: string): string {
  return new Date(Math.ceil(Date.parse(time) / hourMs) * hourMs).toISOString();
}

function restOfHour(day: string, from: string): AnalyticsSpan[] {
  const to = nextHour(from);
  return from === to ? [] : [{ day, from, to }];
}

/** Every number of the row with the other sign; a row has the same keys then. */
function negated<Row extends object>(row: Row): Row {
  const entries = Object.entries(row).map(([key, value]) => [
    key,
    typeof value === 'number' ? -value : value,
  ]);
  return Object.fromEntries(entries) as Row;
}
