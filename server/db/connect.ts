import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import knexModule, { type Knex } from 'knex';
import pg, { type Client } from 'pg';
import type { Config } from '../config/config.ts';
import { StandbyServer } from './guard.ts';
import { contained } from './migrations/0001-first-tables.ts';
import { loadMigration, migrationNames } from './migrations/migrations.ts';
import { parseRows } from './columns.ts';

export type DatabaseLocation = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Connects and brings the tables up to date. The caller destroys it. Throws DatabaseError. */
export async function openDatabase(location: DatabaseLocation): Promise<Knex> {
  return prepared(await connectDatabase(location), migrateDatabase);
}

/** The database after `prepare`; it is destroyed when that throws. */
export async function prepared(db: Knex, prepare: (db: Knex) => Promise<unknown>): Promise<Knex> {
  try {
    await prepare(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Runs `work` with a database that is opened for it and destroyed at its end. */
export async function withDatabase<Result>(
  opening: Promise<Knex>,
  work: (db: Knex) => Promise<Result>,
): Promise<Result> {
  const db = await opening;
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** How long requests wait for what a connection does (decision 0019); null for work that takes its time. */
export type DatabaseDeadline = number | null;

/**
 * Connects to PostgreSQL at `databaseUrl`, or without one to the SQLite file `service.db` in `dataDir`, and runs one
 * query. The caller destroys it. Throws DatabaseError when the database cannot be reached.
 */
export async function connectDatabase(
  { databaseUrl, dataDir }: DatabaseLocation,
  deadlineMs: DatabaseDeadline = null,
): Promise<Knex> {
  const file = join(dataDir, 'service.db');
  const name = databaseUrl === null ? file : describeUrl(databaseUrl);
  const db =
    databaseUrl === null ? connectSqlite(file, deadlineMs) : connectPostgres(databaseUrl, deadlineMs);
  return prepared(db, () =>
    queryOnce(db).catch((error: unknown) => {
      throw new DatabaseError(`cannot open the database ${name}: ${reasonOf(error)}`, { cause: error });
    }),
  );
}

/** How long a start waits for another process that creates the SQLite file. */
const openTimeoutMs = 5_000;

/**
 * Runs a query. While another process creates the SQLite file, SQLite rejects the switch to WAL without the busy
 * timeout: the query is repeated until then.
 */
async function queryOnce(db: Knex): Promise<void> {
  const end = performance.now() + openTimeoutMs;
  for (;;) {
    try {
      await db.raw('select 1');
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() > end) throw error;
      await wait(20);
    }
  }
}

/**
 * Brings the tables up to date and returns the names of the migrations that ran. All or nothing, and safe when
 * several processes start at once. Throws DatabaseError when the database is of a version that this one does not know any
 * more, or a newer one has migrated it so that this one cannot use it (README.md of this folder).
 */
export async function migrateDatabase(db: Knex): Promise<string[]> {
  if (!(await isMigrationPending(db))) return [];
  try {
    return await migrateInTransaction(db);
  } finally {
    // Knex turns it off for the whole pool when it migrates inside a transaction.
    db.client.config.postProcessResponse = parseRows;
  }
}

/** One outer transaction holds the lock: a process that is killed half-way leaves neither lock nor tables behind. */
function migrateInTransaction(db: Knex): Promise<string[]> {
  return db.transaction(async (trx) => {
    if (isPostgres(db)) await trx.raw('select pg_advisory_xact_lock(?)', [0x5c0fe]);
    // A write that needs no table takes SQLite's write lock (see db/write.ts). `user_version` is not used otherwise.
    else await trx.raw('pragma user_version = 0');
    // Another process may have brought them up to date since, or a newer version further.
    if (!(await isMigrationPending(trx))) return [];
    const [, names] = await trx.migrate.latest({ migrationSource, tableName: migrationTable });
    return names;
  });
}

const migrationTable = 'schema_migrations';

// Not Knex's own source: its migration names contain the file extension.
const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => migrationNames,
  getMigrationName: (name) => name,
  async getMigration(name) {
    const { up } = await loadMigration(name);
    // Knex wants it.
    return { up, down: () => Promise.reject(new DatabaseError('migrations only go forward')) };
  },
};

async function isMigrationPending(db: Knex): Promise<boolean> {
  if (!(await db.schema.hasTable(migrationTable))) return true;
  const rows: { name: string }[] = await db(migrationTable).select('name');
  const done = new Set(rows.map((row) => row.name));
  const missing = contained.find((name) => rows.length > 0 && !done.has(name));
  if (missing !== undefined) {
    const cure = 'start a version in between on it first, which has that migration on its own';
    throw new DatabaseError(`the database is too old for this program: it lacks ${missing}; ${cure}`);
  }
  const isPending = migrationNames.some((name) => !done.has(name));
  const unknown = [...done].filter((name) => !migrationNames.includes(name));
  const inTheWay = isPending ? unknown : unknown.filter(isTooNew);
  if (inTheWay.length === 0) return isPending;
  throw new DatabaseError(`the database is newer than this program: it has ${inTheWay.join(', ')}`);
}

/**
 * Whether a migration of a newer version needs more than this one knows. Migrations only add, so that the version before
 * works beside the new one; the name of one that removes ends with the number that a program must know: `-after-0018`.
 */
function isTooNew(name: string): boolean {
  const required = /-after-(\d{4})$/.exec(name)?.[1];
  return required !== undefined && !migrationNames.some((known) => known.startsWith(`${required}-`));
}

// Without it, error messages contain the values of the SQL: keys, prompts and what shoppers wrote would be logged.
const compileSqlOnError = false;

/** A pool of one: SQLite has one writer, and the driver is synchronous. Creates the file and its folder. */
function connectSqlite(file: string, deadlineMs: DatabaseDeadline): Knex {
  createPrivateFile(file);
  return knexModule.knex({
    client: 'better-sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    compileSqlOnError,
    postProcessResponse: parseRows,
    log: knexLog,
    pool: {
      min: 1,
      max: 1,
      afterCreate(connection: Database, done: (error: Error | null, connection: Database) => void) {
        done(
          setPragmas(connection, deadlineMs === null ? busyTimeoutMs.commands : busyTimeoutMs.requests),
          connection,
        );
      },
    },
  });
}

/**
 * Creates the file, and its folder, unless it exists. It holds conversations: only its owner may read it. SQLite gives -wal
 * and -shm the same mode. Throws DatabaseError.
 */
export function createPrivateFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    const text = `cannot create ${file} (DATA_DIR sets the folder): ${String(error)}`;
    throw new DatabaseError(text, { cause: error });
  }
}

