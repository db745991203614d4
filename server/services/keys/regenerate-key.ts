import { timestamp } from '../../clock.ts';
import { ServiceError } from '../../errors.ts';
import { findKey } from './find-key.ts';
import { issueKey } from './issue-key.ts';
import type { KeyDeps, RevealedKey } from './key-deps.ts';

/**
 * The support's answer to a compromised key (source 5.8): the store gets a new one, and the old one stops working
 * with it. Throws ServiceError `not_found`, or `conflict` when the key was revoked before.
 */
export async function regenerateKey(deps: KeyDeps, keyId: string): Promise<RevealedKey> {
  const old = await findKey(deps, keyId);
  const issued = issueKey(deps, old.storeId);
  const replaced = await deps.repositories.keys.replace(
    old.storeId,
    old.id,
    issued.record,
    timestamp(deps.clock),
  );
  if (!replaced) throw new ServiceError('conflict', `the key ${old.id} is revoked already`);
  return issued;
}
