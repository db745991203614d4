import { z } from 'zod';
import type { PlanName } from '../../generated/plans.ts';
import type { StoreRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { type Actor, type AuditedDeps, type AuditEvent, recordAudit } from './audit.ts';
import { parseInput, text } from './parse-input.ts';

export const planNames = ['free', 'starter', 'pro', 'enterprise'] as const satisfies readonly PlanName[];

const limit = (minimum: number) =>
  z.int('must be a whole number').min(minimum, `must be at least ${minimum}`).max(1_000_000).nullable();

/** A plan with limits of the store's own; null uses the plan's (source 8). */
const planInput = z.object({
  plan: z.enum(planNames, `must be one of ${planNames.join(', ')}`),
  requestsPerMinute: limit(1).default(null),
  agentLimit: limit(0).default(null),
});

const storeInput = planInput.extend({ name: text(200) });

export type PlanInput = z.input<typeof planInput>;
export type StoreInput = z.input<typeof storeInput>;

export interface StoreDeps {
  readonly repositories: Pick<Repositories, 'stores'>;
  readonly clock: Clock;
}

type ReadDeps = Pick<StoreDeps, 'repositories'>;

/** Creates a store without a key. Throws ServiceError `invalid_request`. */
export async function createStore(deps: StoreDeps, input: StoreInput): Promise<StoreRecord> {
  const parsed = parseInput(storeInput, input);
  const createdAt = timestamp(deps.clock);
  const store = { id: newId('str'), ...parsed, monthlyCapMicros: null, contact: null, createdAt };
  await deps.repositories.stores.insert(store);
  return store;
}

/** All stores, oldest first. */
export function listStores({ repositories }: ReadDeps): Promise<StoreRecord[]> {
  return repositories.stores.list();
}

/** The store with this id. Throws ServiceError `not_found`. */
export async function findStore({ repositories }: ReadDeps, storeId: string): Promise<StoreRecord> {
  return requireStore(await repositories.stores.find(storeId), storeId);
}

/**
 * Changes a store's plan. Limits that are absent become the plan's, also where the store had its own (source 8).
 * Throws ServiceError `invalid_request` or `not_found`.
 */
export async function setPlan(
  { repositories }: ReadDeps,
  storeId: string,
  input: PlanInput,
): Promise<StoreRecord> {
  return requireStore(await repositories.stores.update(storeId, parseInput(planInput, input)), storeId);
}

const storeChange = z.object({
  /** In US dollars; null removes the cap. */
  monthlyCap: z
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
 * Changes what a store's replies may cost in a month (decision 0059), or its contact (decision 0058), each with its entry in
 * the audit log. What is absent stays. Throws ServiceError `invalid_request` or `not_found`.
 */
export async function updateStore(
  deps: AuditedDeps,
  storeId: string,
  input: StoreChange,
  actor: Actor,
): Promise<StoreRecord> {
  const { monthlyCap, contact } = parseInput(storeChange, input);
  const micros = typeof monthlyCap === 'number' ? Math.round(monthlyCap * 1e6) : monthlyCap;
  const change = {
    ...(micros !== undefined && { monthlyCapMicros: micros }),
    ...(contact !== undefined && { contact }),
  };
  return deps.repositories.transaction(null, async (repositories) => {
    const store = requireStore(await repositories.stores.update(storeId, change), storeId);
    for (const event of eventsOf({ monthlyCap, contact })) {
      await recordAudit({ ...deps, repositories }, storeId, actor, { ...event, subject: storeId });
    }
    return store;
  });
}

function eventsOf({ monthlyCap: cap, contact }: StoreChange): AuditEvent[] {
  const events: AuditEvent[] = [];
  if (cap !== undefined) {
    events.push({ action: 'store.cap_changed', detail: cap === null ? 'no cap' : `${cap} US dollars` });
  }
  if (contact !== undefined) events.push({ action: 'store.contact_changed', detail: contact ?? 'none' });
  return events;
}

function requireStore(store: StoreRecord | undefined, storeId: string): StoreRecord {
  if (store === undefined) throw new ServiceError('not_found', `there is no store ${storeId}`);
  return store;
}
