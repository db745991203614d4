import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
// MERGE STUB: with the new db layer, import connectSqlite from server/db/connect.ts and createWriter from
// server/db/write.ts, and replace the body of `groupedWriter` (see there).
import { connectSqlite } from '../../server/db/connect-sqlite.ts';
import { createGroupCommit } from '../../server/db/group-commit.ts';
import { prepared } from '../../server/db/sqlite-handle.ts';
import { agentBody } from './peers/agent-body.ts';

// Durable inserts, 64 at once, through the service's writer and with a transaction for each: the same kind of file,
// the same connection settings. Reads { rounds, seconds } from standard input.

export interface WriteResult {
  /** Inserts in a second, one figure for each round. */
  readonly grouped: readonly number[];
  readonly single: readonly number[];
}

type Insert = (row: object) => Promise<unknown>;

const concurrency = 64;
const warmUpSeconds = 2;

function groupedWriter(db: Knex): Insert {
  // MERGE STUB: const write = createWriter(db); return (row) => write((trx) => trx('agents').insert(row));
  const writer = createGroupCommit(db);
  return (row) =>
    writer.write((connection) => {
      const { sql, bindings } = db('agents').insert(row).toSQL().toNative();
      prepared(connection, sql).run(...bindings);
    });
}

/** A database in `folder` with an agents table, and one way to insert into it. */
async function openInsert(
  folder: string,
  name: string,
  insertOf: (db: Knex) => Insert,
): Promise<[Knex, Insert]> {
  const db = connectSqlite(join(folder, `${name}.db`));
  await db.schema.createTable('agents', (table) => {
    table.text('id').primary();
    table.text('store_id').notNullable().index();
    for (const column of ['name', 'type', 'description', 'config', 'created_at']) table.text(column);
  });
  return [db, insertOf(db)];
}

async function insertFor(seconds: number, insert: Insert): Promise<number> {
  const { config, ...agent } = agentBody(1);
  const row = { store_id: 'store', ...agent, config: JSON.stringify(config) };
  const start = performance.now();
  const end = start + seconds * 1000;
  let inserts = 0;
  const worker = async (): Promise<void> => {
    for (; performance.now() < end; inserts++)
      await insert({ ...row, id: randomUUID(), created_at: new Date().toISOString() });
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (inserts * 1000) / (performance.now() - start);
}

const { rounds, seconds } = JSON.parse(readFileSync(0, 'utf8')) as { rounds: number; seconds: number };
const folder = mkdtempSync(join(tmpdir(), 'bench-writes-'));
const [groupedDb, grouped] = await openInsert(folder, 'grouped', groupedWriter);
const [singleDb, single] = await openInsert(
  folder,
  'single',
  (db) => (row) => db.transaction((trx) => trx('agents').insert(row)),
);
const result: { [Key in keyof WriteResult]: number[] } = { grouped: [], single: [] };
for (const insert of [grouped, single]) await insertFor(warmUpSeconds, insert);
for (let round = 0; round < rounds; round++) {
  result.grouped.push(await insertFor(seconds, grouped));
  result.single.push(await insertFor(seconds, single));
}
await Promise.all([groupedDb.destroy(), singleDb.destroy()]);
rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify(result));
