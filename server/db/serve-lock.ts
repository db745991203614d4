import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { createPrivateFile, DatabaseError, type DatabaseLocation, isLocked } from './connect.ts';

/** A file that this process holds. */
export interface FileLock {
  release(): void;
}

/**
 * Makes this process the only one that serves the SQLite database of a data folder; with PostgreSQL many may serve. Throws
 * DatabaseError when another process serves it.
 */
export function lockServing({ databaseUrl, dataDir }: DatabaseLocation): FileLock {
  if (databaseUrl !== null) return { release: () => undefined };
  const lock = lockFile(join(dataDir, 'serve.lock'));
  if (lock !== undefined) return lock;
  const cure = 'stop it, or set DATABASE_URL to a PostgreSQL database, which many processes may serve';
  throw new DatabaseError(`another process serves the SQLite database in ${dataDir}: ${cure}`);
}

/** Where `restore` prepares a database, with a file that it locks meanwhile. */
export const draftPrefix = 'restore-';
export const draftLock = 'restore.lock';

/** Removes what a `restore` has left that was killed. */
export function removeAbandonedRestores(dataDir: string): void {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  for (const name of names.filter((each) => each.startsWith(draftPrefix))) {
    const folder = join(dataDir, name);
    const lock = lockFile(join(folder, draftLock));
    if (lock === undefined) continue;
    lock.release();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Creates and locks a file; undefined while another process holds it. The lock is SQLite's own, on a file of its own: the
 * kernel frees it when the process ends, however that happens (decision 0055). Throws DatabaseError.
 */
export function lockFile(file: string): FileLock | undefined {
  createPrivateFile(file);
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    // Nothing is ever written: the transaction stays open until the release.
    database.exec('begin exclusive');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (isLocked(error)) return undefined;
    throw new DatabaseError(`cannot lock ${file}: ${String(error)}`, { cause: error });
  }
}
