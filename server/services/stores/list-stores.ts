import type { StoreRecord } from '../../db/records.ts';
import type { Repositories } from '../../db/repositories.ts';

/** All stores, oldest first. */
export function listStores(deps: {
  readonly repositories: Pick<Repositories, 'stores'>;
}): Promise<StoreRecord[]> {
  return deps.repositories.stores.list();
}
