import type { Knex } from 'knex';
import type { RequestHourRecord } from './records.ts';
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

// SQLite has a limit of parameters.
const rowsAtOnce = 500;

/** Requests by the hour over the table `request_hours`. */
export function createRequestHourRepository(db: Knex, write: Write): RequestHourRepository {
  return {
    add: (hours) =>
      write(async (trx) => {
        const rows = hours.map(toRow);
        for (let begin = 0; begin < rows.length; begin += rowsAtOnce) {
          await addHours(trx, rows.slice(begin, begin + rowsAtOnce));
        }
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

function toRecord(row: RequestHourRow): RequestHourRecord {
  const { store_id: storeId, hour, requests, rejected, peak_requests: peakRequests, peak_at: peakAt } = row;
  return { storeId, hour, requests, rejected, peakRequests, peakAt };
}

function toRow(record: RequestHourRecord): RequestHourRow {
  const { storeId, hour, requests, rejected, peakRequests, peakAt } = record;
  return { store_id: storeId, hour, requests, rejected, peak_requests: peakRequests, peak_at: peakAt };
}
