import { z } from 'zod';
import type { PlanName } from '../../generated/plans.ts';
import type { Context, DatabaseDeps, ServiceContext } from '../db/database.ts';
import type { StoreRecord } from '../db/records.ts';
import { readStore } from '../db/stores.ts';
import { requireFound } from '../errors.ts';
import { newId } from '../support/ids.ts';
import { audit } from './audit.ts';
import { parseInput, text } from './parse-input.ts';

export const planNames = ['free', 'starter', 'pro', 'enterprise'] as const satisfies readonly PlanName[];

const limit = (minimum: number) =>
  z.int('must be a whole number').min(minimum, `must be at least ${minimum}`).max(1_000_000).nullable();

/** A plan with limits of the store's own; null uses the plan's (source 8). */
const planInput = z.object({
  plan: z.enum(planNames, `must be one of ${planNames.join(', ')}`),
  requests_per_minute: limit(1).default(null),
  agent_limit: limit(0).default(null),
});

const storeInput = planInput.extend({ name: text(200) });

export type PlanInput = z.input<typeof planInput>;
export type StoreInput = z.input<typeof storeInput>;

/** Creates a store without a key. Throws ServiceError `invalid_request`. */
export async function createStore(context: ServiceContext, input: StoreInput): Promise<StoreRecord> {
  const parsed = parseInput(storeInput, input);
  const store = {
    id: newId('str'),
    ...parsed,
    monthly_cap_micros: null,
    contact: null,
    created_at: context.now,
  };
  await context.allStores('stores').insert(store);
  await audit(context.of(store), { action: 'store.created', ...subjectOf(store) });
  return store;
}

function subjectOf({ id, name, plan }: StoreRecord) {
  return { subject: id, detail: `${name}, plan ${plan}` };
}

/** The store with this id. Throws ServiceError `not_found`. */
export async function findStore(
  { database }: Pick<DatabaseDeps, 'database'>,
  storeId: string,
): Promise<StoreRecord> {
  return requireFound(await readStore(database.reader(storeId)), storeNotFound(storeId));
}

export function storeNotFound(storeId: string): string {
  return `there is no store ${storeId}`;
}

/**
 * Changes the plan of the store. Limits that are absent become the plan's, also where the store had its own (source 8).
 * Throws ServiceError `invalid_request`.
 */
export async function setPlan(context: Context, input: PlanInput): Promise<StoreRecord> {
  const store = await change(context, parseInput(planInput, input));
  await audit(context, { action: 'store.plan_changed', ...subjectOf(store) });
  return store;
}

const storeChange = z.object({
  /** In US dollars; null removes the cap. */
  monthly_cap: z
    .number('must be a number of US dollars')
    .min(0, 'must be at least 0')
    .max(1_000_000, 'must be at most 1000000')
    .nullable()
    .optional(),
  /** Whom the assistant names for what it does not know, in one line; null removes it. */
  contact: z
    .string()
    .transform((value) => value.replace(/\s+/g, ' ').trim())
    .pipe(text(500))
    .nullable()
    .optional(),
});

export type StoreChange = z.input<typeof storeChange>;

/**
 * Changes what the replies of the store may cost in a month (decision 0059), or its contact (decision 0058), each with its
 * entry in the audit log. What is absent stays. Throws ServiceError `invalid_request`.
 */
export async function updateStore(context: Context, input: StoreChange): Promise<StoreRecord> {
  const { monthly_cap: cap, contact } = parseInput(storeChange, input);
  let { store } = context;
  const subject = store.id;
  if (cap !== undefined) {
    store = await change(context, { monthly_cap_micros: cap === null ? null : Math.round(cap * 1e6) });
    const detail = cap === null ? 'no cap' : `${cap} US dollars`;
    await audit(context, { action: 'store.cap_changed', subject, detail });
  }
  if (contact !== undefined) {
    store = await change(context, { contact });
    await audit(context, { action: 'store.contact_changed', subject, detail: contact ?? 'none' });
  }
  return store;
}

async function change({ store, tables }: Context, fields: Partial<StoreRecord>): Promise<StoreRecord> {
  await tables('stores').update(fields);
  return { ...store, ...(await tables('stores').first()) };
}
