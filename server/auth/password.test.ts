import * as crypto from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

const password = 'correct horse bättery';

// Node has argon2 from 24.7 on.
const algorithms =
  typeof crypto.argon2 === 'function' ? (['argon2id', 'scrypt'] as const) : (['scrypt'] as const);

describe.each(algorithms)('a password hashed with %s', (algorithm) => {
  it('is verified by its text alone, and no other password is', async () => {
    const text = await hashPassword(password, algorithm);
    expect(text).toMatch(new RegExp(`^\\$${algorithm}\\$`));
    expect(text).not.toContain('correct');
    expect(await verifyPassword('correct horse battery', text)).toBe(false);
    expect(await verifyPassword(password.normalize('NFD'), text)).toBe(true);
  });
});

describe('hashPassword', () => {
  it('uses argon2id where Node has it, and a new salt each time', async () => {
    const [first, second] = [await hashPassword(password), await hashPassword(password)];
    expect(first).toMatch(algorithms[0] === 'argon2id' ? /^\$argon2id\$m=19456,t=2,p=1\$/ : /^\$scrypt\$/);
    expect(first).not.toBe(second);
  });
});

describe('verifyPassword', () => {
  it('throws for a text that it did not make, rather than accept or reject the password', async () => {
    await expect(verifyPassword(password, 'plain')).rejects.toThrow('unknown form');
  });
});
