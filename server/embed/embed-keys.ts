import type { Config } from '../config.ts';
import { loadMasterKey } from '../keys/master-key.ts';
import { createSigningKeys, type SigningKeys } from './signing-key.ts';
import { createVisitorSecrets, type VisitorSecrets } from './visitor-secret.ts';

/** What visitors' tokens and secrets are made with. */
export interface EmbedKeys {
  readonly signing: SigningKeys;
  readonly secrets: VisitorSecrets;
}

/** Derives them from the master key, so that every process of a deployment has the same. Throws ConfigError. */
export function openEmbedKeys(config: Pick<Config, 'masterKey' | 'dataDir'>): EmbedKeys {
  const masterKey = loadMasterKey(config);
  return { signing: createSigningKeys(masterKey), secrets: createVisitorSecrets(masterKey) };
}
