import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/environment.ts';
import type { ApiKeyRepository } from '../db/repositories.ts';
import { type ApiKey, parseKey } from './api-key.ts';
import { deriveKey, loadMasterKey } from './master-key.ts';

/** Hashes and encrypts secrets with keys that are not in the database. */
export interface Keyring {
  /** HMAC-SHA-256 in hexadecimal, by which the database finds an API key. */
  hashKey(key: ApiKey): string;
  /** Encrypts a key, bound to the id of its record: it does not open under another id. */
  seal(keyId: string, key: ApiKey): string;
  /** Decrypts a key of `seal`. Throws SealError for another master key or a changed text. */
  open(keyId: string, sealed: string): ApiKey;
  /** Encrypts any other secret, bound to the id of its record. */
  sealText(id: string, text: string): string;
  /** Decrypts a secret of `sealText`. Throws SealError as `open` does. */
  openText(id: string, sealed: string): string;
}

/** A sealed secret cannot be decrypted. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/**
 * The keyring of the configured master key. Throws ConfigError when it does not open the newest key in the database:
 * with it, the service would reject every customer's key.
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

/** Derives the keys for hashing and encrypting from 32 secret bytes. */
export function createKeyring(masterKey: Buffer): Keyring {
  const hashingKey = deriveKey(masterKey, 'api key hash');
  const sealingKey = deriveKey(masterKey, 'api key seal');
  const textKey = deriveKey(masterKey, 'secret text seal');
  return {
    hashKey: (key) => createHmac('sha256', hashingKey).update(key).digest('hex'),
    seal: (keyId, key) => encrypt(sealingKey, keyId, key),
    open(keyId, sealed) {
      const key = parseKey(decrypt(sealingKey, keyId, sealed));
      if (key === undefined) throw new SealError(`the sealed key ${keyId} does not contain a key`);
      return key;
    },
    sealText: (id, text) => encrypt(textKey, id, text),
    openText: (id, sealed) => decrypt(textKey, id, sealed),
  };
}

const ivBytes = 12;
const authTagLength = 16;

/** AES-256-GCM in base64url: iv, encrypted text, tag. */
function encrypt(key: Buffer, context: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url');
}

function decrypt(key: Buffer, context: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const iv = bytes.subarray(0, ivBytes);
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength });
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-authTagLength));
    const body = bytes.subarray(ivBytes, -authTagLength);
    return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new SealError(
      `the sealed secret of ${context} does not open: was it sealed with another master key?`,
      {
        cause: error,
      },
    );
  }
}
