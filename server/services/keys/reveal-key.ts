import { findKey } from './find-key.ts';
import type { KeyDeps, RevealedKey } from './key-deps.ts';

/**
 * A key that was made before, in the clear (source 5.4). Throws ServiceError `not_found`, and SealError when it
 * was sealed with another master key.
 */
export async function revealKey(
  deps: Pick<KeyDeps, 'repositories' | 'keyring'>,
  keyId: string,
): Promise<RevealedKey> {
  const record = await findKey(deps, keyId);
  return { key: deps.keyring.open(record.id, record.sealed), record };
}
