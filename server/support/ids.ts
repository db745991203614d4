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

/** Eight of them count milliseconds for seven thousand years. */
const timeLength = 8;
let timed = { at: 0, text: '' };

/** The time in letters and digits that sort as it passes. */
function timeText(): string {
  const at = Date.now();
  if (at === timed.at) return timed.text;
  let text = '';
  for (let rest = at; text.length < timeLength; rest = Math.floor(rest / 62))
    text = alphabet[rest % 62] + text;
  timed = { at, text };
  return text;
}

/**
 * A new id that says what it names: `agt_` and 22 alphanumerics, of which 8 are the time and 14 are random, 83 bits.
 * What is written together is then kept together: a random id would have every index written to in another place.
 */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${timeText()}${randomAlphanumerics(14)}`;
}
