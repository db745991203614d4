import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseKey } from '../auth/api-key.ts';
import { createKeyring, SealError } from '../auth/keyring.ts';
import { connectionFileOf, writeConnectionFile } from '../config/connection-file.ts';
import { allKeys, readKeyByHash } from '../db/api-keys.ts';
import type { Context } from '../db/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';
import {
  createKey,
  regenerateKey,
  revealKey,
  revokeKey,
  setKeyNote,
  updateConnectionFile,
} from './api-keys.ts';
import { operatorActor } from './audit.ts';
import { addStore } from '../testing/test-shop.ts';

describeOnEngines('an API key', ({ create: createDatabase }) => {
  let database: TestDatabase;
  const store = sampleStore();
  const keyring = createKeyring(randomBytes(32));
  beforeAll(async () => {
    database = await createDatabase();
    await addStore(database, store);
  });
  afterAll(() => database.close());

  async function storeOf(key: string): Promise<string | undefined> {
    const parsed = parseKey(key);
    if (parsed === undefined) return undefined;
    return (await readKeyByHash(database.database, keyring.hashesOf(parsed)))?.store.id;
  }

  const change = <Result>(verb: (context: Context) => Promise<Result>) =>
    database.database.change({ store, actor: operatorActor }, verb);
  const create = (note?: string) => change((context) => createKey(context, keyring, note));
  const reveal = (keyId: string) => change((context) => revealKey(context, keyring, keyId));
  const regenerate = (keyId: string, overlapMs?: number) =>
    change((context) => regenerateKey(context, keyring, { keyId, overlapMs }));
  const setNote = (keyId: string, note: string) => change((context) => setKeyNote(context, keyId, note));
  const revoke = (keyId: string) => change((context) => revokeKey(context, keyId));
  const list = () => allKeys(database.database.reader(store.id));

  it('R-5-03 has the documented form and opens its store', async () => {
    const { key, record } = await create();
    expect(key).toMatch(/^svc_[0-9A-Za-z]{32}$/);
    expect(await storeOf(key)).toBe(store.id);
    expect(await list()).toContainEqual(expect.objectContaining(record));
  });

  it('is stored only hashed and sealed', async () => {
    const { key } = await create();
    const rows = JSON.stringify(await database.db('api_keys').select());
    expect(rows).not.toContain(key.slice(4, -4));
  });

  it('R-5-04 can be revealed after it was created', async () => {
    const { key, record } = await create();
    expect((await reveal(record.id)).key).toBe(key);
  });

  it('is not revealed with another master key', async () => {
    const { record } = await create();
    const wrong = createKeyring(randomBytes(32));
    await expect(change((context) => revealKey(context, wrong, record.id))).rejects.toThrow(SealError);
  });

  it('R-5-08 is replaced by a new one when it is regenerated', async () => {
    const old = await create();
    const next = await regenerate(old.record.id);
    expect(next.key).not.toBe(old.key);
    expect(await storeOf(next.key)).toBe(store.id);
    expect(await storeOf(old.key)).toBeUndefined();
    await expect(regenerate(old.record.id)).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it("R-5-08 is replaced in the demo's connection.json as well", async () => {
    const [old, other] = [await create(), await create()];
    const folder = database.dataDir;
    writeConnectionFile(folder, { api_key: old.key, second_api_key: other.key, rpm: 200 });
    const next = await regenerate(old.record.id);
    updateConnectionFile({ config: { dataDir: folder }, keyring }, next);
    expect(JSON.parse(readFileSync(connectionFileOf(folder), 'utf8'))).toEqual({
      api_key: next.key,
      second_api_key: other.key,
      rpm: 200,
    });
  });

  it('R-5-08 gets one successor when two operators regenerate it at once', async () => {
    const old = await create();
    const before = (await list()).length;
    const outcomes = await Promise.allSettled([regenerate(old.record.id), regenerate(old.record.id)]);
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await list()).toHaveLength(before + 1);
  });

  it('R-5-08 keeps its note when it is regenerated, and works beside its successor for an overlap', async () => {
    const old = await create('checkout');
    const next = await regenerate(old.record.id, 3_600_000);
    expect(next.record).toMatchObject({ note: 'checkout', expires_at: null });
    expect([await storeOf(old.key), await storeOf(next.key)]).toEqual([store.id, store.id]);
    await expect(regenerate(old.record.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/already replaced and expires at \d{4}-/),
    });
    await revoke(old.record.id);
    expect(await storeOf(old.key)).toBeUndefined();
  });

  it('has a note of at most 200 characters, which can be removed', async () => {
    const { record } = await create('first');
    expect(await setNote(record.id, 'second')).toMatchObject({ ...record, note: 'second' });
    expect(await setNote(record.id, '')).toMatchObject({ ...record, note: null });
    for (const note of ['n'.repeat(201), 'a\0b']) {
      await expect(setNote(record.id, note)).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
  });

  it('stops working when it is revoked, and keeps its first time of revocation', async () => {
    const { key, record } = await create();
    const revoked = await revoke(record.id);
    expect(revoked.revoked_at).not.toBeNull();
    expect(await storeOf(key)).toBeUndefined();
    expect(await revoke(record.id)).toEqual(revoked);
  });

  it('is not found by an unknown id, which the message does not repeat', async () => {
    const { key } = await create();
    for (const act of [reveal, regenerate, revoke]) {
      await expect(act(key)).rejects.toMatchObject({ code: 'not_found' });
      await expect(act(key)).rejects.not.toThrow(key);
    }
  });

  it('R-5-14 is found and changed by its own store only', async () => {
    const stranger = sampleStore();
    await addStore(database, stranger);
    const { record } = await create();
    const revokeAsStranger = database.database.change({ store: stranger, actor: operatorActor }, (context) =>
      revokeKey(context, record.id),
    );
    await expect(revokeAsStranger).rejects.toMatchObject({ code: 'not_found' });
    expect(await allKeys(database.database.reader(stranger.id))).toEqual([]);
    expect(await list()).toContainEqual(expect.objectContaining(record));
  });

  it('is not changed when the entry in the audit log cannot be written', async () => {
    const old = await create();
    await database.db.schema.dropTable('audit_log');
    const before = await list();
    await expect(create()).rejects.toThrow();
    await expect(reveal(old.record.id)).rejects.toThrow();
    await expect(regenerate(old.record.id)).rejects.toThrow();
    await expect(revoke(old.record.id)).rejects.toThrow();
    await expect(setNote(old.record.id, 'till')).rejects.toThrow();
    expect(await list()).toEqual(before);
  });
});
