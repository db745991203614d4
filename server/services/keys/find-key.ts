import type { ApiKeyRecord } from '../../db/records.ts';
import { ServiceError } from '../../errors.ts';
import type { KeyDeps } from './key-deps.ts';

/** The record of a key by its id. Throws ServiceError `not_found`. */
export async function findKey(deps: Pick<KeyDeps, 'repositories'>, keyId: string): Promise<ApiKeyRecord> {
  const record = await deps.repositories.keys.find(keyId);
  // A key itself may have been given in place of its id: it must not be repeated.
  if (record === undefined) throw new ServiceError('not_found', 'there is no key with that id');
  return record;
}
