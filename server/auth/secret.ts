import { createHash, randomBytes } from 'node:crypto';

/** A new secret of 256 random bits, 43 characters of base64url: a session's id or a sign-in code (decision 0039). */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * SHA-256 in hexadecimal, by which the database finds a secret. A slow hash would add nothing: nobody can guess 256
 * bits.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
