import { statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { emptyLog, openLog } from './write-ahead-log.ts';

let database: TestDatabase;
let connection: Database.Database;
beforeEach(async () => {
  database = await createTestDatabase();
  const link = join(database.dataDir, 'link.db');
  symlinkSync(join(database.dataDir, 'service.db'), link);
  connection = new Database(link);
});
afterEach(async () => {
  connection.close();
  await database.close();
});

describe('the write-ahead log', () => {
  it('is found behind a link, brought to disk and emptied', async () => {
    connection.exec('create table made (id)');
    const log = openLog(connection);
    await expect(log.toDisk()).resolves.toBeUndefined();
    log.close();
    await expect(log.toDisk()).rejects.toMatchObject({ code: 'EBADF' });
    const wal = join(database.dataDir, 'service.db-wal');
    expect(statSync(wal).size).toBeGreaterThan(0);
    emptyLog(connection);
    expect(statSync(wal).size).toBe(0);
  });

  it('is not emptied under a reader, and says so', () => {
    connection.exec('create table made (id)');
    const reader = new Database(join(database.dataDir, 'service.db'));
    reader.exec('begin');
    reader.prepare('select * from made').all();
    connection.exec('insert into made values (1)');
    connection.pragma('busy_timeout = 0');
    expect(() => emptyLog(connection)).toThrow('in use');
    reader.exec('commit');
    emptyLog(connection);
    reader.close();
  });
});
