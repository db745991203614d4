import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Config } from '../config/config.ts';
import { hasCode, replaceFile } from '../support/atomic-file.ts';
import {
  connectDatabase,
  DatabaseError,
  type DatabaseLocation,
  migrateDatabase,
  prepared,
} from './connect.ts';
import { removeAbandonedRestores } from './serve-lock.ts';
import { createWriter } from './write.ts';

/** What `database.json` in the data folder has recorded: the database's id, and rows that the service never removes. */
interface Marker {
  readonly id: string;
  readonly stores: number;
  readonly apiKeys: number;
}

/**
 * Opens the database as `openDatabase` does, after comparing it with the marker of the data folder (decision 0037).
 * Throws DatabaseError when the database is another one, or has lost stores or keys.
 */
export async function openKnownDatabase(location: DatabaseLocation): Promise<Knex> {
  return prepared(await connectKnownDatabase(location), async (db) => {
    await migrateDatabase(db);
    await recordDatabase(db, location);
  });
}

/** `openKnownDatabase` for the process that serves requests: tables are brought up to date without its time limits. */
export async function openServingDatabase(
  location: DatabaseLocation & Pick<Config, 'databaseDeadlineMs'>,
): Promise<Knex> {
  const known = await openKnownDatabase(location);
  await known.destroy();
  return connectDatabase(location, location.databaseDeadlineMs);
}

/** `openKnownDatabase` without migrations and without writing: a backup can still be restored into an empty database. */
export async function connectKnownDatabase(location: DatabaseLocation): Promise<Knex> {
  requireDatabaseFiles(location);
  return prepared(await connectDatabase(location), async (db) => {
    const marker = readMarker(location);
    if (marker !== undefined) requireRecordedRows(location, marker, await describeDatabase(db));
  });
}

/**
 * Throws DatabaseError when a file of the SQLite database is missing; to be called before it is opened, which would
 * create the file anew. Removes what killed restores have left. SQLite creates `service.db-wal` before `service.db-shm`, and removes it after.
 */
export function requireDatabaseFiles(location: DatabaseLocation): void {
  if (location.databaseUrl !== null) return;
  removeAbandonedRestores(location.dataDir);
  const file = join(location.dataDir, 'service.db');
  const marker = markerOf(location);
  if (existsSync(marker) && !existsSync(file)) {
    const cure = `check DATA_DIR, restore a backup, or remove ${marker} to start anew`;
    throw new DatabaseError(`${file} is missing, which ${marker} has recorded: ${cure}`);
  }
  const isWalMissing = () => existsSync(`${file}-shm`) && !existsSync(`${file}-wal`);
  // Twice: another process may have closed or opened the database between the two queries.
  if (isWalMissing() && isWalMissing()) {
    const cure = `bring it back, restore a backup, or remove ${file}-shm to continue without them`;
    throw new DatabaseError(`${file}-wal is missing, and with it the last changes: ${cure}`);
  }
}

/**
 * Updates the marker when stores or keys were added. Call it after the commit, and before their creation is
 * acknowledged. Nothing is written before the first store, nor, with PostgreSQL, where the data folder is not writable.
 */
export async function recordDatabase(db: Knex, location: DatabaseLocation): Promise<void> {
  const recorded = readMarker(location);
  const actual = await describeDatabase(db);
  if (recorded === undefined && actual.stores === 0) return;
  if (JSON.stringify(recorded) === JSON.stringify(actual)) return;
  await createWriter(db)(async (trx) => {
    // Count again under a lock: an earlier count must not replace the later one of another process.
    await lockDatabaseId(trx);
    writeMarker(location, await describeDatabase(trx));
  });
}

/** Gives a database without an id one. Until the commit, other processes wait here; SQLite has one writer anyway. */
async function lockDatabaseId(trx: Knex.Transaction): Promise<void> {
  await trx('service_state').insert({ name: idName, value: randomUUID() }).onConflict('name').ignore();
  await trx('service_state').where({ name: idName }).forUpdate().first();
}

function writeMarker(location: DatabaseLocation, marker: Marker): void {
  try {
    mkdirSync(location.dataDir, { recursive: true, mode: 0o700 });
    // Not a secret: the operator's command and the service may run as different users.
    replaceFile(markerOf(location), `${JSON.stringify(marker)}\n`, 0o644);
  } catch (error) {
    if (location.databaseUrl === null || !hasCode(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
  }
}

function requireRecordedRows(location: DatabaseLocation, recorded: Marker, actual: Marker): void {
  const database = location.databaseUrl === null ? join(location.dataDir, 'service.db') : 'of DATABASE_URL';
  const marker = markerOf(location);
  const cure = `check DATA_DIR and DATABASE_URL, restore a backup, or remove ${marker} to continue with this database`;
  if (actual.stores < recorded.stores || actual.apiKeys < recorded.apiKeys) {
    const has = `has ${actual.stores} stores and ${actual.apiKeys} API keys`;
    const had = `${marker} has recorded ${recorded.stores} and ${recorded.apiKeys}`;
    throw new DatabaseError(`the database ${database} ${has}, but ${had}: ${cure}`);
  }
  if (actual.id !== recorded.id) {
    throw new DatabaseError(`the database ${database} is not the one that ${marker} has recorded: ${cure}`);
  }
}

async function describeDatabase(db: Knex): Promise<Marker> {
  if (!(await db.schema.hasTable('service_state'))) return { id: '', stores: 0, apiKeys: 0 };
  return {
    id: await databaseId(db),
    stores: await count(db, 'stores'),
    apiKeys: await count(db, 'api_keys'),
  };
}

/** Names the row with the id of the database, which its copies and backups share. */
const idName = 'database_id';

async function databaseId(db: Knex): Promise<string> {
  const row = await db<{ name: string; value: string }>('service_state').where({ name: idName }).first();
  return row?.value ?? '';
}

async function count(db: Knex, table: string): Promise<number> {
  const counted = await db(table).count({ rows: '*' }).first();
  return Number(counted?.['rows']);
}

function readMarker(location: DatabaseLocation): Marker | undefined {
  const file = markerOf(location);
  if (!existsSync(file)) return undefined;
  try {
    const { id, stores, apiKeys }: Partial<Marker> = JSON.parse(readFileSync(file, 'utf8'));
    if (id === undefined || stores === undefined || apiKeys === undefined)
      throw new Error('a field is missing');
    return { id, stores, apiKeys };
  } catch (error) {
    throw new DatabaseError(`${file} cannot be read: remove it if the database is the right one`, {
      cause: error,
    });
  }
}

function markerOf({ dataDir }: DatabaseLocation): string {
  return join(dataDir, 'database.json');
}
