import type { ApiKeyRecord } from '../../db/records.ts';
import { findStore } from '../find-store.ts';
import type { KeyDeps } from './key-deps.ts';

/** The keys of a store, oldest first, revoked ones too. Throws ServiceError `not_found`. */
export async function listKeys(
  deps: Pick<KeyDeps, 'repositories'>,
  storeId: string,
): Promise<ApiKeyRecord[]> {
  const store = await findStore(deps, storeId);
  return deps.repositories.keys.list(store.id);
}
