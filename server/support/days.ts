import { setNewest } from './newest-entries.ts';

const dayMs = 86_400_000;

/** Whether a name is one of the IANA time zones. */
export function isTimeZone(name: string): boolean {
  try {
    return formatterOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** Whether a text is a day that exists: '2026-11-22'. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day after; `count` days after. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** Days from one day to another; 0 for the same. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

/** What counts to a calendar day: from `from` until before `to`. */
export interface DaySpan {
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

/** `count` days from a day on, in a time zone, with their begins and ends in UTC. */
export function daysOf(first: string, count: number, timeZone: string): DaySpan[] {
  const offsetAt = offsetsOf(timeZone);
  const days = Array.from({ length: count + 1 }, (_, index) => addDays(first, index));
  const starts = days.map((day) => startIn(offsetAt, day));
  return days
    .slice(0, -1)
    .map((day, index) => ({ day, from: starts[index] ?? '', to: starts[index + 1] ?? '' }));
}

/** When a day begins in a time zone, in UTC: not always at midnight, where the clock changes then. */
export function startOfDay(day: string, timeZone: string): string {
  return startIn(offsetsOf(timeZone), day);
}

function startIn(offsetAt: OffsetAt, day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offsets of the time zone around the day: at most one change of the clock lies between them.
  const starts = [-dayMs, dayMs].map((ms) => midnight - offsetAt(midnight + ms));
  const isSteady = starts[0] === starts[1];
  const begun = isSteady ? starts : starts.filter((time) => dayAt(offsetAt, time) >= day);
  return new Date(Math.min(...begun)).toISOString();
}

/** The day of a time, in milliseconds since the epoch, in a time zone. */
export function dayIn(timeZone: string, time: number): string {
  return dayAt(offsetsOf(timeZone), time);
}

const maxFormatters = 100;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** One for each time zone that was asked for: to create one takes 4 ms. Throws RangeError for an unknown zone. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  // A request may spell a zone in any letter case.
  setNewest(formatters, timeZone, formatter, maxFormatters);
  return formatter;
}

function localTimeAt(localTime: Intl.DateTimeFormat, time: number): number {
  const parts = localTime.formatToParts(time).map(({ type, value }) => [type, Number(value)] as const);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = Object.fromEntries(parts);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

type OffsetAt = (time: number) => number;

/** The offset of a time zone at a time, in milliseconds. Each is computed once: days beside each other share theirs. */
function offsetsOf(timeZone: string): OffsetAt {
  const localTime = formatterOf(timeZone);
  const offsets = new Map<number, number>();
  return (time) => {
    const offset = offsets.get(time) ?? localTimeAt(localTime, time) - time;
    offsets.set(time, offset);
    return offset;
  };
}

function dayAt(offsetAt: OffsetAt, time: number): string {
  return new Date(time + offsetAt(time)).toISOString().slice(0, 10);
}
