import type { StoreRecord } from '../../db/records.ts';
import type { Repositories } from '../../db/repositories.ts';
import { ServiceError } from '../../errors.ts';
import { parseInput } from '../parse-input.ts';
import { planInput, type PlanInput } from './store-input.ts';

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
