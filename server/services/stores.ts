import { z } from 'zod';
import type { PlanName, StoreRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { parseInput, text } from './parse-input.ts';

const planNames = ['free', 'starter', 'pro', 'enterprise'] as const satisfies readonly PlanName[];

const limit = (minimum: number) =>
  z.int('must be a whole number').min(minimum, `must be at least ${minimum}`).max(1_000_000).nullable();

/** A plan, and the limits agreed with this store; null takes the plan's (source 8). */
export const planInput = z.object({
  plan: z.enum(planNames, `must be one of ${planNames.join(', ')}`),
  requestsPerMinute: limit(1).default(null),
  agentLimit: limit(0).default(null),
});

export const storeInput = planInput.extend({ name: text(200) });

export type PlanInput = z.input<typeof planInput>;
export type StoreInput = z.input<typeof storeInput>;

export interface CreateStoreDeps {
  readonly repositories: Pick<Repositories, 'stores'>;
  readonly clock: Clock;
}

/** Makes a store, without a key yet. Throws ServiceError `invalid_request`. */
export async function createStore(deps: CreateStoreDeps, input: StoreInput): Promise<StoreRecord> {
  const store = { id: newId('str'), ...parseInput(storeInput, input), createdAt: timestamp(deps.clock) };
  await deps.repositories.stores.insert(store);
  return store;
}

/** All stores, oldest first. */
export function listStores(deps: {
  readonly repositories: Pick<Repositories, 'stores'>;
}): Promise<StoreRecord[]> {
  return deps.repositories.stores.list();
}

/**
 * Puts a store on a plan, with limits of its own where they are given; without them it gets the plan's, also
 * where it had others before (source 8). Throws ServiceError `invalid_request` or `not_found`.
 */
export async function setPlan(
  deps: { readonly repositories: Pick<Repositories, 'stores'> },
  storeId: string,
  input: PlanInput,
): Promise<StoreRecord> {
  const store = await deps.repositories.stores.update(storeId, parseInput(planInput, input));
  if (store === undefined) throw new ServiceError('not_found', `there is no store ${storeId}`);
  return store;
}

/** The store with this id. Throws ServiceError `not_found`. */
export async function findStore(
  deps: { readonly repositories: Pick<Repositories, 'stores'> },
  storeId: string,
): Promise<StoreRecord> {
  const store = await deps.repositories.stores.find(storeId);
  if (store === undefined) throw new ServiceError('not_found', `there is no store ${storeId}`);
  return store;
}
