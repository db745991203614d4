/** A calendar day of a time zone: the instants from `from` until before `to`. */
export interface CalendarDay {
  /** `2026-11-22` */
  readonly day: string;
  readonly from: Date;
  readonly to: Date;
}

/** Whether this runtime knows the time zone, by its IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** The days of a time zone from `first` to `last`, both included; empty when `last` is before `first`. */
export function listDays(first: string, last: string, timeZone: string): CalendarDay[] {
  const dayOf = dayFormat(timeZone);
  const days: CalendarDay[] = [];
  let from = startOfDay(first, dayOf);
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const to = startOfDay(addDays(day, 1), dayOf);
    days.push({ day, from, to });
    from = to;
  }
  return days;
}

/** The day of an instant in a time zone. */
export function dayAt(time: number, timeZone: string): string {
  return dayFormat(timeZone)(time);
}

/** A day so many days later. */
export function addDays(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

type DayFormat = (time: number) => string;

function dayFormat(timeZone: string): DayFormat {
  const parts = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en', { ...parts, calendar: 'iso8601', numberingSystem: 'latn' });
  return (time) => {
    const { year = '', month, day } = Object.fromEntries(
      format.formatToParts(time).map(({ type, value }) => [type, value]),
    );
    return `${year.padStart(4, '0')}-${month}-${day}`;
  };
}

const quarterMs = 15 * 60 * 1000;
/** No time zone is further from UTC than 15 hours. */
const maxOffsetQuarters = 60;

/**
 * The first instant of a day. It is searched for, because a day can begin after midnight where clocks go forward. All
 * time zones have changed their clocks at quarters of an hour since 1972.
 */
function startOfDay(day: string, dayOf: DayFormat): Date {
  const midnight = Date.parse(day);
  let [before, at] = [-maxOffsetQuarters, maxOffsetQuarters];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (dayOf(midnight + middle * quarterMs) < day) before = middle;
    else at = middle;
  }
  return new Date(midnight + at * quarterMs);
}
