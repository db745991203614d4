import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { createRepositories } from '../db/create-repositories.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Repositories } from '../db/repositories.ts';

export interface TestDatabase {
  readonly db: Knex;
  readonly repositories: Repositories;
  /** Holds the SQLite file, and whatever else a test wants to leave there. */
  readonly dataDir: string;
  close(): Promise<void>;
}

/** A migrated SQLite database of one's own, in a temporary folder that `close` removes. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-service-'));
  const db = await openDatabase({ databaseUrl: null, dataDir });
  return {
    db,
    repositories: createRepositories(db),
    dataDir,
    async close() {
      await db.destroy();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
