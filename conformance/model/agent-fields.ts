import type { RequirementId } from '../../generated/requirements.ts';
import { isObject } from '../exchange.ts';

/** Source 2.2: the values of `model_provider`. */
export const providers = ['provider_one', 'provider_two', 'provider_three'] as const;

export type Agent = Readonly<Record<string, unknown>>;

/** A field that a client sends and gets back, with its clauses. */
interface SentField {
  readonly path: string;
  /** The clause that requires the service to keep it. */
  readonly kept: RequirementId;
  /** The clause that an invalid value violates. */
  readonly invalid: RequirementId;
}

/** Source 2.1 and 2.2, field by field. */
export const sentFields: readonly SentField[] = [
  { path: 'name', kept: 'R-2.1-04', invalid: 'R-2.1-03' },
  { path: 'type', kept: 'R-2.1-16', invalid: 'R-2.1-05' },
  { path: 'description', kept: 'R-2.1-08', invalid: 'R-2.1-07' },
  { path: 'config.model_provider', kept: 'R-2.2-02', invalid: 'R-2.2-03' },
  { path: 'config.model_id', kept: 'R-2.2-17', invalid: 'R-2.2-04' },
  { path: 'config.system_prompt', kept: 'R-2.2-18', invalid: 'R-2.2-05' },
  { path: 'config.temperature', kept: 'R-2.2-19', invalid: 'R-2.2-06' },
  { path: 'config.max_tokens', kept: 'R-2.2-20', invalid: 'R-2.2-08' },
  { path: 'config.mcp_capabilities', kept: 'R-2.2-21', invalid: 'R-2.2-09' },
];

/** The clause that an invalid body violates, by the path and rule of its violation (see `violationsOf`). */
export function clauseOfViolation(path: string, rule: string): RequirementId {
  if (path === '') return 'R-7-06';
  if (path === 'config') return 'R-2.1-09';
  if (path.startsWith('config.mcp_capabilities.')) return 'R-2.2-10';
  if (path === 'config.temperature' && rule === 'range') return 'R-2.2-07';
  if (path === 'config.model_provider' && rule !== 'enum') return 'R-2.2-01';
  return sentFields.find((field) => field.path === path)?.invalid ?? 'R-7-06';
}

/** Whether a value came back as it was sent; objects may have more fields, which the source leaves open. */
export function isKept(sent: unknown, received: unknown): boolean {
  if (Array.isArray(sent)) {
    return (
      Array.isArray(received) &&
      received.length === sent.length &&
      sent.every((item, index) => isKept(item, received[index]))
    );
  }
  if (isObject(sent)) {
    return isObject(received) && Object.entries(sent).every(([name, value]) => isKept(value, received[name]));
  }
  return Object.is(sent, received) || (sent === 0 && received === 0);
}

/** Absent and null are equal for an optional field (decision 0027 leaves it open). */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

const excerptLength = 90;

/** Two values on one line; of long ones an excerpt from where they differ. */
export function showDifference(sent: unknown, received: unknown): string {
  const [before, after] = [show(sent), show(received)];
  const length = Math.max(before.length, after.length);
  if (length <= 2 * excerptLength) return `sent ${before}, got ${after}`;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const from = Math.max(0, at - 20);
  const excerpt = (text: string): string =>
    `${from > 0 ? '...' : ''}${text.slice(from, from + excerptLength)}`;
  return `sent ${before.length} characters, got ${after.length}; at ${at}: sent ${excerpt(before)}, got ${excerpt(after)}`;
}

// Calendar, week and ordinal dates, extended or basic, with a time; an offset is optional (ISO 8601).
const timestamp =
  /^(\d{4})(?:-(\d{2})-(\d{2})|(\d{2})(\d{2})|-?W\d{2}-?[1-7]|-?\d{3})T(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?(?:[.,]\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;

function within(text: string | undefined, min: number, max: number): boolean {
  return text === undefined || (Number(text) >= min && Number(text) <= max);
}

function isDayOf(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whether a value is an ISO 8601 timestamp in any form of the standard, of a day in the calendar. Source 2.1. */
export function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const parts = timestamp.exec(value);
  if (parts === null) return false;
  const [, year, extendedMonth, extendedDay, basicMonth, basicDay, hour, minute, second] = parts;
  const month = extendedMonth ?? basicMonth;
  const day = extendedDay ?? basicDay;
  const [, week, dayOfYear] = /^\d{4}-?(?:W(\d\d)|(\d{3})T)/.exec(value) ?? [];
  return (
    (month === undefined || isDayOf(Number(year), Number(month), Number(day))) &&
    within(week, 1, 53) &&
    within(dayOfYear, 1, 366) &&
    within(hour, 0, Number(minute ?? 0) + Number(second ?? 0) === 0 ? 24 : 23) &&
    within(minute, 0, 59) &&
    within(second, 0, 60)
  );
}

/** The digits of a timestamp's fraction of a second. */
function fractionOf(text: unknown): string {
  return /[.,](\d+)/.exec(String(text))?.[1] ?? '';
}

/** Whether two timestamps of one response are equal, in each digit of a second that both have. Source 2.1. */
export function isEqualInstant(one: unknown, other: unknown): boolean {
  const [before, after] = [fractionOf(one), fractionOf(other)];
  const digits = Math.min(before.length, after.length);
  // Date has milliseconds, and two readings of a clock often differ by less.
  return isSameInstant(one, other) && before.slice(0, digits) === after.slice(0, digits);
}

// Of a time: a date ends with -DD, too.
const hasOffset = (text: unknown): boolean => /T.*(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(String(text));

/** Whether a timestamp is the one of before: equal, and a time of a zone in both places or in neither. Source 4.2. */
export function isUnchangedTimestamp(before: unknown, after: unknown): boolean {
  // Date takes a time without an offset for local time, so that in some zones the two are equal.
  return isEqualInstant(before, after) && hasOffset(before) === hasOffset(after);
}

/** Whether two timestamps are the same text, or the same instant as far as Date can parse them. */
export function isSameInstant(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const instants = [one, other].map((value) => Date.parse(String(value).replace(',', '.')));
  return instants[0] !== undefined && !Number.isNaN(instants[0]) && instants[0] === instants[1];
}
