import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { createPrivateFile, DatabaseError, type DatabaseLocation, isLocked } from './connect.ts';

/** What the serving process holds. */
export interface ServeLock {
  release(): void;
}

/**
 * Makes this process the only one that serves the SQLite database of a data folder; with PostgreSQL many may serve. Throws
 * DatabaseError when another process serves it. The lock is SQLite's own, on a file of its own: commands may use the
 * database, and the kernel frees it when the process ends, however that happens (decision 0055).
 */
export function lockServing({ databaseUrl, dataDir }: DatabaseLocation): ServeLock {
  if (databaseUrl !== null) return { release: () => undefined };
  const file = join(dataDir, 'serve.lock');
  createPrivateFile(file);
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    // Nothing is ever written: the transaction stays open as long as the process serves.
    database.exec('begin exclusive');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    throw new DatabaseError(reasonOf(error, file, dataDir), { cause: error });
  }
}

function reasonOf(error: unknown, file: string, dataDir: string): string {
  if (!isLocked(error)) return `cannot lock ${file}: ${String(error)}`;
  const cure = 'stop it, or set DATABASE_URL to a PostgreSQL database, which many processes may serve';
  return `another process serves the SQLite database in ${dataDir}: ${cure}`;
}
