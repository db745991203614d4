import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export type IdPrefix = 'str' | 'key' | 'agt' | 'cbt' | 'cnv' | 'msg' | 'vis' | 'con' | 'req';

/** Random letters and digits, without modulo bias. */
export function randomAlphanumerics(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** A new id that says what it names: `agt_` and 22 alphanumerics, 130 bits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomAlphanumerics(22)}`;
}
