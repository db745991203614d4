import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import knexModule, { type Knex } from 'knex';
import { DatabaseError } from './database-error.ts';
import { knexLog } from './knex-log.ts';
import { ImmediateSqliteClient } from './sqlite-client.ts';
import { keepSqliteHandle } from './sqlite-handle.ts';

/** How long a writer waits for another process's commit, in milliseconds. */
const busyTimeout = 5_000;

/** A pool of one: SQLite has one writer, and the driver is synchronous. Makes the folder where it is missing. */
export function connectSqlite(file: string): Knex {
  makeFile(file);
  const db = knexModule.knex({
    client: ImmediateSqliteClient,
    connection: { filename: file },
    useNullAsDefault: true,
    log: knexLog,
    pool: {
      min: 1,
      max: 1,
      afterCreate(connection: Database, done: (error: Error | null, connection: Database) => void) {
        keepSqliteHandle(db, connection);
        done(prepareConnection(connection), connection);
      },
    },
  });
  return db;
}

// Conversations are in there: the file is its owner's only, and SQLite gives its companions the same rights.
function makeFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw new DatabaseError(`cannot make the database ${file} (DATA_DIR says where): ${String(error)}`, {
      cause: error,
    });
  }
}

const wanted = {
  journal_mode: 'wal',
  // FULL: an acknowledged write must survive a power cut, and the driver's own default for WAL is NORMAL.
  synchronous: 2,
  foreign_keys: 1,
  // 16 MB, in KiB with a minus, taken as they are needed: in SQLite's own 2 MB the pages of a busy shop come and go.
  cache_size: -16_384,
} as const;

/** Sets the pragmas and reads them back: SQLite ignores one that it cannot set. */
function prepareConnection(connection: Database): Error | null {
  try {
    connection.pragma(`busy_timeout = ${busyTimeout}`);
    for (const [name, value] of Object.entries(wanted)) {
      connection.pragma(`${name} = ${value}`);
      const actual = connection.pragma(name, { simple: true });
      if (actual !== value) return new DatabaseError(`SQLite keeps ${name}=${String(actual)}, need ${value}`);
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error : new DatabaseError(String(error));
  }
}
