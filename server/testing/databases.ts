import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, inject } from 'vitest';
import { connectPostgres, openDatabase } from '../db/connect.ts';
import { createDatabase } from '../db/database.ts';
import { systemClock } from '../support/clock.ts';
import { randomAlphanumerics } from '../support/ids.ts';
import { createTestDatabase, createTestFolder, type TestDatabase } from './database.ts';

export interface TestDatabaseKind {
  readonly name: 'SQLite' | 'PostgreSQL';
  create(): Promise<TestDatabase>;
}

/** For `describe.each`: SQLite in a file, and a real PostgreSQL. */
export const databases: readonly TestDatabaseKind[] = [
  { name: 'SQLite', create: createTestDatabase },
  { name: 'PostgreSQL', create: createPostgresTestDatabase },
];

/** `describe.each(databases)` where both engines get the same statements: the tests on PostgreSQL are nightly. */
export function describeOnEngines(title: string, tests: (kind: TestDatabaseKind) => void): void {
  for (const kind of databases) {
    const tags = kind.name === 'PostgreSQL' ? ['nightly'] : [];
    describe(`${title} in ${kind.name}`, { tags }, () => {
      tests(kind);
    });
  }
}

/** A new migrated PostgreSQL database, dropped by `close`. */
async function createPostgresTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = await requestCluster();
  template ??= createTemplate(clusterUrl);
  const { name, url } = await createOn(clusterUrl, `template ${await template}`);
  const dataDir = createTestFolder();
  const db = await openDatabase({ databaseUrl: url, dataDir });
  return {
    db,
    database: createDatabase(db, { clock: systemClock }),
    databaseUrl: url,
    dataDir,
    async close() {
      await db.destroy();
      await administer(clusterUrl, `drop database ${name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

let template: Promise<string> | undefined;

/** The name of a migrated database, which the run's end drops with its cluster. */
async function createTemplate(clusterUrl: string): Promise<string> {
  const { name, url } = await createOn(clusterUrl);
  await (await openDatabase({ databaseUrl: url, dataDir: '' })).destroy();
  return name;
}

async function createOn(clusterUrl: string, options = ''): Promise<{ name: string; url: string }> {
  const name = `test_${randomAlphanumerics(12).toLowerCase()}`;
  await administer(clusterUrl, `create database ${name} ${options}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href };
}

async function requestCluster(): Promise<string> {
  const reply = await text(connect(inject('postgresOnDemand')));
  if (reply.startsWith('error: ')) throw new Error(`These tests need PostgreSQL. ${reply}`);
  return reply;
}

async function administer(clusterUrl: string, sql: string): Promise<void> {
  const db = connectPostgres(clusterUrl);
  try {
    await db.raw(sql);
  } finally {
    await db.destroy();
  }
}
