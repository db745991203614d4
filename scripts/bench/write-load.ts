import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { openDatabase } from '../../server/db/connect.ts';
import { createWriter } from '../../server/db/write.ts';
import { agentBody } from './peers/agent-body.ts';

// Durable inserts of agents, 64 at once, through the service's writer and with a transaction for each, over databases
// that the service has opened. Reads { rounds, seconds } from standard input.

export interface WriteResult {
  /** Inserts in a second, one figure for each round. */
  readonly grouped: readonly number[];
  readonly single: readonly number[];
}

type Insert = (row: object) => Promise<unknown>;

const concurrency = 64;
const warmUpSeconds = 2;
const storeId = 'store';

function groupedInsert(db: Knex): Insert {
  const write = createWriter(db);
  return (row) => write((trx) => trx('agents').insert(row));
}

function singleInsert(db: Knex): Insert {
  return (row) => db.transaction((trx) => trx('agents').insert(row));
}

async function openStore(folder: string): Promise<Knex> {
  const db = await openDatabase({ databaseUrl: null, dataDir: folder });
  await db('stores').insert({ id: storeId, name: 'Bench', plan: 'enterprise', created_at: '' });
  return db;
}

async function insertFor(seconds: number, insert: Insert): Promise<number> {
  const { config, ...agent } = agentBody(1);
  const row = { store_id: storeId, ...agent, config: JSON.stringify(config) };
  const start = performance.now();
  const end = start + seconds * 1000;
  let inserts = 0;
  const worker = async (): Promise<void> => {
    for (; performance.now() < end; inserts++) {
      const now = new Date().toISOString();
      await insert({ ...row, id: randomUUID(), created_at: now, updated_at: now });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (inserts * 1000) / (performance.now() - start);
}

const { rounds, seconds } = JSON.parse(readFileSync(0, 'utf8')) as { rounds: number; seconds: number };
const folder = mkdtempSync(join(tmpdir(), 'bench-writes-'));
const groupedDb = await openStore(join(folder, 'grouped'));
const singleDb = await openStore(join(folder, 'single'));
const grouped = groupedInsert(groupedDb);
const single = singleInsert(singleDb);
const result: { [Key in keyof WriteResult]: number[] } = { grouped: [], single: [] };
for (const insert of [grouped, single]) await insertFor(warmUpSeconds, insert);
for (let round = 0; round < rounds; round++) {
  result.grouped.push(await insertFor(seconds, grouped));
  result.single.push(await insertFor(seconds, single));
}
await Promise.all([groupedDb.destroy(), singleDb.destroy()]);
rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify(result));
