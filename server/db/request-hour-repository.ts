import type { Knex } from 'knex';
import type { RequestHourRecord, RequestMinuteRecord } from './records.ts';
import type { RequestHourRepository } from './figure-repositories.ts';
import type { Write } from './write.ts';

interface RequestHourRow {
  store_id: string;
  hour: string;
  requests: number;
  rejected: number;
  peak_requests: number;
  peak_at: string | null;
}

interface RequestMinuteRow {
  store_id: string;
  window: string;
  minute: string;
  requests: number;
}

// SQLite has a limit of parameters.
const rowsAtOnce = 500;

/** How long a minute is kept, for processes that store theirs later. */
const minuteRetentionMs = 60 * 60 * 1000;

/** Requests by the hour over the tables `request_hours` and, of the last hour, `request_minutes`. */
export function createRequestHourRepository(db: Knex, write: Write): RequestHourRepository {
  return {
    add: (hours) => write((trx) => inParts(hours.map(toRow), (rows) => addHours(trx, rows))),
    addMinutes: (minutes) =>
      write(async (trx) => {
        // One order in all processes, so that they do not wait for each other in a circle.
        const ordered = minutes.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
        const totals: RequestMinuteRecord[] = [];
        await inParts(ordered.map(toMinuteRow), async (rows) => {
          totals.push(...(await addMinutes(trx, rows)));
        });
        const peaks = new Map(sumHours(totals).map((hour) => [nameOfHour(hour), hour]));
        const hours = sumHours(ordered).map((hour) => {
          const { peakRequests, peakAt } = peaks.get(nameOfHour(hour)) ?? hour;
          return toRow({ ...hour, peakRequests, peakAt });
        });
        await inParts(hours, (rows) => addHours(trx, rows));
        await removeOldMinutes(trx, ordered);
      }),
    async list(storeId, { from, to }) {
      const rows = await db<RequestHourRow>('request_hours')
        .where({ store_id: storeId })
        .whereBetween('hour', [from, to])
        .orderBy('hour');
      return rows.map(toRecord);
    },
  };
}

/** The sums of minutes by store and hour, with the highest minute of one limit. */
export function sumHours(minutes: readonly RequestMinuteRecord[]): RequestHourRecord[] {
  const hours = new Map<string, RequestHourRecord>();
  for (const { storeId, minute, requests, rejected } of minutes) {
    const hour = minute.slice(0, '2026-11-22T16'.length);
    const sum = hours.get(nameOfHour({ storeId, hour })) ?? { ...emptyHour, storeId, hour };
    const isPeak = requests > sum.peakRequests;
    hours.set(nameOfHour(sum), {
      ...sum,
      requests: sum.requests + requests,
      rejected: sum.rejected + rejected,
      ...(isPeak && { peakRequests: requests, peakAt: minute }),
    });
  }
  return [...hours.values()];
}

const emptyHour = { requests: 0, rejected: 0, peakRequests: 0, peakAt: null };

function nameOf({ storeId, window, minute }: RequestMinuteRecord): string {
  return `${storeId} ${minute} ${window}`;
}

function nameOfHour({ storeId, hour }: Pick<RequestHourRecord, 'storeId' | 'hour'>): string {
  return `${storeId} ${hour}`;
}

async function inParts<Row>(rows: readonly Row[], add: (part: Row[]) => Promise<void>): Promise<void> {
  for (let begin = 0; begin < rows.length; begin += rowsAtOnce) {
    await add(rows.slice(begin, begin + rowsAtOnce));
  }
}

/** Returns what all processes have counted in these minutes so far. */
async function addMinutes(trx: Knex.Transaction, rows: RequestMinuteRow[]): Promise<RequestMinuteRecord[]> {
  const totals = await trx<RequestMinuteRow>('request_minutes')
    .insert(rows)
    .onConflict(['store_id', 'window', 'minute'])
    .merge({ requests: trx.raw('request_minutes.requests + excluded.requests') })
    .returning(['store_id', 'window', 'minute', 'requests']);
  return totals.map(({ store_id: storeId, ...row }) => ({ ...row, storeId, rejected: 0 }));
}

async function removeOldMinutes(
  trx: Knex.Transaction,
  minutes: readonly RequestMinuteRecord[],
): Promise<void> {
  const latest = Math.max(...minutes.map(({ minute }) => Date.parse(minute)));
  const before = new Date(latest - minuteRetentionMs).toISOString();
  await trx<RequestMinuteRow>('request_minutes').where('minute', '<', before).delete();
}

async function addHours(trx: Knex.Transaction, rows: RequestHourRow[]): Promise<void> {
  const isHigher = 'excluded.peak_requests > request_hours.peak_requests';
  const higher = (column: string) =>
    trx.raw(`case when ${isHigher} then excluded.${column} else request_hours.${column} end`);
  await trx<RequestHourRow>('request_hours')
    .insert(rows)
    .onConflict(['store_id', 'hour'])
    .merge({
      requests: trx.raw('request_hours.requests + excluded.requests'),
      rejected: trx.raw('request_hours.rejected + excluded.rejected'),
      peak_requests: higher('peak_requests'),
      peak_at: higher('peak_at'),
    });
}

function toMinuteRow({ storeId, window, minute, requests }: RequestMinuteRecord): RequestMinuteRow {
  return { store_id: storeId, window, minute, requests };
}

function toRecord(row: RequestHourRow): RequestHourRecord {
  const { store_id: storeId, hour, requests, rejected, peak_requests: peakRequests, peak_at: peakAt } = row;
  return { storeId, hour, requests, rejected, peakRequests, peakAt };
}

function toRow(record: RequestHourRecord): RequestHourRow {
  const { storeId, hour, requests, rejected, peakRequests, peakAt } = record;
  return { store_id: storeId, hour, requests, rejected, peak_requests: peakRequests, peak_at: peakAt };
}
