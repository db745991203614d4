import { crc32 } from 'node:zlib';
import { randomAlphanumerics, toAlphanumerics } from '../support/ids.ts';

/** An API key with a valid form and checksum; only `newKey` and `parseKey` create one. */
export type ApiKey = string & { readonly __apiKey: true };

const prefix = 'svc_';
const randomLength = 26;
const checksumLength = 6;
const form = /^svc_[0-9A-Za-z]{32}$/;

/** A new key: `svc_`, 26 random alphanumerics (154 bits), and 6 of checksum (source 5.3). */
export function newKey(): ApiKey {
  const random = randomAlphanumerics(randomLength);
  return asKey(prefix + random + checksumOf(random));
}

/** The key in `text`; undefined when its form or checksum is wrong, so that a typing mistake causes no query. */
export function parseKey(text: string): ApiKey | undefined {
  if (!form.test(text)) return undefined;
  const random = text.slice(prefix.length, -checksumLength);
  return text.endsWith(checksumOf(random)) ? asKey(text) : undefined;
}

/** The last four characters, by which people recognize a key. */
export function hintOf(key: ApiKey): string {
  return key.slice(-4);
}

// CRC-32 finds every change within four neighbouring characters. It need not be secret: the random part is.
function checksumOf(random: string): string {
  return toAlphanumerics(crc32(random), checksumLength);
}

/** The caller has verified, or just created, form and checksum. */
function asKey(text: string): ApiKey {
  return text as ApiKey;
}
