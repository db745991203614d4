import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { openDatabase } from '../../server/db/connect.ts';
import { createWriter, type Write } from '../../server/db/write.ts';
import { agentBody } from './peers/agent-body.ts';

// Durable inserts of agents, 64 at once, through the service's writer and with a transaction for each, into two equal
// databases of the service. Reads { rounds, seconds } from standard input.

export interface WriteResult {
  /** Inserts in a second, one figure for each round. */
  readonly grouped: readonly number[];
  readonly single: readonly number[];
}

const concurrency = 64;
const warmUpSeconds = 2;
const storeId = 'store';

async function openStore(folder: string): Promise<Knex> {
  const db = await openDatabase({ databaseUrl: null, dataDir: folder });
  await db('stores').insert({ id: storeId, name: 'Bench', plan: 'enterprise', created_at: '' });
  return db;
}

/** Inserts for some seconds; returns the inserts in a second. */
async function measure(seconds: number, write: Write): Promise<number> {
  const { config, ...agent } = agentBody(1);
  const sent = { store_id: storeId, description: null, ...agent, config: JSON.stringify(config) };
  const row = { ...sent, status: 'active', version: 1, deleted_at: null } as const;
  const start = performance.now();
  const end = start + seconds * 1000;
  let inserts = 0;
  const worker = async (): Promise<void> => {
    for (; performance.now() < end; inserts++) {
      const now = new Date().toISOString();
      const created = { ...row, id: randomUUID(), created_at: now, updated_at: now };
      await write((trx) => trx('agents').insert(created));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (inserts * 1000) / (performance.now() - start);
}

const { rounds, seconds } = JSON.parse(readFileSync(0, 'utf8')) as { rounds: number; seconds: number };
const folder = mkdtempSync(join(tmpdir(), 'bench-writes-'));
const groupedDb = await openStore(join(folder, 'grouped'));
const singleDb = await openStore(join(folder, 'single'));
const grouped = createWriter(groupedDb);
const single: Write = (work) => singleDb.transaction(work);
const result: { [Key in keyof WriteResult]: number[] } = { grouped: [], single: [] };
for (const write of [grouped, single]) await measure(warmUpSeconds, write);
for (let round = 0; round < rounds; round++) {
  result.grouped.push(await measure(seconds, grouped));
  result.single.push(await measure(seconds, single));
}
await Promise.all([groupedDb.destroy(), singleDb.destroy()]);
rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify(result));
