import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import knexModule, { type Knex } from 'knex';
import type { Config } from '../config/config.ts';
import { migrateDatabase } from './migrate.ts';
import { ImmediateSqliteClient } from './sqlite-client.ts';
import { keepSqliteHandle } from './sqlite-handle.ts';

export type DatabaseLocation = Pick<Config, 'databaseUrl' | 'dataDir'>;

/**
 * Opens PostgreSQL at `databaseUrl`, or without one the SQLite file `service.db` in `dataDir`, and asks it one
 * question. The caller destroys it. Throws DatabaseError, one line without the password, when it does not answer.
 */
export async function connectDatabase(location: DatabaseLocation): Promise<Knex> {
  const { databaseUrl, dataDir } = location;
  const file = join(dataDir, 'service.db');
  const name = databaseUrl === null ? file : describeUrl(databaseUrl);
  const db = databaseUrl === null ? connectSqlite(file) : connectPostgres(databaseUrl);
  try {
    await db.raw('select 1');
    return db;
  } catch (error) {
    await db.destroy();
    throw new DatabaseError(`cannot open the database ${name}: ${reasonOf(error)}`, { cause: error });
  }
}

function describeUrl(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new DatabaseError('DATABASE_URL must look like postgres://user:password@host:5432/name');
  }
  return `${url.protocol}//${url.host}${url.pathname}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n', 1)[0] ?? text;
}

/** A pool of up to ten connections, none kept open when idle. Nothing is asked yet. */
export function connectPostgres(databaseUrl: string): Knex {
  return knexModule.knex({
    client: 'pg',
    connection: {
      connectionString: databaseUrl,
      application_name: 'agent-service',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    },
    log: knexLog,
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 10_000,
  });
}

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

/** Connects and brings the tables up to date. The caller destroys it. Throws DatabaseError. */
export async function openDatabase(location: DatabaseLocation): Promise<Knex> {
  const db = await connectDatabase(location);
  try {
    await migrateDatabase(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** The database cannot be opened or is not fit for use: one line for the operator, without credentials. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

// Whatever Knex prints it also throws, and its text carries SQL and stacks that operators should not see.
const ignore = () => {};

export const knexLog: Knex.Logger = { warn: ignore, error: ignore, deprecate: ignore, debug: ignore };

/** Where the two databases need different words; everything else is the same SQL. */
export function isPostgres(db: Knex): boolean {
  return db.client.driverName === 'pg';
}
