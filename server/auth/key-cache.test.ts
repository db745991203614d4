import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleKey, sampleStore } from '../testing/sample-records.ts';
import { newKey } from './api-key.ts';
import { createKeyCache, type KeyCache, keyLifetimeMs } from './key-cache.ts';
import { createKeyring } from './keyring.ts';

const store = sampleStore();
const key = newKey();
const keyring = createKeyring(randomBytes(32));
const record = sampleKey(store.id, { hash: keyring.hashKey(key) });
let database: TestDatabase;
let cache: KeyCache;
let now = 0;
let queries = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.repositories.stores.insert(store);
  await database.repositories.keys.insert(store.id, record);
  const { keys } = database.repositories;
  const findActiveByHash: typeof keys.findActiveByHash = (hash) => {
    queries += 1;
    return keys.findActiveByHash(hash);
  };
  const clock = { now: () => now, monotonic: () => now };
  cache = createKeyCache({ repositories: { keys: { ...keys, findActiveByHash } }, keyring, clock });
});
afterAll(() => database.close());
beforeEach(() => {
  queries = 0;
});

describe('the key cache', () => {
  it('rejects a key with a wrong checksum without a database query', async () => {
    expect(await cache.findStore(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toBeUndefined();
    expect(queries).toBe(0);
  });

  it('finds the store of a key with one query in four seconds, and not after it was revoked', async () => {
    expect(await cache.findStore(key)).toEqual(store);
    now += keyLifetimeMs - 1;
    expect(await cache.findStore(key)).toEqual(store);
    expect(queries).toBe(1);
    await database.repositories.keys.revoke(store.id, record.id, record.createdAt);
    now += 1;
    expect(await cache.findStore(key)).toBeUndefined();
  });

  it('finds a new key at once, also when it was unknown before', async () => {
    const later = newKey();
    expect(await cache.findStore(later)).toBeUndefined();
    await database.repositories.keys.insert(store.id, sampleKey(store.id, { hash: keyring.hashKey(later) }));
    expect(await cache.findStore(later)).toEqual(store);
  });
});
