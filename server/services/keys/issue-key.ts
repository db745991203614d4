import { timestamp } from '../../clock.ts';
import { newId } from '../../ids.ts';
import { hintOf, newKey } from '../../keys/api-key.ts';
import type { KeyDeps, RevealedKey } from './key-deps.ts';

/** A new key and the record to keep of it: hashed to be found, sealed to be revealed (source 5.3, 5.4). */
export function issueKey(deps: Pick<KeyDeps, 'keyring' | 'clock'>, storeId: string): RevealedKey {
  const key = newKey();
  const id = newId('key');
  const record = {
    id,
    storeId,
    hash: deps.keyring.hashKey(key),
    sealed: deps.keyring.seal(id, key),
    hint: hintOf(key),
    createdAt: timestamp(deps.clock),
    revokedAt: null,
  };
  return { key, record };
}
