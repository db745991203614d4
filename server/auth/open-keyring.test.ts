import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError } from '../config/environment.ts';
import { readKeyByHash, findKeyOfAnyStore } from '../db/api-keys.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { sampleKey, sampleStore } from '../testing/sample-records.ts';
import { newKey } from './api-key.ts';
import { createKeyring } from './keyring.ts';
import type { MasterKeySettings } from './master-key.ts';
import { openKeyring } from './open-keyring.ts';
import { addStore } from '../testing/test-shop.ts';

const [hex, otherHex] = ['01'.repeat(32), '02'.repeat(32)];

describeOnEngines('opening the keyring', ({ create }) => {
  let database: TestDatabase;
  let settings: MasterKeySettings;
  beforeEach(async () => {
    database = await create();
    settings = { masterKey: null, masterKeyPrevious: null, dataDir: database.dataDir };
  });
  afterEach(() => database.close());

  const masterKeyFile = () => join(database.dataDir, 'master.key');

  /** A store with a key that the version before ids of master keys wrote, with the master key `hex`. */
  async function insertEarlierKey() {
    const store = sampleStore();
    await addStore(database, store);
    const keyring = createKeyring(Buffer.from(hex, 'hex'));
    const key = newKey();
    const record = sampleKey(store.id, { hash: keyring.hashKey(key).slice(9) });
    await database.db('api_keys').insert({ ...record, sealed: keyring.seal(record.id, key).slice(9) });
    return { id: record.id, key };
  }

  it('creates one master key when several processes open a new database at once', async () => {
    const opening = Array.from({ length: 4 }, () => openKeyring(settings, database));
    const keyrings = await Promise.all(opening);
    const key = newKey();
    expect(new Set(keyrings.map((keyring) => keyring.hashKey(key))).size).toBe(1);
    expect(readdirSync(database.dataDir).filter((name) => name.startsWith('master.key'))).toEqual([
      'master.key',
    ]);
  });

  it('never replaces a lost master key of a database that a keyring was opened over', async () => {
    await openKeyring(settings, database);
    rmSync(masterKeyFile());
    const opening = openKeyring(settings, database);
    await expect(opening).rejects.toThrow(/^[^\n]*master\.key is missing[^\n]*restore the file[^\n]*$/);
    await expect(opening).rejects.toThrow(ConfigError);
    expect(readdirSync(database.dataDir)).not.toContain('master.key');
  });

  it('never replaces a lost master key of a database of an earlier version that has API keys', async () => {
    const { id, key } = await insertEarlierKey();
    await expect(openKeyring(settings, database)).rejects.toThrow(/master\.key is missing/);
    expect(readdirSync(database.dataDir)).not.toContain('master.key');
    writeFileSync(masterKeyFile(), `${hex}\n`, { mode: 0o600 });
    const keyring = await openKeyring(settings, database);
    const record = await findKeyOfAnyStore(database.database, id);
    expect(keyring.open(id, record.sealed)).toBe(key);
    expect(await readKeyByHash(database.database, keyring.hashesOf(key))).toMatchObject({ key: { id } });
  });

  it('never replaces a lost master key of a database of an earlier version that has connections only', async () => {
    const sealed_headers = createKeyring(Buffer.from(hex, 'hex')).sealText('con_1', '{}').slice(9);
    const connection = {
      id: 'con_1',
      store_id: null,
      scope: '*',
      type: 'orders',
      url: 'https://tools.example/',
      sealed_headers,
      allow_private: false,
      created_at: '2026-01-02T03:04:05.678Z',
    };
    await database.db('connections').insert(connection);
    await expect(openKeyring(settings, database)).rejects.toThrow(/master\.key is missing/);
    expect(readdirSync(database.dataDir)).not.toContain('master.key');
  });

  it('rejects a master key that is not the one of the database, and leaves both unchanged', async () => {
    await insertEarlierKey();
    const wrong = { ...settings, masterKey: otherHex };
    const rejected = /belong to another master key/;
    await expect(openKeyring(wrong, database)).rejects.toThrow(rejected);
    await openKeyring({ ...settings, masterKey: hex }, database);
    await expect(openKeyring(wrong, database)).rejects.toThrow(rejected);
    writeFileSync(masterKeyFile(), `${otherHex}\n`, { mode: 0o600 });
    await expect(openKeyring(settings, database)).rejects.toThrow(rejected);
    expect(readFileSync(masterKeyFile(), 'utf8')).toBe(`${otherHex}\n`);
  });

  it('seals with the master key of the database while MASTER_KEY has a newer one', async () => {
    const before = await openKeyring({ ...settings, masterKey: hex }, database);
    const rotating = { ...settings, masterKey: otherHex, masterKeyPrevious: hex };
    const during = await openKeyring(rotating, database);
    const key = newKey();
    expect(before.open('key_1', during.seal('key_1', key))).toBe(key);
    expect(before.hashKey(key)).toBe(during.hashKey(key));
  });
});
