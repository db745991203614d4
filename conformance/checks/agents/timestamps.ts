// Calendar, week and ordinal dates, extended or basic, with a time; an offset is optional (ISO 8601).
const timestamp =
  /^(\d{4})(?:-(\d{2})-(\d{2})|(\d{2})(\d{2})|-?W\d{2}-?[1-7]|-?\d{3})T(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?(?:[.,]\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;

function within(text: string | undefined, least: number, most: number): boolean {
  return text === undefined || (Number(text) >= least && Number(text) <= most);
}

/** Whether a value is an ISO 8601 timestamp, in any form that the standard has: source 2.1. */
export function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const parts = timestamp.exec(value);
  if (parts === null) return false;
  const [, , month, day, basicMonth, basicDay, hour, minute, second] = parts;
  return (
    within(month ?? basicMonth, 1, 12) &&
    within(day ?? basicDay, 1, 31) &&
    within(hour, 0, 24) &&
    within(minute, 0, 59) &&
    within(second, 0, 60)
  );
}

/** Whether two timestamps name the same instant, as far as that can be told. */
export function isSameInstant(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const instants = [one, other].map((value) => Date.parse(String(value).replace(',', '.')));
  return instants[0] !== undefined && !Number.isNaN(instants[0]) && instants[0] === instants[1];
}
