import { isObject, type Exchange } from '../../exchange.ts';
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