/**
 * How long SQLite waits for another process's commit. The driver is synchronous: while it waits, the process does
 * nothing else. Requests wait in `write` instead, between short attempts.
 */
const busyTimeoutMs = { commands: 5_000, requests: 10 };

const pragmas = {
  journal_mode: 'wal',
  // FULL: an acknowledged write must survive a power failure, and the driver's own default for WAL is NORMAL.
  synchronous: 2,
  foreign_keys: 1,
  // 16 MB, in KiB with a minus. SQLite's default of 2 MB does not hold the pages of a busy shop.
  cache_size: -16_384,
} as const;

/** Sets the pragmas and reads them back: SQLite ignores one that it cannot set. */
function setPragmas(connection: Database, busyMs: number): Error | null {
  try {
    connection.pragma(`busy_timeout = ${busyTimeoutMs.commands}`);
    for (const [name, value] of Object.entries(pragmas)) {
      connection.pragma(`${name} = ${value}`);
      const actual = connection.pragma(name, { simple: true });
      if (actual !== value) return new DatabaseError(`SQLite keeps ${name}=${String(actual)}, need ${value}`);
    }
    connection.pragma(`busy_timeout = ${busyMs}`);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new DatabaseError(String(error));
  }
}

/** pg's client, with what shows whether it waits for a response. */
interface PostgresConnection extends Client {
  readonly readyForQuery: boolean;
}

/**
 * For `afterCreate` of Knex's pool: closes a new connection to a standby, to which a cached name leads after a failover. Busy
 * pools keep connections for as long as they respond, so the service would go on with a server that rejects its writes.
 */
function requirePrimary(connection: Client, done: (error: unknown, connection: Client) => void): void {
  connection
    .query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    .then(({ rows }) => {
      if (rows[0]?.standby) throw new StandbyServer();
      done(null, connection);
    })
    .catch((error: unknown) => {
      connection.end().catch(ignore);
      done(error, connection);
    });
}

/** Counts, sums and sequences as numbers, as SQLite returns them: pg's default for these types is text. */
const numberTypes: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];
const getTypeParser = (type: number) => (numberTypes.includes(type) ? Number : pg.types.getTypeParser(type));

/**
 * A pool of up to ten connections, none kept open when idle. Does not connect yet. For requests, connecting, waiting
 * for a connection and each query have the deadline: pg's own timer, because PgBouncer rejects `statement_timeout` as a
 * startup parameter. `write` sets it in its transactions.
 */
export function connectPostgres(databaseUrl: string, deadlineMs: DatabaseDeadline = null): Knex {
  return knexModule.knex({
    client: 'pg',
    connection: {
      connectionString: databaseUrl,
      application_name: 'agent-service',
      connectionTimeoutMillis: deadlineMs ?? 5_000,
      keepAlive: true,
      types: { getTypeParser },
      ...(deadlineMs !== null && { query_timeout: deadlineMs }),
    },
    compileSqlOnError,
    postProcessResponse: parseRows,
    log: knexLog,
    pool: {
      min: 0,
      max: 10,
      // After pg's timeout the connection still waits for its response: drop it, so that no query is queued behind it.
      validate: (connection: PostgresConnection) => connection.readyForQuery,
      ...(deadlineMs !== null && { afterCreate: requirePrimary }),
    },
    acquireConnectionTimeout: deadlineMs ?? 10_000,
  });
}

/** How much of the pool of connections is in use. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
}

/** The part of Knex's pool, which is tarn's, that counts. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

export function poolUse(db: Knex): PoolUse {
  // Knex does not type its pool.
  const pool: Pool = db.client.pool;
  return { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() };
}

/** Whether statements go to PostgreSQL, for what the two engines do in different ways. */
export function isPostgres(db: Knex): boolean {
  return db.client.driverName === 'pg';
}

/** Whether SQLite rejected a statement because another process holds a lock: it may work in a moment. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

// Knex also throws what it prints, and its text contains SQL and stacks that operators should not see.
const ignore = () => {};
const knexLog: Knex.Logger = { warn: ignore, error: ignore, deprecate: ignore, debug: ignore };

/** The database cannot be opened or used: one line for the operator, without credentials. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** The address without the password. */
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
