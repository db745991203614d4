import type { Finding } from '../../check.ts';
import { isObject, type Exchange } from '../../exchange.ts';
import { isTimestamp } from './agent-fields.ts';

const maxSkewMs = 5 * 60_000;
const quarterMs = 15 * 60_000;
const maxOffsetMs = 14 * 60 * 60_000;

const offset = /(?:Z|[+-]\d\d(?::?\d\d)?)$/;

/** The time of a timestamp; of UTC without an offset. */
function timeOf(text: string): number {
  const plain = text.replace(',', '.');
  return Date.parse(offset.test(text) ? plain : `${plain}Z`);
}

/** How far a timestamp is from a time; without an offset it may be the local time of any zone. */
function skewOf(text: string, now: number): number {
  const skew = timeOf(text) - now;
  if (offset.test(text) || Math.abs(skew) > maxOffsetMs + maxSkewMs) return skew;
  return skew - Math.round(skew / quarterMs) * quarterMs;
}

/** The first of such warnings, with its response. */
export function clockWarnings(creates: readonly Exchange[]) {
  for (const exchange of creates) {
    const text = clockWarning(exchange, exchange.startedAt + exchange.durationMs);
    if (text !== undefined) return [{ text, exchange }];
  }
  return [];
}

const maxChangeMs = 30_000;
const hasSeconds = /T\d\d:?\d\d:?\d\d/;

/**
 * Source 2.1: created_at is the time of the creation, so that the clock of the service and that of the suite differ by
 * the same time all the while. A difference of a part of a minute is left to nodes whose clocks differ.
 */
export function verifyClock(creates: readonly Exchange[]): readonly Finding[] {
  const skews = creates.flatMap((exchange) => {
    const { startedAt, durationMs } = exchange;
    const text = createdAt(exchange);
    if (text === undefined || !hasSeconds.test(text)) return [];
    return [{ least: timeOf(text) - startedAt - durationMs, most: timeOf(text) - startedAt }];
  });
  const least = Math.max(...skews.map((skew) => skew.least));
  const most = Math.min(...skews.map((skew) => skew.most));
  if (!(least - most > maxChangeMs)) return [];
  const seconds = ([most, least] as const).map((skew) => Math.round(skew / 1000));
  const actual = `created_at is ${seconds.join(' s and ')} s after the clock of the suite`;
  return [{ requirement: 'R-2.1-10', expected: 'created_at, which advances as time does', actual }];
}

/** created_at of a created agent, where it is a timestamp. */
function createdAt({ json, status }: Exchange): string | undefined {
  const text = isObject(json) && status < 300 ? json['created_at'] : undefined;
  return typeof text === 'string' && isTimestamp(text) ? text : undefined;
}

/** A warning about a created agent whose created_at is more than five minutes from the suite's clock. */
export function clockWarning(exchange: Exchange, now: number): string | undefined {
  const text = createdAt(exchange);
  if (text === undefined) return undefined;
  const skew = skewOf(text, now);
  // Date does not parse weeks and ordinal dates.
  if (Number.isNaN(skew) || Math.abs(skew) <= maxSkewMs) return undefined;
  const minutes = Math.round(Math.abs(skew) / 60_000);
  return `created_at ${text} is ${minutes} minutes ${skew > 0 ? 'after' : 'before'} the clock of the suite`;
}
