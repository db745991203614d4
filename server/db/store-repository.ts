import type { Knex } from 'knex';
import type { PlanName } from '../../generated/plans.ts';
import type { StoreRecord } from './records.ts';
import type { StoreRepository } from './repositories.ts';
import { readSpending, reserveSpending } from './store-spending.ts';
import type { Write } from './write.ts';

export interface StoreRow {
  id: string;
  name: string;
  plan: PlanName;
  requests_per_minute: number | null;
  agent_limit: number | null;
  /** PostgreSQL returns a bigint as text. */
  monthly_cap_micros: number | string | null;
  contact: string | null;
  created_at: string;
}

/** Stores over the table `stores`. */
export function createStoreRepository(db: Knex, write: Write): StoreRepository {
  const table = () => db<StoreRow>('stores');
  const find = async (storeId: string) => {
    const row = await table().where({ id: storeId }).first();
    return row && toStore(row);
  };
  return {
    find,
    async insert(store) {
      await write((trx) => trx<StoreRow>('stores').insert(toRow(store)));
    },
    async list() {
      return (await table().orderBy('sequence')).map(toStore);
    },
    async update(storeId, change) {
      const row = toChange(change);
      if (Object.keys(row).length > 0) {
        await write((trx) => trx<StoreRow>('stores').where({ id: storeId }).update(row));
      }
      return find(storeId);
    },
    readSpending: (storeId, at) => readSpending(db, storeId, at),
    reserveSpending: (storeId, call) => write((trx) => reserveSpending(trx, storeId, call)),
  };
}

export function toStore(row: StoreRow): StoreRecord {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    requestsPerMinute: row.requests_per_minute,
    agentLimit: row.agent_limit,
    monthlyCapMicros: row.monthly_cap_micros === null ? null : Number(row.monthly_cap_micros),
    contact: row.contact,
    createdAt: row.created_at,
  };
}

function toRow(store: StoreRecord): StoreRow {
  return {
    id: store.id,
    name: store.name,
    plan: store.plan,
    requests_per_minute: store.requestsPerMinute,
    agent_limit: store.agentLimit,
    monthly_cap_micros: store.monthlyCapMicros,
    contact: store.contact,
    created_at: store.createdAt,
  };
}

function toChange(change: Parameters<StoreRepository['update']>[1]): Partial<StoreRow> {
  return {
    ...(change.plan !== undefined && { plan: change.plan }),
    ...(change.requestsPerMinute !== undefined && { requests_per_minute: change.requestsPerMinute }),
    ...(change.agentLimit !== undefined && { agent_limit: change.agentLimit }),
    ...(change.monthlyCapMicros !== undefined && { monthly_cap_micros: change.monthlyCapMicros }),
    ...(change.contact !== undefined && { contact: change.contact }),
  };
}
