import { crc32 } from 'node:zlib';
import { randomAlphanumerics } from '../support/ids.ts';

/** An API key whose form and checksum hold; only `parseKey` and `newKey` make one. */
export type ApiKey = string & { readonly __apiKey: true };

const prefix = 'svc_';
const randomLength = 26;
const checksumLength = 6;
const form = /^svc_[0-9A-Za-z]{32}$/;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new key: `svc_`, 26 random alphanumerics (154 bits), and 6 of checksum (source 5.3). */
export function newKey(): ApiKey {
  const random = randomAlphanumerics(randomLength);
  return asKey(prefix + random + checksumOf(random));
}

/** The key in `text`, or undefined when its form or checksum is wrong: a typing mistake costs no look-up. */
export function parseKey(text: string): ApiKey | undefined {
  if (!form.test(text)) return undefined;
  const random = text.slice(prefix.length, -checksumLength);
  return text.endsWith(checksumOf(random)) ? asKey(text) : undefined;
}

/** The last four characters, by which people tell keys apart. */
export function hintOf(key: ApiKey): string {
  return key.slice(-4);
}

// CRC-32 finds every change within four neighbouring characters; it need not be secret, the random part is.
function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  while (text.length < checksumLength) {
    text = digits.charAt(rest % digits.length) + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}

/** The caller has checked form and checksum, or has just made them. */
function asKey(text: string): ApiKey {
  return text as ApiKey;
}
