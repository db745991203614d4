import { timestamp } from '../../clock.ts';
import type { ApiKeyRecord } from '../../db/records.ts';
import { findKey } from './find-key.ts';
import type { KeyDeps } from './key-deps.ts';

/** Ends a key for good; revoking it again changes nothing. Throws ServiceError `not_found`. */
export async function revokeKey(
  deps: Pick<KeyDeps, 'repositories' | 'clock'>,
  keyId: string,
): Promise<ApiKeyRecord> {
  const { storeId } = await findKey(deps, keyId);
  await deps.repositories.keys.revoke(storeId, keyId, timestamp(deps.clock));
  return findKey(deps, keyId);
}
