import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Database } from 'better-sqlite3';

const sync = promisify(fdatasync);

/** The write-ahead log of a SQLite connection, opened beside SQLite to wait for the disk. */
export interface WriteAheadLog {
  /**
   * Resolves when everything that was committed since the last success is on disk. The wait is a thread's, not the event
   * loop's. Rejects with what the system says: then only `emptyLog` can tell what is on disk.
   */
  toDisk(): Promise<void>;
  close(): void;
}

/**
 * Opens the log, which stays the same file for as long as the connection is open. It has no locks that closing it could
 * release. Throws what the system says.
 */
export function openLog(connection: Database): WriteAheadLog {
  // At once: a turn through the thread pool costs more than to open and to close.
  const log = openSync(`${fileOf(connection)}-wal`, 'r+');
  return { toDisk: () => sync(log), close: () => closeSync(log) };
}

const files = new WeakMap<Database, string>();

/** SQLite's own name of the file, which follows links, and stays the same for a connection. */
function fileOf(connection: Database): string {
  let file = files.get(connection);
  if (file === undefined) {
    const [main] = connection.pragma('database_list') as { file: string }[];
    files.set(connection, (file = main?.file ?? connection.name));
  }
  return file;
}

/**
 * Brings everything that is in the log into the database, on disk. After the disk has refused the log once, what is
 * appended behind that place could not be read after a power cut. Throws when it is not done.
 */
export function emptyLog(connection: Database): void {
  const [outcome] = connection.pragma('wal_checkpoint(truncate)') as { busy: number }[];
  if (outcome?.busy !== 0) throw new Error('the write-ahead log is in use and could not be emptied');
}
