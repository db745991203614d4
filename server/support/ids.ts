import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export type IdPrefix =
  | 'str'
  | 'key'
  | 'agt'
  | 'cbt'
  | 'cnv'
  | 'msg'
  | 'vis'
  | 'con'
  | 'req'
  | 'usr'
  | 'ses'
  | 'aud'
  | 'imp'
  | 'kno'
  | 'ntc'
  | 'dlv'
  | 'whk'
  | 'lef'
  | 'src';

/** `length` random letters and digits, each equally likely. */
export function randomAlphanumerics(length: number): string {
  let text = '';
  while (text.length < length) text += alphabet[randomInt(alphabet.length)];
  return text;
}

/** Eight alphanumerics count milliseconds for seven thousand years. */
const timeLength = 8;

/** A whole number in `length` alphanumerics (base 62), which sort as text by its value. */
export function toAlphanumerics(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62))
    text = alphabet[rest % 62] + text;
  return text;
}

/**
 * A new id that names its kind: `agt_` and 22 alphanumerics, of which 8 are the time and 14 (83 bits) are random. Rows that
 * are written together are then neighbours in every index.
 */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${toAlphanumerics(Date.now(), timeLength)}${randomAlphanumerics(14)}`;
}
