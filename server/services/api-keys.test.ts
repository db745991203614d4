import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseKey } from '../auth/api-key.ts';
import { createKeyring, SealError } from '../auth/keyring.ts';
import { connectionFileOf, writeConnectionFile } from '../config/connection-file.ts';
import { systemClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';
import {
  createKey,
  type KeyDeps,
  listKeys,
  regenerateKey,
  revealKey,
  revokeKey,
  setKeyNote,
} from './api-keys.ts';
import { operatorActor } from './audit.ts';

describe('an API key', () => {
  let database: TestDatabase;
  let deps: KeyDeps;
  const store = sampleStore();
  const keyring = createKeyring(randomBytes(32));
  beforeAll(async () => {
    database = await createTestDatabase();
    deps = { repositories: database.repositories, keyring, clock: systemClock };
    await database.repositories.stores.insert(store);
  });
  afterAll(() => database.close());

  async function storeOf(key: string): Promise<string | undefined> {
    const parsed = parseKey(key);
    if (parsed === undefined) return undefined;
    return (await deps.repositories.keys.findByHash(keyring.hashesOf(parsed)))?.store.id;
  }

  it('R-5-03 has the documented form and opens its store', async () => {
    const { key, record } = await createKey(deps, store.id, operatorActor);
    expect(key).toMatch(/^svc_[0-9A-Za-z]{32}$/);
    expect(await storeOf(key)).toBe(store.id);
    expect(await listKeys(deps, store.id)).toContainEqual(record);
  });

  it('is stored only hashed and sealed', async () => {
    const { key } = await createKey(deps, store.id, operatorActor);
    const rows = JSON.stringify(await database.db('api_keys').select());
    expect(rows).not.toContain(key.slice(4, -4));
  });

  it('R-5-04 can be revealed after it was created', async () => {
    const { key, record } = await createKey(deps, store.id, operatorActor);
    expect((await revealKey(deps, record.id, operatorActor)).key).toBe(key);
  });

  it('is not revealed with another master key', async () => {
    const { record } = await createKey(deps, store.id, operatorActor);
    const wrong = { ...deps, keyring: createKeyring(randomBytes(32)) };
    await expect(revealKey(wrong, record.id, operatorActor)).rejects.toThrow(SealError);
  });

  it('R-5-08 is replaced by a new one when it is regenerated', async () => {
    const old = await createKey(deps, store.id, operatorActor);
    const next = await regenerateKey(deps, old.record.id, operatorActor);
    expect(next.key).not.toBe(old.key);
    expect(await storeOf(next.key)).toBe(store.id);
    expect(await storeOf(old.key)).toBeUndefined();
    await expect(regenerateKey(deps, old.record.id, operatorActor)).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it("R-5-08 is replaced in the demo's connection.json as well", async () => {
    const [old, other] = [
      await createKey(deps, store.id, operatorActor),
      await createKey(deps, store.id, operatorActor),
    ];
    const folder = database.dataDir;
    writeConnectionFile(folder, { api_key: old.key, second_api_key: other.key, rpm: 200 });
    const next = await regenerateKey({ ...deps, config: { dataDir: folder } }, old.record.id, operatorActor);
    expect(JSON.parse(readFileSync(connectionFileOf(folder), 'utf8'))).toEqual({
      api_key: next.key,
      second_api_key: other.key,
      rpm: 200,
    });
  });

  it('R-5-08 gets one successor when two operators regenerate it at once', async () => {
    const old = await createKey(deps, store.id, operatorActor);
    const before = (await listKeys(deps, store.id)).length;
    const outcomes = await Promise.allSettled([
      regenerateKey(deps, old.record.id, operatorActor),
      regenerateKey(deps, old.record.id, operatorActor),
    ]);
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listKeys(deps, store.id)).toHaveLength(before + 1);
  });

  it('R-5-08 keeps its note when it is regenerated, and works beside its successor for an overlap', async () => {
    const old = await createKey(deps, store.id, operatorActor, 'checkout');
    const next = await regenerateKey(deps, old.record.id, operatorActor, 3_600_000);
    expect(next.record).toMatchObject({ note: 'checkout', expiresAt: null });
    expect([await storeOf(old.key), await storeOf(next.key)]).toEqual([store.id, store.id]);
    await expect(regenerateKey(deps, old.record.id, operatorActor)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/already replaced and expires at \d{4}-/),
    });
    await revokeKey(deps, old.record.id, operatorActor);
    expect(await storeOf(old.key)).toBeUndefined();
  });

  it('has a note of at most 200 characters, which can be removed', async () => {
    const { record } = await createKey(deps, store.id, operatorActor, 'first');
    expect(await setKeyNote(deps, record.id, 'second', operatorActor)).toEqual({ ...record, note: 'second' });
    expect(await setKeyNote(deps, record.id, '', operatorActor)).toEqual({ ...record, note: null });
    for (const note of ['n'.repeat(201), 'a\0b']) {
      await expect(setKeyNote(deps, record.id, note, operatorActor)).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
  });

  it('stops working when it is revoked, and keeps its first time of revocation', async () => {
    const { key, record } = await createKey(deps, store.id, operatorActor);
    const revoked = await revokeKey(deps, record.id, operatorActor);
    expect(revoked.revokedAt).not.toBeNull();
    expect(await storeOf(key)).toBeUndefined();
    expect(await revokeKey(deps, record.id, operatorActor)).toEqual(revoked);
  });

  it('is not found by an unknown id, which the message does not repeat', async () => {
    await expect(createKey(deps, 'str_none', operatorActor)).rejects.toMatchObject({ code: 'not_found' });
    await expect(listKeys(deps, 'str_none')).rejects.toMatchObject({ code: 'not_found' });
    const { key } = await createKey(deps, store.id, operatorActor);
    for (const act of [revealKey, regenerateKey, revokeKey]) {
      await expect(act(deps, key, operatorActor)).rejects.toMatchObject({ code: 'not_found' });
      await expect(act(deps, key, operatorActor)).rejects.not.toThrow(key);
    }
  });

  it('is not changed when the entry in the audit log cannot be written', async () => {
    const old = await createKey(deps, store.id, operatorActor);
    await database.db.schema.dropTable('audit_log');
    const before = await listKeys(deps, store.id);
    await expect(createKey(deps, store.id, operatorActor)).rejects.toThrow();
    await expect(revealKey(deps, old.record.id, operatorActor)).rejects.toThrow();
    await expect(regenerateKey(deps, old.record.id, operatorActor)).rejects.toThrow();
    await expect(revokeKey(deps, old.record.id, operatorActor)).rejects.toThrow();
    await expect(setKeyNote(deps, old.record.id, 'till', operatorActor)).rejects.toThrow();
    expect(await listKeys(deps, store.id)).toEqual(before);
  });
});
