import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { openDatabase } from '../db/connect.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { systemClock } from '../support/clock.ts';

export interface TestDatabase {
  readonly db: Knex;
  readonly database: Database;
  /** Null for SQLite, whose file is in `dataDir`. */
  readonly databaseUrl: string | null;
  /** A temporary folder, which `close` removes. */
  readonly dataDir: string;
  close(): Promise<void>;
}

/** A new migrated SQLite database, in a temporary folder that `close` removes. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const dataDir = await createMigratedFolder();
  const db = await openDatabase({ databaseUrl: null, dataDir });
  return {
    db,
    database: createDatabase(db, { clock: systemClock }),
    databaseUrl: null,
    dataDir,
    async close() {
      await db.destroy();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** For the environment of a service that tests start on a busy machine; tests of the deadline have its default. */
export const longDatabaseDeadline = { DATABASE_DEADLINE_SECONDS: '60' } as const;

/** The default. */
export const shortDatabaseDeadline = { DATABASE_DEADLINE_SECONDS: '2' } as const;

export function createTestFolder(): string {
  return mkdtempSync(join(tmpdir(), 'agent-service-'));
}

let migrated: Promise<Buffer> | undefined;

/** A test folder with a migrated SQLite database: a copy, since the migrations cost as much as a short test. */
export async function createMigratedFolder(): Promise<string> {
  migrated ??= migrateOnce();
  const file = await migrated;
  const folder = createTestFolder();
  writeFileSync(join(folder, 'service.db'), file, { mode: 0o600 });
  return folder;
}

async function migrateOnce(): Promise<Buffer> {
  const dataDir = createTestFolder();
  try {
    await (await openDatabase({ databaseUrl: null, dataDir })).destroy();
    return readFileSync(join(dataDir, 'service.db'));
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}
