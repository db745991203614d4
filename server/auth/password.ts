import * as crypto from 'node:crypto';
import { promisify } from 'node:util';

const saltBytes = 16;
const hashBytes = 32;
/** Memory in KiB: 19 MiB (decision 0039). */
const argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const scryptCost = { N: 2 ** 17, r: 8, p: 1 };

/** Node has it from 24.7 on. */
const hasArgon2 = typeof crypto.argon2 === 'function';

/**
 * Hashes a password with a new salt. The text names algorithm and parameters: `$argon2id$m=19456,t=2,p=1$salt$hash`, or
 * `$scrypt$n=131072,r=8,p=1$salt$hash` where this Node has no argon2.
 */
export async function hashPassword(
  password: string,
  algorithm: 'argon2id' | 'scrypt' = hasArgon2 ? 'argon2id' : 'scrypt',
): Promise<string> {
  const salt = crypto.randomBytes(saltBytes);
  const hash = algorithm === 'argon2id' ? await argon2id(password, salt) : await scrypt(password, salt);
  const cost =
    algorithm === 'argon2id'
      ? `m=${argon2Cost.memory},t=${argon2Cost.passes},p=${argon2Cost.parallelism}`
      : `n=${scryptCost.N},r=${scryptCost.r},p=${scryptCost.p}`;
  return `$${algorithm}$${cost}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

const stored =
  /^\$(argon2id)\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$|^\$(scrypt)\$n=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/**
 * Whether a password is the one that was hashed, compared in constant time. Throws Error when the text is not of
 * `hashPassword`, or this Node lacks its algorithm.
 */
export async function verifyPassword(password: string, text: string): Promise<boolean> {
  const parts = (stored.exec(text) ?? []).filter((part) => part !== undefined);
  const [, algorithm, first, second, third, salt, hash] = parts;
  if (salt === undefined || hash === undefined) throw new Error('a stored password has an unknown form');
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  const saltOf = Buffer.from(salt, 'base64url');
  const actual =
    algorithm === 'argon2id'
      ? await argon2id(password, saltOf, { memory: a, passes: b, parallelism: c })
      : await scrypt(password, saltOf, { N: a, r: b, p: c });
  const expected = Buffer.from(hash, 'base64url');
  return actual.length === expected.length && crypto.timingSafeEqual(actual, expected);
}

async function argon2id(password: string, nonce: Buffer, cost = argon2Cost): Promise<Buffer> {
  if (!hasArgon2) throw new Error('a password is stored with argon2id, which needs Node 24.7');
  const message = normal(password);
  return promisify(crypto.argon2)('argon2id', { message, nonce, tagLength: hashBytes, ...cost });
}

function scrypt(password: string, salt: Buffer, cost = scryptCost): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    crypto.scrypt(normal(password), salt, hashBytes, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}

// Keyboards differ in how they compose accents (RFC 8265).
function normal(password: string): string {
  return password.normalize('NFC');
}
