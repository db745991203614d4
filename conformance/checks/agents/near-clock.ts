import { isObject, type Exchange } from '../../exchange.ts';
import type { Finding } from '../../check.ts';
import { isTimestamp } from './agent-fields.ts';

const maxSkewMs = 5 * 60_000;
const quarterMs = 15 * 60_000;
const maxOffsetMs = 14 * 60 * 60_000;

/** How far a timestamp is from a time; without an offset it may be the local time of any zone. */
function skewOf(text: string, now: number): number {
  const hasOffset = /(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(text);
  const at = Date.parse(hasOffset ? text.replace(',', '.') : `${text.replace(',', '.')}Z`);
  const skew = at - now;
  if (hasOffset || Math.abs(skew) > maxOffsetMs + maxSkewMs) return skew;
  return skew - Math.round(skew / quarterMs) * quarterMs;
}

const dayMs = 24 * 60 * 60_000;

/** Whether a skew is one of time zones: quarter hours, with a reading of the clock that has seconds. */
function isOfZone(text: string, skew: number): boolean {
  const rest = Math.abs(skew - Math.round(skew / quarterMs) * quarterMs);
  return (
    Math.abs(skew) > maxSkewMs &&
    rest < 30_000 &&
    !/T\d\d:?(?:\d\d:?(?:00(?:[.,]0+)?)?)?(?:Z|[+-]|$)/.test(text)
  );
}

/**
 * Source 2.1: created_at is when the agent was created. Clocks differ, so that the server's own Date is asked: where it
 * is right, a created_at of another time zone or another day is no reading of that clock.
 */
export function verifyCreatedAt({ headers, json, startedAt }: Exchange): readonly Finding[] {
  const createdAt = isObject(json) ? json['created_at'] : undefined;
  const isDateRight = Math.abs(Date.parse(headers['date'] ?? '') - startedAt) <= maxSkewMs;
  if (!isDateRight || typeof createdAt !== 'string' || !isTimestamp(createdAt)) return [];
  const skew = skewOf(createdAt, startedAt);
  if (Number.isNaN(skew) || (Math.abs(skew) <= dayMs && !isOfZone(createdAt, skew))) return [];
  const expected = 'created_at is the time of the create';
  const actual = `created_at ${createdAt}, with the response of ${headers['date']}`;
  return [{ requirement: 'R-2.1-10', expected, actual }];
}

/** A create: when it was sent and answered by the suite's clock, and its created_at, in Unix milliseconds. */
export interface StampedCreate {
  readonly sentAt: number;
  readonly endedAt: number;
  readonly createdAt: number;
}

const minCreates = 20;
const minElapsedMs = 2000;

/** Notes a create in the order of a run; undefined where its created_at has no seconds, or none that Date parses. */
export function stampOf({ json, startedAt, durationMs }: Exchange): StampedCreate | undefined {
  const text = isObject(json) ? String(json['created_at']) : '';
  const createdAt = Date.parse(text.replace(',', '.'));
  // Whole minutes are legal, and may not differ.
  if (Number.isNaN(createdAt) || createdAt % 60_000 < 1000) return undefined;
  return { sentAt: startedAt, endedAt: startedAt + durationMs, createdAt };
}

/**
 * Source 2.1: created_at is of its create, and not of the start of the process. The clocks of several nodes differ, but
 * each of them advances, so that the times of many creates are about as far apart as the creates are.
 */
export function verifyAdvance(creates: readonly StampedCreate[]): readonly Finding[] {
  const [first, last] = [creates[0], creates.at(-1)];
  if (first === undefined || last === undefined || creates.length < minCreates) return [];
  const elapsedMs = last.sentAt - first.endedAt;
  const times = creates.map(({ createdAt }) => createdAt);
  const spanMs = Math.max(...times) - Math.min(...times);
  if (elapsedMs < minElapsedMs || spanMs >= elapsedMs / 4) return [];
  const expected = 'created_at advances with the clock';
  const actual = `${creates.length} agents created within ${elapsedMs} ms, their created_at within ${spanMs} ms`;
  return [{ requirement: 'R-2.1-10', expected, actual }];
}

/** A warning about a created agent whose created_at is more than five minutes from the suite's clock. */
export function clockWarning({ json, status }: Exchange, now: number): string | undefined {
  const createdAt = isObject(json) && status < 300 ? json['created_at'] : undefined;
  if (typeof createdAt !== 'string' || !isTimestamp(createdAt)) return undefined;
  const skew = skewOf(createdAt, now);
  // Date does not parse weeks and ordinal dates.
  if (Number.isNaN(skew) || Math.abs(skew) <= maxSkewMs) return undefined;
  const minutes = Math.round(Math.abs(skew) / 60_000);
  return `created_at ${createdAt} is ${minutes} minutes ${skew > 0 ? 'after' : 'before'} the clock of the suite`;
}
