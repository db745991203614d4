import { cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { sampleKey, sampleStore } from '../testing/sample-records.ts';
import { openKnownDatabase, recordDatabase } from './database-marker.ts';
import { addStore } from '../testing/test-shop.ts';
import { createDatabase } from './database.ts';
import { systemClock } from '../support/clock.ts';

// What a service leaves that is killed: its rows are in service.db-wal only.
let killed: string;
const folders: string[] = [];
function newFolder(): string {
  const folder = createTestFolder();
  folders.push(folder);
  return folder;
}
beforeAll(async () => {
  const location = { databaseUrl: null, dataDir: newFolder() };
  const db = await openKnownDatabase(location);
  for (const store of [sampleStore(), sampleStore(), sampleStore(), sampleStore()]) {
    await addStore({ database: createDatabase(db, { clock: systemClock }) }, store);
    await db('api_keys').insert(sampleKey(store.id));
  }
  await recordDatabase(db, location);
  killed = newFolder();
  cpSync(location.dataDir, killed, { recursive: true });
  await db.destroy();
  expect(statSync(join(killed, 'service.db-wal')).size).toBeGreaterThan(100_000);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

type FileOf = (name: string) => string;

/** A copy of the killed service's folder, changed by `damage`. */
function copyWith(damage: (file: FileOf) => void): string {
  const folder = newFolder();
  cpSync(killed, folder, { recursive: true });
  damage((name) => join(folder, name));
  return folder;
}

/** Opens and closes the database, and returns how many keys it has. */
async function open(dataDir: string): Promise<number> {
  const db = await openKnownDatabase({ databaseUrl: null, dataDir });
  try {
    return (await db('api_keys').select('id')).length;
  } finally {
    await db.destroy();
  }
}

const databaseFiles = ['service.db', 'service.db-wal', 'service.db-shm'];
const lostRows =
  /^the database .*service\.db has 0 stores and 0 API keys, but .*database\.json has recorded 4 and 4: .*restore a backup.*$/;

describe('a database whose service was killed', () => {
  it('opens with all of its rows', async () => {
    expect(await open(copyWith(() => {}))).toBe(4);
  });

  it('is not opened when service.db-wal is missing, by any command, and no new one is created', async () => {
    const folder = copyWith((file) => rmSync(file('service.db-wal')));
    for (const args of [
      ['serve', '--demo'],
      ['stores', 'list'],
      ['migrate'],
      ['check'],
      ['backup', 'file'],
    ]) {
      const { code, stdout, stderr } = await runInProcess(folder, args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^agent-service: .*service\.db-wal is missing.*restore a backup.*\n$/);
    }
    expect(existsSync(join(folder, 'service.db-wal'))).toBe(false);
  });

  it('opens without the lost rows when the operator removes what the message names', async () => {
    const folder = copyWith((file) => rmSync(file('service.db-wal')));
    rmSync(join(folder, 'service.db-shm'));
    await expect(open(folder)).rejects.toThrow(lostRows);
    rmSync(join(folder, 'database.json'));
    expect(await open(folder)).toBe(0);
  });

  it.each<[string, (file: FileOf) => void]>([
    [
      'and service.db-shm are missing',
      (file) => databaseFiles.slice(1).forEach((name) => rmSync(file(name))),
    ],
    ['is empty', (file) => truncateSync(file('service.db-wal'))],
    [
      'is overwritten at its start',
      (file) => {
        const bytes = readFileSync(file('service.db-wal'));
        writeFileSync(file('service.db-wal'), bytes.fill(0, 0, 4096));
      },
    ],
  ])('is not opened when service.db-wal %s, also at the next start', async (_what, damage) => {
    const folder = copyWith(damage);
    await expect(open(folder)).rejects.toThrow(lostRows);
    await expect(open(folder)).rejects.toThrow(lostRows);
  });

  it('is opened with all keys or not at all, wherever service.db-wal was truncated', async () => {
    const { size } = statSync(join(killed, 'service.db-wal'));
    const outcomes = new Set<unknown>();
    for (let tenths = 0; tenths <= 10; tenths += 1) {
      const length = Math.floor((size * tenths) / 10);
      const folder = copyWith((file) => truncateSync(file('service.db-wal'), length));
      outcomes.add(await open(folder).catch((error: Error) => error.name));
    }
    expect(outcomes).toEqual(new Set(['DatabaseError', 4]));
  });

  it('is not created anew when service.db is missing', async () => {
    const folder = copyWith((file) => databaseFiles.forEach((name) => rmSync(file(name))));
    await expect(open(folder)).rejects.toThrow(/^.*service\.db is missing.*restore a backup.*$/);
    expect(existsSync(join(folder, 'service.db'))).toBe(false);
    rmSync(join(folder, 'database.json'));
    expect(await open(folder)).toBe(0);
  });
});
