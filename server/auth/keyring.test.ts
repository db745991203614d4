import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newKey } from './api-key.ts';
import { createKeyring, SealError } from './keyring.ts';

const keyring = createKeyring(randomBytes(32));
const other = createKeyring(randomBytes(32));

describe('the keyring', () => {
  it('R-5-04 opens a key that it sealed', () => {
    fc.assert(
      fc.property(fc.string(), (keyId) => {
        const key = newKey();
        expect(keyring.open(keyId, keyring.seal(keyId, key))).toBe(key);
      }),
    );
  });

  it('seals one key differently each time, and never in plain text', () => {
    const key = newKey();
    const sealedTexts = [keyring.seal('key_1', key), keyring.seal('key_1', key)];
    expect(new Set(sealedTexts).size).toBe(2);
    for (const sealed of sealedTexts)
      expect(Buffer.from(sealed, 'base64url').includes(key.slice(4, 12))).toBe(false);
  });

  it('does not open a sealed key of another record or master key, nor a changed or truncated one', () => {
    const sealed = keyring.seal('key_1', newKey());
    expect(() => keyring.open('key_2', sealed)).toThrow(SealError);
    expect(() => other.open('key_1', sealed)).toThrow(SealError);
    expect(() => keyring.open('key_1', sealed.slice(0, 10))).toThrow(SealError);
    expect(() => keyring.open('key_1', '')).toThrow(SealError);
    const bytes = Buffer.from(sealed, 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, flip) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(index) ^ flip, index);
        expect(() => keyring.open('key_1', changed.toString('base64url'))).toThrow(SealError);
      }),
    );
  });

  it('hashes with the master key', () => {
    const key = newKey();
    expect(keyring.hashKey(key)).toMatch(/^[0-9a-f]{64}$/);
    expect(keyring.hashKey(key)).toBe(keyring.hashKey(key));
    expect(keyring.hashKey(key)).not.toBe(other.hashKey(key));
    expect(keyring.hashKey(key)).not.toBe(keyring.hashKey(newKey()));
  });
});
