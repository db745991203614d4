import type { ServiceContext, StoreReader } from './database.ts';
import { partsOf } from './hourly-sums.ts';

/** Requests that one of a store's rate limits decided on in a minute of the clock. */
export interface RequestMinuteRecord {
  readonly store_id: string;
  /** What the limit holds for: the keys of the store, or a chatbot. */
  readonly window: string;
  /** The start of the minute, in UTC. */
  readonly minute: string;
  readonly requests: number;
  readonly rejected: number;
}

/** Requests that the rate limits of a store decided on in an hour. */
export interface RequestHourRecord extends RequestUse {
  readonly store_id: string;
  /** UTC: `2026-11-22T16`. */
  readonly hour: string;
}

/** Requests that rate limits decided on. */
export interface RequestUse {
  readonly requests: number;
  readonly rejected: number;
  /** The most requests of one limit in one minute of the clock, and its start; null without a request. */
  readonly peak_requests: number;
  readonly peak_at: string | null;
}

/** How long a minute is kept, for processes that store theirs later. */
const minuteRetentionMs = 60 * 60 * 1000;

/** The hours of a store from the first to the last one, oldest first. */
export function listRequestHours(
  reader: StoreReader,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<RequestHourRecord[]> {
  return reader.read(async (tables) =>
    tables('request_hours').whereBetween('hour', [from, to]).orderBy('hour'),
  );
}

/** Adds what one process has counted in these different minutes. The peak is that of all processes together. */
export async function addRequestMinutes(
  context: ServiceContext,
  minutes: readonly RequestMinuteRecord[],
): Promise<void> {
  // One order in all processes, so that they do not wait for each other in a circle.
  const ordered = minutes.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  const totals: RequestMinuteRecord[] = [];
  for (const part of partsOf(ordered)) totals.push(...(await addMinutes(context, part)));
  const peaks = new Map(sumHours(totals).map((hour) => [nameOfHour(hour), hour]));
  const hours = sumHours(ordered).map((hour) => {
    const { peak_requests, peak_at } = peaks.get(nameOfHour(hour)) ?? hour;
    return { ...hour, peak_requests, peak_at };
  });
  await addRequestHours(context, hours);
  await removeOldMinutes(context, ordered);
}

/** Adds to the sums of these different hours, of several stores, and keeps the higher peak. */
export async function addRequestHours(
  { allStores }: Pick<ServiceContext, 'allStores'>,
  hours: readonly RequestHourRecord[],
): Promise<void> {
  const isHigher = 'excluded.peak_requests > request_hours.peak_requests';
  const higher = (column: string) =>
    allStores.raw(`case when ${isHigher} then excluded.${column} else request_hours.${column} end`);
  for (const part of partsOf(hours)) {
    await allStores('request_hours')
      .insert(part)
      .onConflict(['store_id', 'hour'])
      .merge({
        requests: allStores.raw('request_hours.requests + excluded.requests'),
        rejected: allStores.raw('request_hours.rejected + excluded.rejected'),
        peak_requests: higher('peak_requests'),
        peak_at: higher('peak_at'),
      });
  }
}

/** The sums of minutes by store and hour, with the highest minute of one limit. */
export function sumHours(minutes: readonly RequestMinuteRecord[]): RequestHourRecord[] {
  const hours = new Map<string, RequestHourRecord>();
  for (const { store_id, minute, requests, rejected } of minutes) {
    const hour = minute.slice(0, '2026-11-22T16'.length);
    const name = nameOfHour({ store_id, hour });
    const use = { requests, rejected, peak_requests: requests, peak_at: minute };
    hours.set(name, { store_id, hour, ...addUse(hours.get(name) ?? noUse, use) });
  }
  return [...hours.values()];
}

export const noUse: RequestUse = { requests: 0, rejected: 0, peak_requests: 0, peak_at: null };

/** The use of both, with the higher peak; the first one's of two that are equal. */
export function addUse(one: RequestUse, other: RequestUse): RequestUse {
  const { peak_requests, peak_at } = other.peak_requests > one.peak_requests ? other : one;
  const [requests, rejected] = [one.requests + other.requests, one.rejected + other.rejected];
  return { requests, rejected, peak_requests, peak_at };
}

function nameOf({ store_id, window, minute }: RequestMinuteRecord): string {
  return `${store_id} ${minute} ${window}`;
}

function nameOfHour({ store_id, hour }: Pick<RequestHourRecord, 'store_id' | 'hour'>): string {
  return `${store_id} ${hour}`;
}

/** Returns what all processes have counted in these minutes so far. */
async function addMinutes(
  { allStores }: ServiceContext,
  minutes: readonly RequestMinuteRecord[],
): Promise<RequestMinuteRecord[]> {
  const totals = await allStores('request_minutes')
    .insert(minutes.map(({ rejected: _rejected, ...row }) => row))
    .onConflict(['store_id', 'window', 'minute'])
    .merge({ requests: allStores.raw('request_minutes.requests + excluded.requests') })
    .returning(['store_id', 'window', 'minute', 'requests']);
  return totals.map((row) => ({ ...row, rejected: 0 }));
}

async function removeOldMinutes(
  { allStores }: ServiceContext,
  minutes: readonly RequestMinuteRecord[],
): Promise<void> {
  const latest = Math.max(...minutes.map(({ minute }) => Date.parse(minute)));
  const before = new Date(latest - minuteRetentionMs).toISOString();
  await allStores('request_minutes').where('minute', '<', before).delete();
}
