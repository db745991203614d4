import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';

const writer = fileURLToPath(new URL('../testing/crash-writer.ts', import.meta.url));
const crashes = Number(process.env['CRASHES'] ?? 3);
/** Different in every round, so that the kill comes at different moments. */
const acknowledgedBeforeKill = (round: number): number => 100 + ((round * 37) % 150);

let database: TestDatabase;
const store = sampleStore();
beforeAll(async () => {
  database = await createTestDatabase();
  await database.repositories.stores.insert(store);
});
afterAll(() => database.close());

describe('a writer that is killed while 64 writes are in progress', () => {
  it.each(Array.from({ length: crashes }, (_, round) => round))(
    'loses nothing that it acknowledged, kill %i',
    async (round) => {
      const acknowledged = await idsBeforeKill(acknowledgedBeforeKill(round));
      expect(acknowledged.length).toBeGreaterThanOrEqual(acknowledgedBeforeKill(round));
      const kept = new Set((await database.repositories.agents.list(store.id)).map(({ id }) => id));
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      const [check] = await database.db.raw<{ integrity_check: string }[]>('pragma integrity_check');
      expect(check).toEqual({ integrity_check: 'ok' });
    },
  );
});

/** Starts a writer, kills it after `count` acknowledged agents, and returns the ids of all that it acknowledged. */
async function idsBeforeKill(count: number): Promise<string[]> {
  const child = spawn(process.execPath, [writer, database.dataDir, store.id], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const ids: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (ids.push(line) === count) child.kill('SIGKILL');
  }
  // A writer that ends by itself proves nothing.
  expect(await exit).toEqual([null, 'SIGKILL']);
  // The last line may be truncated.
  return ids.filter((id) => /^agt_[0-9A-Za-z]{22}$/.test(id));
}
