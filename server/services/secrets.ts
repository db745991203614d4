import { type Keyring, SealError } from '../auth/keyring.ts';
import type { Repositories } from '../db/repositories.ts';

export interface SecretCount {
  readonly total: number;
  /** How many of them the master key decrypts. */
  readonly opened: number;
}

export interface SecretCounts {
  readonly apiKeys: SecretCount;
  readonly connectionSecrets: SecretCount;
}

/** Tries to decrypt every API key, revoked ones too, and the headers of every tool connection. */
export async function countSecrets(
  { stores, keys, connections }: Pick<Repositories, 'stores' | 'keys' | 'connections'>,
  keyring: Pick<Keyring, 'open' | 'openText'>,
): Promise<SecretCounts> {
  const apiKeys = [];
  for (const store of await stores.list()) apiKeys.push(...(await keys.list(store.id)));
  return {
    apiKeys: countOpened(apiKeys, ({ id, sealed }) => keyring.open(id, sealed)),
    connectionSecrets: countOpened(await connections.list(), ({ id, sealedHeaders }) =>
      keyring.openText(id, sealedHeaders),
    ),
  };
}

function countOpened<Row>(rows: readonly Row[], open: (row: Row) => string): SecretCount {
  const opens = (row: Row): boolean => {
    try {
      open(row);
      return true;
    } catch (error) {
      if (error instanceof SealError) return false;
      throw error;
    }
  };
  return { total: rows.length, opened: rows.filter(opens).length };
}
