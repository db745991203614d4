import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export type IdPrefix = 'str' | 'key' | 'agt' | 'cbt' | 'cnv' | 'msg' | 'vis' | 'con' | 'req';

/** Random bytes are drawn in bulk: a call into the system for each id would cost more than the request around it. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  // A key that was made of these bytes must not stay readable in here.
  pool[used] = 0;
  used += 1;
  return byte;
}

/** Random letters and digits, without modulo bias. */
export function randomAlphanumerics(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    if (byte < 248) text += alphabet[byte % 62];
  }
  return text;
}

/** A new id that says what it names: `agt_` and 22 alphanumerics, 130 bits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomAlphanumerics(22)}`;
}
