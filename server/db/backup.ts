import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { draftOf, syncFolder } from '../support/atomic-file.ts';
import { connectDatabase, DatabaseError, migrateDatabase, openDatabase, withDatabase } from './connect.ts';
import { recordDatabase } from './database-marker.ts';
import { draftLock, draftPrefix, lockFile, removeAbandonedRestores } from './serve-lock.ts';
import { countRows, findDamage, type RowCounts } from './integrity.ts';

export type BackupReport = Awaited<ReturnType<typeof writeBackup>>;

/**
 * Writes all rows committed so far to a new SQLite file, which only its owner may read, and verifies it. Other
 * processes may write at the same time. Throws DatabaseError when the file exists or cannot be written.
 */
export async function writeBackup(db: Knex, file: string) {
  if (existsSync(file)) throw new DatabaseError(`${file} exists already: name a new file`);
  const draft = draftOf(file);
  try {
    const rows = await writeDraft(db, draft);
    renameSync(draft, file);
    syncFolder(file);
    return { bytes: statSync(file).size, rows };
  } catch (error) {
    throw new DatabaseError(`cannot write the backup ${file}: ${reasonOf(error)}`, { cause: error });
  }
}

async function writeDraft(db: Knex, draft: string): Promise<RowCounts> {
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    await db.raw('vacuum into ?', [draft]);
    const rows = await verifyDraft(db, draft);
    syncFile(draft);
    return rows;
  } catch (error) {
    rmSync(draft);
    throw error;
  }
}

async function verifyDraft(db: Knex, draft: string): Promise<RowCounts> {
  await db.raw('attach database ? as backup', [draft]);
  try {
    requireIntact(await findDamage(db, 'backup'));
    return await countRows(db, 'backup');
  } finally {
    await db.raw('detach database backup');
  }
}

/**
 * Makes a backup the database of a data folder that has none, with its tables brought up to date. `verify` may reject
 * the opened backup before anything is in place. Throws DatabaseError.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  verify: (db: Knex) => Promise<void>,
): Promise<RowCounts> {
  requireNoDatabase(dataDir);
  if (existsSync(`${file}-wal`)) {
    throw new DatabaseError(`${file} has a ${file}-wal: it is a database in use, not a backup`);
  }
  if (!existsSync(file)) throw new DatabaseError(`cannot restore ${file}: there is no such file`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  removeAbandonedRestores(dataDir);
  const folder = mkdtempSync(join(dataDir, draftPrefix));
  const lock = lockFile(join(folder, draftLock));
  try {
    const draft = join(folder, 'service.db');
    const rows = await prepareDraft(file, folder, verify);
    syncFile(draft);
    // Fails when a service that started since then has created a database.
    linkSync(draft, join(dataDir, 'service.db'));
    syncFolder(join(dataDir, 'service.db'));
    const location = { databaseUrl: null, dataDir };
    // The marker of a database that was lost must not reject the restored one.
    await withDatabase(openDatabase(location), (db) => recordDatabase(db, location));
    return rows;
  } catch (error) {
    throw new DatabaseError(`cannot restore ${file}: ${reasonOf(error)}`, { cause: error });
  } finally {
    lock?.release();
    rmSync(folder, { recursive: true, force: true });
  }
}

function requireNoDatabase(dataDir: string): void {
  const names = ['service.db', 'service.db-wal', 'service.db-shm'];
  const existing = names.filter((name) => existsSync(join(dataDir, name)));
  if (existing.length === 0) return;
  throw new DatabaseError(
    `${dataDir} has a database: stop the service and move ${existing.join(', ')} to another folder first`,
  );
}

async function prepareDraft(
  file: string,
  folder: string,
  verify: (db: Knex) => Promise<void>,
): Promise<RowCounts> {
  const copy = join(folder, 'service.db');
  copyFileSync(file, copy);
  // The copy has the mode of the backup, which others may be able to read, and its owner not to write.
  chmodSync(copy, 0o600);
  return withDatabase(connectDatabase({ databaseUrl: null, dataDir: folder }), async (db) => {
    requireIntact(await findDamage(db));
    if (!(await db.schema.hasTable('schema_migrations'))) throw new DatabaseError('it is not a backup');
    await migrateDatabase(db);
    await verify(db);
    return countRows(db);
  });
}

function requireIntact(damage: readonly string[]): void {
  if (damage.length > 0) throw new DatabaseError(`it is damaged: ${damage[0]}`);
}

function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
