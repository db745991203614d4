import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fdatasync);

/**
 * Resolves when everything that is committed in the write-ahead log of a SQLite file is on disk. The wait is a thread's,
 * not the event loop's. The log stays the same file for as long as a connection is open, and has no locks that closing
 * it here could release. Rejects with what the system says.
 */
export async function syncWal(databaseFile: string): Promise<void> {
  // At once: a turn through the thread pool costs more than to open and to close.
  const wal = openSync(`${databaseFile}-wal`, 'r+');
  try {
    await sync(wal);
  } finally {
    closeSync(wal);
  }
}
