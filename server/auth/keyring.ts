import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/environment.ts';
import type { ApiKeyRepository } from '../db/repositories.ts';
import { type ApiKey, parseKey } from './api-key.ts';
import { loadMasterKey } from './master-key.ts';

/** What the service can do with API keys, and nobody who has only the database. */
export interface Keyring {
  /** Keyed hash, hexadecimal: the same key gives the same hash, and the hash is what the database is asked for. */
  hashKey(key: ApiKey): string;
  /** The encrypted key, bound to the id of its record: a box moved to another record does not open. */
  seal(keyId: string, key: ApiKey): string;
  /** The key in a box of `seal`. Throws SealError when it was made with another master key, or changed. */
  open(keyId: string, sealed: string): ApiKey;
  /** Encrypts any other secret, bound to the id of its record. */
  sealText(id: string, text: string): string;
  /** The text in a box of `sealText`. Throws SealError as `open` does. */
  openText(id: string, sealed: string): string;
}

/** A sealed key does not open. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

const ivLength = 12;
const tagLength = 16;

/** Derives the keys for hashing and sealing from 32 secret bytes. */
export function createKeyring(masterKey: Buffer): Keyring {
  // As bytes it would be made into such an object again for every request.
  const hashingKey = createSecretKey(derive(masterKey, 'api key hash'));
  const sealingKey = derive(masterKey, 'api key seal');
  const textKey = derive(masterKey, 'secret text seal');
  return {
    hashKey: (key) => createHmac('sha256', hashingKey).update(key).digest('hex'),
    seal: (keyId, key) => encrypt(sealingKey, keyId, key),
    open(keyId, sealed) {
      const key = parseKey(decrypt(sealingKey, keyId, sealed));
      if (key === undefined) throw new SealError(`the sealed key ${keyId} does not hold a key`);
      return key;
    },
    sealText: (id, text) => encrypt(textKey, id, text),
    openText: (id, sealed) => decrypt(textKey, id, sealed),
  };
}

function derive(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `agent-service ${purpose}`, 32));
}

function encrypt(key: Buffer, context: string, text: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url');
}

function decrypt(key: Buffer, context: string, sealed: string): string {
  const box = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, ivLength), {
      authTagLength: tagLength,
    });
    decipher.setAAD(Buffer.from(context)).setAuthTag(box.subarray(-tagLength));
    return decipher.update(box.subarray(ivLength, -tagLength), undefined, 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new SealError(`the sealed key ${context} does not open: was it made with another master key?`, {
      cause: error,
    });
  }
}

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
