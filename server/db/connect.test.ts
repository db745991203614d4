import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { connectDatabase } from './connect.ts';

describe('connecting', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = createTestFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('makes the folder and a SQLite file that is private, durable, and checks references', async () => {
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

  it('takes the write lock when a transaction begins, so that two of them queue up instead of failing', async () => {
    const first = await connectDatabase({ databaseUrl: null, dataDir });
    const second = await connectDatabase({ databaseUrl: null, dataDir });
    try {
      await first.raw('create table counter (value integer)');
      await second.raw('pragma busy_timeout = 0');
      await first.transaction(async (trx) => {
        await trx('counter').select();
        await expect(second.transaction(async () => {})).rejects.toThrow('database is locked');
      });
      await second.transaction((trx) => trx('counter').insert({ value: 1 }));
      expect(await first('counter').select()).toEqual([{ value: 1 }]);
    } finally {
      await first.destroy();
      await second.destroy();
    }
  });

  it('says in one line that a file is not a database', async () => {
    writeFileSync(
      join(dataDir, 'service.db'),
      'This is a letter, and it is long enough to be read as a header.\n',
    );
    await expect(connectDatabase({ databaseUrl: null, dataDir })).rejects.toThrow(
      /^cannot open the database .*service\.db: file is not a database$/,
    );
  });

  it('says in one line that PostgreSQL does not answer, without the password', async () => {
    const databaseUrl = 'postgres://someone:secret-word@127.0.0.1:1/shop';
    await expect(connectDatabase({ databaseUrl, dataDir })).rejects.toThrow(
      /^cannot open the database postgres:\/\/127\.0\.0\.1:1\/shop: connect ECONNREFUSED 127\.0\.0\.1:1$/,
    );
  });

  it('refuses an address of another kind', async () => {
    await expect(connectDatabase({ databaseUrl: 'mysql://localhost/shop', dataDir })).rejects.toThrow(
      'DATABASE_URL',
    );
  });
});
