import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup, writeBackup } from '../db/backup.ts';
import { openDatabase } from '../db/connect.ts';
import { openKnownDatabase } from '../db/database-marker.ts';
import { lockFile } from '../db/serve-lock.ts';
import { findDamage } from '../db/integrity.ts';
import { createTestFolder } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { runCommand } from '../testing/run-command.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { addStore } from '../testing/test-shop.ts';

const folders: string[] = [];
function newFolder(): string {
  const folder = createTestFolder();
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const agentInput = {
  name: 'Drill',
  type: 'product_recommendation',
  config: { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' },
};

/** Creates agents with several clients until `stop`; `ids` are those that were acknowledged so far. */
function startCreates(server: TestServer): { readonly ids: readonly string[]; stop(): Promise<unknown> } {
  const ids: string[] = [];
  let isRunning = true;
  const createUntilStopped = async (): Promise<void> => {
    while (isRunning) {
      const response = await server.api('/api/agents', { body: agentInput });
      expect(response.status).toBe(201);
      ids.push(((await response.json()) as { id: string }).id);
    }
  };
  const clients = Promise.all([1, 2, 3, 4].map(createUntilStopped));
  return {
    ids,
    stop() {
      isRunning = false;
      return clients;
    },
  };
}

it('a backup that is made under load and restored elsewhere has everything that was acknowledged before it', async () => {
  const server = await startTestServer({ environment: { LOG_LEVEL: 'silent' } });
  const file = join(newFolder(), 'drill.db');
  const { dataDir } = server.deps.config;
  const restored = newFolder();
  const creates = startCreates(server);
  await expect.poll(() => creates.ids.length).toBeGreaterThan(50);
  const acknowledged = [...creates.ids];
  const backup = await runCommand(dataDir, ['backup', file, '--json']);
  expect(backup).toMatchObject({ code: 0, stderr: '' });
  expect(creates.ids.length).toBeGreaterThan(acknowledged.length);
  await creates.stop();
  cpSync(join(dataDir, 'master.key'), join(restored, 'master.key'));
  const { key } = server.shop;
  await server.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await runInProcess(restored, ['restore', file])).toMatchObject({ code: 0, stderr: '' });
  const check = await runInProcess(restored, ['check', '--json']);
  expect(JSON.parse(check.stdout)).toEqual({
    problems: [],
    rows: JSON.parse(backup.stdout).rows,
    api_keys: { total: 2, opened: 2 },
    connection_secrets: { total: 0, opened: 0 },
  });
  const service = await startTestServer({ dataDir: restored });
  const list = await service.fetch('/api/agents', { headers: bearer(key) });
  const { agents } = (await list.json()) as { agents: { id: string }[] };
  const listed = new Set(agents.map(({ id }) => id));
  expect(acknowledged.filter((id) => !listed.has(id))).toEqual([]);
  await service.close();
});

describe('backup, restore and check', () => {
  let dataDir: string;
  let file: string;
  beforeAll(async () => {
    dataDir = newFolder();
    file = join(newFolder(), 'backup.db');
    await runInProcess(dataDir, ['stores', 'create', '--name', 'Lamps & Co', '--plan', 'pro']);
    await runInProcess(dataDir, ['connections', 'add', 'orders', '--url', 'https://tools.example/mcp']);
    await runInProcess(dataDir, ['backup', file]);
  });

  it('backup overwrites no file and leaves no draft', async () => {
    const before = readFileSync(file);
    const db = await openDatabase({ databaseUrl: null, dataDir });
    await expect(writeBackup(db, file)).rejects.toThrow(`${file} exists already: name a new file`);
    const nowhere = join(file, 'none', 'backup.db');
    await expect(writeBackup(db, nowhere)).rejects.toThrow(
      /^cannot write the backup .*backup\.db: ENOTDIR.*$/,
    );
    await db.destroy();
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(dirname(file))).toEqual(['backup.db']);
  });

  it('backup fails where there is no database, instead of writing an empty file', async () => {
    const empty = newFolder();
    const { code, stderr } = await runInProcess(empty, ['backup', join(empty, 'backup.db')]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `agent-service: there is no database in ${empty} (DATA_DIR sets the folder)\n`,
    });
    expect(readdirSync(empty)).toEqual([]);
  });

  it.each([
    ['stores', 'list'],
    ['keys', 'list', '--store', 'str_1'],
    ['users', 'list', '--store', 'str_1'],
    ['check'],
  ])('%s %s fails where there is no database, and creates none', async (...args) => {
    const empty = newFolder();
    const stderr = `agent-service: there is no database in ${empty} (DATA_DIR sets the folder)\n`;
    expect(await runInProcess(empty, args)).toEqual({ code: 1, stdout: '', stderr });
    expect(readdirSync(empty)).toEqual([]);
  });

  it('restore needs the master key of the backup, and puts nothing in place without it', async () => {
    const target = newFolder();
    const missing = await runInProcess(target, ['restore', file]);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toMatch(/^agent-service: cannot restore .*master\.key is missing, .*\n$/);
    const wrong = await runInProcess(target, ['restore', file], { env: { MASTER_KEY: '0'.repeat(64) } });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/^agent-service: cannot restore .*another master key.*\n$/);
    expect(readdirSync(target)).toEqual([]);
  });

  it('a restore that is killed leaves nothing that the next command does not remove, which leaves those in progress', async () => {
    const target = newFolder();
    const [killed, running] = ['restore-killed', 'restore-running'].map((name) => join(target, name));
    for (const folder of [killed, running]) mkdirSync(folder ?? '');
    cpSync(file, join(killed ?? '', 'service.db'));
    const lock = lockFile(join(running ?? '', 'restore.lock'));
    await runInProcess(target, ['stores', 'list']);
    expect(readdirSync(target)).toEqual(['restore-running']);
    lock?.release();
    await expect(restoreBackup(file, target, async () => {})).resolves.toMatchObject({ stores: 1 });
    expect(readdirSync(target).toSorted()).toEqual(['database.json', 'service.db']);
  });

  it('restore rejects a DATA_DIR that has a database or a part of one', async () => {
    for (const name of ['service.db', 'service.db-wal']) {
      const target = newFolder();
      writeFileSync(join(target, name), '');
      await expect(restoreBackup(file, target, async () => {})).rejects.toThrow(
        `${target} has a database: stop the service and move ${name} to another folder first`,
      );
    }
  });

  it('restore makes a database that its owner can read and write and others cannot, whatever the mode of the backup', async () => {
    for (const mode of [0o644, 0o400]) {
      const target = newFolder();
      const copy = join(newFolder(), 'copy.db');
      cpSync(file, copy);
      chmodSync(copy, mode);
      await restoreBackup(copy, target, async () => {});
      expect(statSync(join(target, 'service.db')).mode & 0o777).toBe(0o600);
    }
  });

  it('restore replaces the marker of the database that was lost', async () => {
    const target = newFolder();
    writeFileSync(join(target, 'database.json'), '{"id":"lost","stores":7,"apiKeys":7}');
    await restoreBackup(file, target, async () => {});
    const db = await openKnownDatabase({ databaseUrl: null, dataDir: target });
    expect(await db('stores').select('name')).toEqual([{ name: 'Lamps & Co' }]);
    await db.destroy();
  });

  it.each<[string, RegExp, (copy: string) => void]>([
    ['is missing', /there is no such file/, (copy) => rmSync(copy)],
    ['is empty', /it is not a backup/, (copy) => truncateSync(copy)],
    ['is another file', /not a database/, (copy) => writeFileSync(copy, 'A letter. '.repeat(100))],
    ['was truncated', /malformed/, (copy) => truncateSync(copy, 65_536)],
    ['has a damaged page', /it is damaged/, overwritePage],
    ['is a database in use', /-wal: it is a database in use/, (copy) => writeFileSync(`${copy}-wal`, '')],
  ])(
    'restore rejects a file that %s, in one line, and puts nothing in place',
    async (_what, reason, damage) => {
      const target = newFolder();
      const copy = join(newFolder(), 'copy.db');
      cpSync(file, copy);
      damage(copy);
      const restored = restoreBackup(copy, target, async () => {});
      await expect(restored).rejects.toThrow(reason);
      await expect(restored).rejects.toThrow(/^[^\n]*$/);
      expect(readdirSync(target)).toEqual([]);
    },
  );

  it('check exits with 1 and names the damage of a page', async () => {
    const damaged = newFolder();
    cpSync(dataDir, damaged, { recursive: true });
    overwritePage(join(damaged, 'service.db'));
    const { code, stdout, stderr } = await runInProcess(damaged, ['check']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'agent-service: the database is damaged: restore a backup\n',
    });
    expect(stdout).not.toBe('');
  });

  it('check exits with 1 when a secret does not open with the master key', async () => {
    const changed = newFolder();
    cpSync(dataDir, changed, { recursive: true });
    const db = await openDatabase({ databaseUrl: null, dataDir: changed });
    await db('connections').update({ sealed_headers: 'AAAA' });
    await db.destroy();
    const { code, stdout, stderr } = await runInProcess(changed, ['check']);
    expect(code).toBe(1);
    expect(stdout).toContain('1 of 1 API keys and 0 of 1 connection secrets open with the master key');
    expect(stderr).toMatch(/^agent-service: some secrets .*another master key\n$/);
  });

  it('check finds a row that refers to a missing one', async () => {
    const changed = newFolder();
    await restoreBackup(file, changed, async () => {});
    const db = await openDatabase({ databaseUrl: null, dataDir: changed });
    await db.raw('pragma foreign_keys = 0');
    await db('stores').delete();
    expect(await findDamage(db)).toContain('a row of api_keys refers to a missing row of stores');
    await db.destroy();
  });

  it.each([
    ['backup', 'pg_dump'],
    ['restore', 'pg_restore'],
  ])('%s names the tool of PostgreSQL when DATABASE_URL is set', async (command, program) => {
    const env = { DATABASE_URL: 'postgres://someone@127.0.0.1:1/shop' };
    const { code, stderr } = await runInProcess(dataDir, [command, 'file'], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^agent-service: .*${program}.*Backup and restore.*\\n$`));
  });
});

/** Overwrites a page that is in use: the root of a table. */
function overwritePage(databaseFile: string): void {
  const db = new SqliteDatabase(databaseFile, { readonly: true });
  const find = db.prepare("select rootpage from sqlite_schema where name = 'audit_log'");
  const page = Number(find.pluck().get());
  db.close();
  const descriptor = openSync(databaseFile, 'r+');
  writeSync(descriptor, Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096);
  closeSync(descriptor);
}

describe.each(databases.filter(({ name }) => name === 'PostgreSQL'))('check with $name', ({ create }) => {
  it('counts rows and the keys that open, in the schema of the connection', async () => {
    const database = await create();
    await addStore(database, sampleStore());
    const env = { DATABASE_URL: database.databaseUrl ?? '' };
    const { stdout } = await runInProcess(database.dataDir, ['check', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ rows: { stores: 1 }, api_keys: { total: 0, opened: 0 } });
    // Tables in another schema, to which the connection's search path leads.
    await database.db.raw('create schema shop');
    const url = new URL(database.databaseUrl ?? '');
    url.searchParams.set('options', '-csearch_path=shop');
    const other = { env: { DATABASE_URL: url.href } };
    const folder = newFolder();
    await runInProcess(folder, ['stores', 'create', '--name', 'Lamps', '--plan', 'pro'], other);
    const { stdout: counted } = await runInProcess(folder, ['check', '--json'], other);
    expect(JSON.parse(counted)).toMatchObject({ rows: { api_keys: 1 }, api_keys: { total: 1, opened: 1 } });
    await database.close();
  });
});
