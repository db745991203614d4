import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleKey, sampleStore } from '../testing/sample-records.ts';

describe.each(databases)('API keys in $name', ({ create }) => {
  let database: TestDatabase;
  const [store, other] = [sampleStore({ plan: 'starter' }), sampleStore()];
  beforeAll(async () => {
    database = await create();
    for (const each of [store, other]) await database.repositories.stores.insert(each);
  });
  afterAll(() => database.close());

  it('finds an active key and its store by hash', async () => {
    const { keys } = database.repositories;
    const key = sampleKey(store.id);
    await keys.insert(store.id, key);
    expect(await keys.findByHash([key.hash])).toEqual({ key, store });
    expect(await keys.findByHash(['another hash'])).toBeUndefined();
  });

  it('finds the newest key of any store', async () => {
    const { keys } = database.repositories;
    for (const owner of [store, other]) {
      const key = sampleKey(owner.id);
      await keys.insert(owner.id, key);
      expect(await keys.findNewest()).toEqual(key);
    }
  });

  it('R-5-08 a revoked key is no longer found by its hash, but stays on record', async () => {
    const { keys } = database.repositories;
    const key = sampleKey(store.id);
    await keys.insert(store.id, key);
    const revokedAt = '2026-02-03T04:05:06.789Z';
    expect(await keys.revoke(store.id, key.id, revokedAt)).toBe(true);
    expect(await keys.revoke(store.id, key.id, '2027-01-01T00:00:00.000Z')).toBe(false);
    expect(await keys.findByHash([key.hash])).toBeUndefined();
    expect(await keys.find(key.id)).toEqual({ ...key, revokedAt });
  });

  it('R-5-08 a key is replaced by its successor in one step, and only once', async () => {
    const { keys } = database.repositories;
    const [old, next] = [sampleKey(store.id), sampleKey(store.id)];
    await keys.insert(store.id, old);
    const at = '2026-02-03T04:05:06.789Z';
    expect(await keys.replace(store.id, old.id, next, { revokedAt: at })).toBe(true);
    expect(await keys.findByHash([old.hash])).toBeUndefined();
    expect(await keys.findByHash([next.hash])).toEqual({ key: next, store });
    const third = sampleKey(store.id);
    expect(await keys.replace(store.id, old.id, third, { revokedAt: at })).toBe(false);
    expect(await keys.find(third.id)).toBeUndefined();
    const taken = sampleKey(store.id, { hash: old.hash });
    await expect(keys.replace(store.id, next.id, taken, { revokedAt: at })).rejects.toThrow();
    expect(await keys.findByHash([next.hash])).toEqual({ key: next, store });
  });

  it('R-5-08 a key that is replaced with an overlap stays, until it is revoked, and has one successor', async () => {
    const { keys } = database.repositories;
    const [old, next, third] = [sampleKey(store.id), sampleKey(store.id), sampleKey(store.id)];
    await keys.insert(store.id, old);
    const end = { expiresAt: '2026-02-03T04:05:06.789Z' };
    expect(await keys.replace(store.id, old.id, next, end)).toBe(true);
    expect(await keys.findByHash([old.hash])).toEqual({ key: { ...old, ...end }, store });
    expect(await keys.replace(store.id, old.id, third, end)).toBe(false);
    expect(await keys.find(third.id)).toBeUndefined();
    expect(await keys.revoke(store.id, old.id, '2026-02-03T00:00:00.000Z')).toBe(true);
    expect(await keys.findByHash([old.hash, next.hash])).toEqual({ key: next, store });
  });

  it('R-5-14 keeps note and last use of a key, which only its own store sets', async () => {
    const { keys } = database.repositories;
    const key = sampleKey(store.id, { note: 'first' });
    await keys.insert(store.id, key);
    const minute = '2026-02-03T04:05:00.000Z';
    expect(await keys.setNote(other.id, key.id, 'not mine')).toBe(false);
    await keys.markUsed(other.id, key.id, '2027-01-01T00:00:00.000Z');
    expect(await keys.find(key.id)).toEqual(key);
    expect(await keys.setNote(store.id, key.id, null)).toBe(true);
    await keys.markUsed(store.id, key.id, minute);
    await keys.markUsed(store.id, key.id, '2026-02-03T04:04:00.000Z');
    expect(await keys.find(key.id)).toEqual({ ...key, note: null, lastUsedAt: minute });
  });

  it('R-5-14 lists and revokes within one store only', async () => {
    const { keys } = database.repositories;
    const key = sampleKey(other.id);
    await keys.insert(other.id, key);
    expect(await keys.revoke(store.id, key.id, '2026-02-03T04:05:06.789Z')).toBe(false);
    expect(await keys.list(other.id)).toContainEqual(key);
    expect(await keys.list(store.id)).not.toContainEqual(key);
  });

  it('rejects a key whose hash another key has', async () => {
    const { keys } = database.repositories;
    const key = sampleKey(store.id);
    await keys.insert(store.id, key);
    await expect(keys.insert(other.id, sampleKey(other.id, { hash: key.hash }))).rejects.toThrow();
  });
});
