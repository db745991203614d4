import { addDays, isDay, isTimeZone } from '../../support/days.ts';
import { countDays, ownTimeZone, today } from './days.ts';

export const ranges = [7, 30, 90] as const;
const defaultDays = 30;
const maxDays = 367;

/** The query of getAnalytics. */
export interface RangeQuery {
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
  readonly agent_id?: string;
}

/** The range in the address of the page: `days` up to today, or `from` and `to`; else the last 30 days. */
export function rangeOf(search: URLSearchParams): RangeQuery {
  const zone = search.get('time_zone');
  const timeZone = zone !== null && isTimeZone(zone) ? zone : ownTimeZone;
  const agentId = search.get('agent_id');
  return {
    ...daysOf(search, today(timeZone)),
    time_zone: timeZone,
    ...(agentId !== null && /^\w{1,200}$/.test(agentId) && { agent_id: agentId }),
  };
}

function daysOf(search: URLSearchParams, last: string): { readonly from: string; readonly to: string } {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  if (isDay(from) && isDay(to) && from <= to && countDays(from, to) <= maxDays) return { from, to };
  const days = ranges.find((count) => String(count) === search.get('days')) ?? defaultDays;
  return { from: addDays(last, 1 - days), to: last };
}

/** The address's query after a change; undefined removes a parameter. */
export function changed(
  search: URLSearchParams,
  change: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
