import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newKey } from './api-key.ts';
import { createKeyring, SealError } from './keyring.ts';

const masterKey = randomBytes(32);
const keyring = createKeyring(masterKey);
const other = createKeyring(randomBytes(32));

/** Written by the version before ids of master keys, with a master key of 32 bytes 01. */
const earlier = {
  key: 'svc_HbKFk6v8D0y8GFu9kC2bnAcYCR2BhkFk',
  hash: 'f1da733a56ca72bf300679f88942630cf007ea5ff28337d2faadf5da453f62f5',
  sealedKey: 'IHVwmBXOALs86JC2YVIQe3sY1jBl0IJnsT59-xYs5dDIYMeJKgTdG7_wAzTRQEgqIC0rPBcJLeSRoTSS-X3KEw',
  sealedText: 'agABvF96aGbKvrI8UBPWgYjVg6j7Fe531tzVyMGyNkyeUa5-Ov1O_lEOEUscvRQt2jiFORezq9_PIy8n3hD-f9eC',
};

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
    for (const sealed of sealedTexts) {
      expect(sealed).toMatch(/^[0-9a-f]{8}\.[\w-]+$/);
      expect(Buffer.from(sealed.slice(9), 'base64url').includes(key.slice(4, 12))).toBe(false);
    }
  });

  it('does not open a sealed key of another record or master key, nor a changed or truncated one', () => {
    const sealed = keyring.seal('key_1', newKey());
    expect(() => keyring.open('key_2', sealed)).toThrow(SealError);
    expect(() => other.open('key_1', sealed)).toThrow(SealError);
    expect(() => keyring.open('key_1', sealed.slice(0, 10))).toThrow(SealError);
    expect(() => keyring.open('key_1', '')).toThrow(SealError);
    const bytes = Buffer.from(sealed.slice(9), 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, flip) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(index) ^ flip, index);
        const text = changed.toString('base64url');
        expect(() => keyring.open('key_1', sealed.slice(0, 9) + text)).toThrow(SealError);
        expect(() => keyring.open('key_1', text)).toThrow(SealError);
      }),
    );
  });

  it('hashes with the master key', () => {
    const key = newKey();
    expect(keyring.hashKey(key)).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{64}$/);
    expect(keyring.hashKey(key)).toBe(keyring.hashKey(key));
    expect(keyring.hashKey(key)).not.toBe(other.hashKey(key));
    expect(keyring.hashKey(key)).not.toBe(keyring.hashKey(newKey()));
  });

  it('opens and finds what its first master key or another of its master keys has sealed', () => {
    const rotating = createKeyring(randomBytes(32), masterKey);
    const key = newKey();
    expect(rotating.open('key_1', keyring.seal('key_1', key))).toBe(key);
    expect(rotating.open('key_1', rotating.seal('key_1', key))).toBe(key);
    expect(rotating.openText('con_1', keyring.sealText('con_1', 'secret'))).toBe('secret');
    expect(rotating.hashesOf(key)).toContain(keyring.hashKey(key));
    expect(rotating.hashesOf(key)).toContain(rotating.hashKey(key));
    expect(() => keyring.open('key_1', rotating.seal('key_1', key))).toThrow(SealError);
  });

  it('opens and finds secrets of earlier versions, which name no master key', () => {
    const fixed = createKeyring(Buffer.alloc(32, 1));
    for (const each of [fixed, createKeyring(Buffer.alloc(32, 2), Buffer.alloc(32, 1))]) {
      expect(each.openText('con_1', earlier.sealedText)).toBe('{"authorization":"Bearer tool-secret"}');
      expect(each.open('key_1', earlier.sealedKey)).toBe(earlier.key);
      expect(each.hashesOf(each.open('key_1', earlier.sealedKey))).toContain(earlier.hash);
    }
  });
});
