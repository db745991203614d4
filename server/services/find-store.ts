import type { Repositories } from '../db/repositories.ts';
import type { StoreRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';

/** The store with this id. Throws ServiceError `not_found`. */
export async function findStore(
  deps: { readonly repositories: Pick<Repositories, 'stores'> },
  storeId: string,
): Promise<StoreRecord> {
  const store = await deps.repositories.stores.find(storeId);
  if (store === undefined) throw new ServiceError('not_found', `there is no store ${storeId}`);
  return store;
}
