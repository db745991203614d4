import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { connectDatabase } from './connect.ts';

describe('connecting', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = createTestFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('creates the folder and a SQLite file that is private, durable, and checks foreign keys', async () => {
    const folder = join(dataDir, 'new', 'folder');
    const db = await connectDatabase({ databaseUrl: null, dataDir: folder });
    try {
      await db.raw('create table anything (value integer)');
      for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
      const pragmas = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'];
      const values = [];
      for (const pragma of pragmas) values.push(await db.raw(`pragma ${pragma}`));
      expect(values).toEqual([
        [{ journal_mode: 'wal' }],
        [{ synchronous: 2 }],
        [{ foreign_keys: 1 }],
        [{ timeout: 5000 }],
      ]);
    } finally {
      await db.destroy();
    }
  });

  it('blocks the process that serves requests for a few milliseconds at most when SQLite is locked', async () => {
    const db = await connectDatabase({ databaseUrl: null, dataDir }, 2_000);
    try {
      expect(await db.raw('pragma busy_timeout')).toEqual([{ timeout: 10 }]);
    } finally {
      await db.destroy();
    }
  });

  it('waits until another process that starts on the empty folder has created the file', async () => {
    const other = new Database(join(dataDir, 'service.db'));
    other.exec('begin immediate');
    // SQLite rejects the switch to WAL at once, whatever the busy timeout is.
    expect(() => new Database(join(dataDir, 'service.db')).pragma('journal_mode = wal')).toThrow('locked');
    setTimeout(() => other.close(), 100);
    await (await connectDatabase({ databaseUrl: null, dataDir })).destroy();
  });

  it('reports in one line that a file is not a database', async () => {
    writeFileSync(
      join(dataDir, 'service.db'),
      'This is a letter, and it is long enough to be read as a header.\n',
    );
    await expect(connectDatabase({ databaseUrl: null, dataDir })).rejects.toThrow(
      /^cannot open the database .*service\.db: file is not a database$/,
    );
  });

  it('reports in one line that PostgreSQL cannot be reached, without the password', async () => {
    const databaseUrl = 'postgres://someone:secret-word@127.0.0.1:1/shop';
    await expect(connectDatabase({ databaseUrl, dataDir })).rejects.toThrow(
      /^cannot open the database postgres:\/\/127\.0\.0\.1:1\/shop: connect ECONNREFUSED 127\.0\.0\.1:1$/,
    );
  });

  it('rejects an address of another kind', async () => {
    await expect(connectDatabase({ databaseUrl: 'mysql://localhost/shop', dataDir })).rejects.toThrow(
      'DATABASE_URL',
    );
  });
});
