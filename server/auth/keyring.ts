import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { type ApiKey, parseKey } from './api-key.ts';
import { deriveKey, type MasterKey, type MasterKeys, toMasterKey } from './master-key.ts';

/** Hashes and encrypts secrets with keys that are not in the database. Its texts begin with a master key's id. */
export type Keyring = ReturnType<typeof createKeyringOf>;

/** A sealed secret cannot be decrypted. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/** What `open` returns; undefined where it throws SealError. */
export function openOrUndefined<Result>(open: () => Result): Result | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

/** A keyring of fixed master keys of 32 secret bytes: the first seals, all open. */
export function createKeyring(first: Buffer, ...others: readonly Buffer[]): Keyring {
  const keys = [first, ...others].map(toMasterKey);
  return createKeyringOf({ all: () => keys, reload: () => undefined }, toMasterKey(first));
}

/** A keyring that seals with one of the master keys and opens with all of them. */
export function createKeyringOf(masterKeys: MasterKeys, sealing: MasterKey) {
  const derived = new Map<string, DerivedKeys>();
  const derivedOf = ({ id, bytes }: MasterKey): DerivedKeys => {
    const keys = derived.get(id) ?? deriveKeys(bytes);
    derived.set(id, keys);
    return keys;
  };
  const sealWith = (purpose: Purpose, context: string, text: string): string =>
    `${sealing.id}.${encrypt(derivedOf(sealing)[purpose], context, text)}`;
  const openWith = (purpose: Purpose, context: string, sealed: string): string => {
    const candidates = findOpeners(masterKeys, sealed);
    // Texts of earlier versions name no master key.
    return tryEach(candidates, context, (key) =>
      decrypt(derivedOf(key)[purpose], context, sealed.replace(idPrefix, '')),
    );
  };
  return {
    /** HMAC-SHA-256 with the sealing master key, in hexadecimal after its id, for a new record. */
    hashKey: (key: ApiKey): string => `${sealing.id}.${hmac(derivedOf(sealing), key)}`,
    /** The hashes by which the database may hold a key: of every master key, and those that earlier versions wrote. */
    hashesOf: (key: ApiKey): readonly string[] =>
      masterKeys.all().flatMap((each) => {
        const unversioned = hmac(derivedOf(each), key);
        return [`${each.id}.${unversioned}`, unversioned];
      }),
    /** Encrypts a key, bound to the id of its record: it does not open under another id. */
    seal: (keyId: string, key: ApiKey): string => sealWith('apiKey', keyId, key),
    /** Decrypts a key of `seal`. Throws SealError for an unknown master key or a changed text. */
    open(keyId: string, sealed: string): ApiKey {
      const key = parseKey(openWith('apiKey', keyId, sealed));
      if (key === undefined) throw new SealError(`the sealed key ${keyId} does not contain a key`);
      return key;
    },
    /** Encrypts any other secret, bound to the id of its record. */
    sealText: (id: string, text: string): string => sealWith('text', id, text),
    /** Decrypts a secret of `sealText`. Throws SealError as `open` does. */
    openText: (id: string, sealed: string): string => openWith('text', id, sealed),
    /** Reads the master keys again: another process may have rotated them. Throws ConfigError. */
    reload: (): void => masterKeys.reload(),
  };
}

type Purpose = 'apiKey' | 'text';
type DerivedKeys = Readonly<Record<Purpose | 'hash', Buffer>>;

function deriveKeys(masterKey: Buffer): DerivedKeys {
  return {
    hash: deriveKey(masterKey, 'api key hash'),
    apiKey: deriveKey(masterKey, 'api key seal'),
    text: deriveKey(masterKey, 'secret text seal'),
  };
}

function hmac(keys: DerivedKeys, key: ApiKey): string {
  return createHmac('sha256', keys.hash).update(key).digest('hex');
}

const idPrefix = /^([0-9a-f]{8})\./;

/** The master key that a text names, read again when it is unknown; every one for a text that names none. */
function findOpeners(masterKeys: MasterKeys, sealed: string): readonly MasterKey[] {
  const id = idPrefix.exec(sealed)?.[1];
  if (id === undefined) return masterKeys.all();
  const known = () => masterKeys.all().filter((key) => key.id === id);
  if (known().length === 0) masterKeys.reload();
  return known();
}

function tryEach(keys: readonly MasterKey[], context: string, open: (key: MasterKey) => string): string {
  let cause: unknown;
  for (const key of keys) {
    try {
      return open(key);
    } catch (error) {
      cause = error;
    }
  }
  throw new SealError(
    `the sealed secret of ${context} does not open: was it sealed with another master key?`,
    { cause },
  );
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

/** Throws for another key, context or text. */
function decrypt(key: Buffer, context: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const iv = bytes.subarray(0, ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-authTagLength));
  const body = bytes.subarray(ivBytes, -authTagLength);
  return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
}
