import { ConfigError } from '../config-error.ts';
import type { Config } from '../config.ts';
import type { ApiKeyRepository } from '../db/repositories.ts';
import { createKeyring, SealError, type Keyring } from './keyring.ts';
import { loadMasterKey } from './master-key.ts';

/**
 * The keyring of the configured master key, tried on a key in the database: with another one, every customer's
 * key would be refused. Throws ConfigError when it does not fit.
 */
export async function openKeyring(
  config: Pick<Config, 'masterKey' | 'dataDir'>,
  keys: Pick<ApiKeyRepository, 'findNewest'>,
): Promise<Keyring> {
  const keyring = createKeyring(loadMasterKey(config));
  const newest = await keys.findNewest();
  if (newest === undefined) return keyring;
  try {
    keyring.open(newest.id, newest.sealed);
    return keyring;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new ConfigError(
      'the keys in the database belong to another master key (MASTER_KEY, or DATA_DIR/master.key)',
    );
  }
}
