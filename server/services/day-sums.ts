import type { AnalyticsSpan } from '../db/figure-repositories.ts';

/** A calendar day: the instants from `from` until before `to`, in ISO 8601. */
export interface Day {
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

/** How sums are read. */
interface Reader<Row> {
  /** Sums of hours of UTC, from the first to before the last: `at` is `2026-11-22T16`. */
  readonly fromHours: (span: AnalyticsSpan) => Promise<readonly Row[]>;
  /** The same, of only the rows within some spans of time. */
  readonly fromRows: (spans: readonly AnalyticsSpan[]) => Promise<readonly Row[]>;
}

/**
 * Sums of days, in order: rows to be added up by their day. An hour of UTC belongs to the day in which it begins. Where a
 * day begins inside of an hour (India, Nepal, parts of Australia), the rest of that hour is read from the rows and moved
 * from the day before to the day.
 */
export async function addUpDays<Row extends { readonly at: string }>(
  days: readonly Day[],
  { fromHours, fromRows }: Reader<Row>,
): Promise<(Row & { readonly day: string })[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const dayOf = (time: string): string | undefined => findDay(days, time)?.day;
  const inDay = (row: Row, day: string | undefined) => (day === undefined ? [] : [{ ...row, day }]);
  const hours = await fromHours({ from: hourOf(nextHour(first.from)), to: hourOf(nextHour(last.to)) });
  const sums = hours.flatMap((row) => inDay(row, dayOf(`${row.at}:00:00.000Z`)));
  const begins = [...days.map(({ from }) => from), last.to].filter((from) => nextHour(from) !== from);
  if (begins.length === 0) return sums;
  const rests = await fromRows(begins.map((from) => ({ from, to: nextHour(from) })));
  const beginInHour = new Map(begins.map((from) => [hourOf(from), from]));
  return [
    ...sums,
    ...rests.flatMap((row) => [
      ...inDay(row, dayOf(beginInHour.get(row.at) ?? '')),
      ...inDay(negated(row), dayOf(`${row.at}:00:00.000Z`)),
    ]),
  ];
}

/** The day of a time: days are in order, without gaps. */
function findDay(days: readonly Day[], time: string): Day | undefined {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle]?.to ?? '') > time) high = middle;
    else low = middle + 1;
  }
  const found = days[low];
  return found !== undefined && found.from <= time ? found : undefined;
}

const hourMs = 60 * 60 * 1000;

/** The hour that begins at a time or later. */
function nextHour(time: string): string {
  return new Date(Math.ceil(Date.parse(time) / hourMs) * hourMs).toISOString();
}

function hourOf(time: string): string {
  return time.slice(0, '2026-11-22T16'.length);
}

/** Every number of the row with the other sign; a row has the same keys then. */
function negated<Row extends object>(row: Row): Row {
  const entries = Object.entries(row).map(([key, value]) => [
    key,
    typeof value === 'number' ? -value : value,
  ]);
  return Object.fromEntries(entries) as Row;
}
