import { findStore } from '../find-store.ts';
import { issueKey } from './issue-key.ts';
import type { KeyDeps, RevealedKey } from './key-deps.ts';

/** Gives a store one more key, to all that it has (source 5.9). Throws ServiceError `not_found`. */
export async function createKey(deps: KeyDeps, storeId: string): Promise<RevealedKey> {
  const store = await findStore(deps, storeId);
  const issued = issueKey(deps, store.id);
  await deps.repositories.keys.insert(store.id, issued.record);
  return issued;
}
