import { readConnection } from '../db/connections.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MasterKeySettings, openMasterKeys } from '../auth/master-key.ts';
import { openKeyring } from '../auth/open-keyring.ts';
import { openDatabase } from '../db/connect.ts';
import { readKeyByHash } from '../db/api-keys.ts';
import { type Context, createDatabase, type Database } from '../db/database.ts';
import { addStore, connectTools, issueKey } from '../testing/test-shop.ts';
import { systemClock } from '../support/clock.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { openHeaders } from '../tools/remote-connection.ts';
import { createKey, type RevealedKey, revealKey, revokeKey } from './api-keys.ts';
import { removeConnection } from './connections.ts';
import { setWebhook } from './notices.ts';
import { rotateMasterKey } from './rotate-master-key.ts';
import { operatorActor } from './audit.ts';

const store = sampleStore();
const connectionInput = { store_id: null, url: 'https://tools.example/mcp', allow_private: false };

describeOnEngines('rotating the master key', ({ create }) => {
  let database: TestDatabase;
  let config: MasterKeySettings;
  beforeEach(async () => {
    database = await create();
    config = { masterKey: null, masterKeyPrevious: null, dataDir: database.dataDir };
    await addStore(database, store);
  });
  afterEach(() => database.close());

  /** As another process would. */
  async function openKeys(settings = config) {
    return {
      database: database.database,
      keyring: await openKeyring(settings, database),
      clock: systemClock,
    };
  }
  type KeyDeps = Awaited<ReturnType<typeof openKeys>>;

  const change = <Result>(verb: (context: Context) => Promise<Result>) =>
    database.database.change({ store, actor: operatorActor }, verb);
  const reveal = async ({ keyring }: KeyDeps, keyId = '') =>
    (await change((context) => revealKey(context, keyring, keyId))).key;
  const revoke = (keyId = '') => change((context) => revokeKey(context, keyId));

  const rotate = (settings = config) => rotateMasterKey({ config: settings, ...database });
  const linesOf = () => readFileSync(join(database.dataDir, 'master.key'), 'utf8').trim().split('\n');

  async function addSecrets(deps: KeyDeps, count: number) {
    const keys = await change(async (context) => {
      const created: RevealedKey[] = [];
      while (created.length < count) created.push(await createKey(context, deps.keyring));
      return created;
    });
    const input = { ...connectionInput, type: 'orders', headers: { authorization: 'Bearer secret' } };
    const url = 'https://help.shop.example/hook';
    const secret = await change((context) => setWebhook(context, deps.keyring, { url }));
    return { keys, connection: await connectTools(deps, input), secret };
  }

  async function expectUsable(
    settings: MasterKeySettings,
    { keys, connection, secret }: Awaited<ReturnType<typeof addSecrets>>,
  ) {
    const deps = await openKeys(settings);
    for (const { key, record } of keys) {
      expect(await reveal(deps, record.id)).toBe(key);
      expect(await readKeyByHash(deps.database, deps.keyring.hashesOf(key))).toMatchObject({
        key: { id: record.id },
      });
    }
    const found = await readConnection(database.database, null, connection.type);
    expect(openHeaders(deps.keyring, found ?? connection)).toEqual({ authorization: 'Bearer secret' });
    const webhook = await change(async ({ tables }) => tables('webhooks').first());
    expect(deps.keyring.openText(webhook?.id ?? '', webhook?.sealed_secret ?? '')).toBe(secret);
  }

  it('seals every API key and connection anew, in several batches, and drops the old key', async () => {
    const before = await openKeys();
    const secrets = await addSecrets(before, 205);
    await revoke(secrets.keys[0]?.record.id);
    const [old] = linesOf();
    const { masterKeyId, ...counts } = await rotate();
    expect(counts).toEqual({ apiKeys: 205, connections: 2, unopened: [] });
    expect(linesOf()).toEqual([expect.not.stringContaining(old ?? '')]);
    expect(
      openMasterKeys(config)
        .all()
        .map(({ id }) => id),
    ).toEqual([masterKeyId]);
    const rows = await database.db('api_keys').select('hash', 'sealed');
    for (const { hash, sealed } of rows) {
      expect([hash, sealed]).toEqual([hash, sealed].map(() => expect.stringMatching(`^${masterKeyId}\\.`)));
    }
    await expectUsable(config, { ...secrets, keys: secrets.keys.slice(1, 4) });
  });

  it('goes on after a crash: with a new key in front of the file, and with half of the secrets sealed', async () => {
    const secrets = await addSecrets(await openKeys(), 3);
    const crashAfter = (kept: number) => {
      let changes = 0;
      const changeAll: Database['changeAll'] = (actor, verb) => {
        changes += 1;
        return changes <= kept
          ? database.database.changeAll(actor, verb)
          : Promise.reject(new Error('crash'));
      };
      return rotateMasterKey({ config, database: { ...database.database, changeAll } });
    };
    // The id of the new key is a change of its own.
    await expect(crashAfter(1)).rejects.toThrow('crash');
    const [added, old] = linesOf();
    await expectUsable(config, secrets);
    await expect(crashAfter(2)).rejects.toThrow('crash');
    expect(linesOf()).toEqual([added, old]);
    await expectUsable(config, secrets);
    expect(await rotate()).toMatchObject({ apiKeys: 0, connections: 2 });
    expect(linesOf()).toEqual([added]);
    await expectUsable(config, secrets);
  });

  it('agrees on one new key when two operators rotate at once', async () => {
    const secrets = await addSecrets(await openKeys(), 5);
    // Another process; in SQLite, two connections of one process would block each other.
    const second = database.databaseUrl === null ? database.db : await openDatabase(database);
    const other = rotateMasterKey({
      config,
      database: createDatabase(second, { clock: systemClock }),
    });
    const outcomes = await Promise.allSettled([rotate(), other]);
    if (second !== database.db) await second.destroy();
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(linesOf()).toHaveLength(1);
    await expectUsable(config, secrets);
  });

  it('rejects secrets of a process that still seals with the old key: nothing would open them', async () => {
    const outdated = await openKeys();
    const { key, record } = await issueKey(outdated, store);
    await rotate();
    await expect(issueKey(outdated, store)).rejects.toMatchObject({ code: 'conflict' });
    const input = { ...connectionInput, type: 'returns', headers: {} };
    const connecting = connectTools(outdated, input);
    await expect(connecting).rejects.toMatchObject({ code: 'conflict' });
    expect(await reveal(outdated, record.id)).toBe(key);
  });

  it('rotates from MASTER_KEY_PREVIOUS to MASTER_KEY, which is required', async () => {
    const [old, next] = [
      { ...config, masterKey: '0a'.repeat(32) },
      { ...config, masterKey: '0b'.repeat(32) },
    ];
    const secrets = await addSecrets(await openKeys(old), 2);
    await expect(rotate(old)).rejects.toThrow(/set MASTER_KEY to a new master key and MASTER_KEY_PREVIOUS/);
    const both = { ...next, masterKeyPrevious: old.masterKey };
    await expectUsable(both, secrets);
    expect(await rotate(both)).toMatchObject({ apiKeys: 2, connections: 2, unopened: [] });
    await expectUsable(next, secrets);
    await expect(openKeys(old)).rejects.toThrow(/another master key/);
  });

  it('keeps the old key while an active secret does not open, and names it', async () => {
    const deps = await openKeys();
    const { keys, connection } = await addSecrets(deps, 1);
    const { key, record } = await issueKey(deps, store);
    const damaged = record.id;
    await database.db('api_keys').where({ id: damaged }).update({ sealed: 'damaged' });
    await database.db('connections').update({ sealed_headers: 'damaged' });
    expect(await rotate()).toMatchObject({ apiKeys: 1, unopened: [damaged, connection.id] });
    expect(linesOf()).toHaveLength(2);
    const hashes = (await openKeys()).keyring.hashesOf(key);
    expect(await readKeyByHash(deps.database, hashes)).toMatchObject({ key: { id: damaged } });
    expect(await reveal(deps, keys[0]?.record.id)).toBe(keys[0]?.key);
    await revoke(damaged);
    await database.database.changeAll(operatorActor, (context) =>
      removeConnection(context, null, connection.type),
    );
    expect(await rotate()).toMatchObject({ apiKeys: 0, unopened: [] });
    expect(linesOf()).toHaveLength(1);
  });
});
