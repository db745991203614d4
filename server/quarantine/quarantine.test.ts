import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { getPriority } from 'node:os';
import { platform } from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noLimits } from '../catalog/import/import-limits.ts';
import { operatorActor } from '../services/audit.ts';
import { importStoreCatalog } from '../services/catalog-import.ts';
import { systemClock } from '../support/clock.ts';
import { createTestDatabase, createTestFolder } from '../testing/database.ts';
import { addStore } from '../testing/test-shop.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { createQuarantine, type Quarantine, quarantineLimits } from './quarantine.ts';
import { allProducts } from '../db/catalog.ts';
import { importsOf } from '../testing/test-imports.ts';

let folder: string;
let quarantine: Quarantine | undefined;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => {
  quarantine?.close();
  rmSync(folder, { recursive: true });
});

const open = (change: Partial<typeof quarantineLimits>): Quarantine =>
  (quarantine = createQuarantine(folder, { ...quarantineLimits, ...change }));

async function* linesOf(count: number, first = 0): AsyncGenerator<Uint8Array> {
  for (let start = first; start < first + count; start += 1_000) {
    const lines = Array.from(
      { length: Math.min(1_000, first + count - start) },
      (_, index) => `{"id":"mug-${start + index}","title":"Mug","price":"5 USD"}\n`,
    );
    yield Buffer.from(lines.join(''));
  }
}

/** The 19th field of a thread's `stat`. */
const nicenessOfThreads = (): number[] =>
  readdirSync('/proc/self/task').map((task) =>
    Number(readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]),
  );

/** One line whose value has thirty times its memory. */
async function* nested(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"id":"mug","title":"Mug","price":"5 USD","extra":[${'[],'.repeat(1_000_000)}0]}\n`);
}

/** Takes more CPU time to read than a thread to start, on any machine. */
const long = () => linesOf(300_000);
const options = { now: 0, limits: noLimits };
const read = (storeId: string, chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal) =>
  (quarantine ?? open({})).readCatalog(storeId, { name: 'a.jsonl', chunks }, options, { signal });
const readSound = async (storeId: string): Promise<number> => {
  const reading = await read(storeId, linesOf(3));
  await reading.close();
  return reading.found.products;
};

describe('a file that needs too much', () => {
  it('CPU time fails at its line, and the next file is read', async () => {
    open({ maxThreads: 1, baseMs: 1_000, perMbMs: 0 });
    await expect(read('one', long())).rejects.toThrow(/^the file took too long to read at line \d+$/);
    expect(await readSound('one')).toBe(3);
  });

  it('memory fails, and the next file is read', async () => {
    open({ maxThreads: 1, maxHeapMb: 32, baseMs: 60_000 });
    await expect(read('one', nested())).rejects.toThrow('the file needs too much memory: split it');
    expect(await readSound('one')).toBe(3);
  });

  it('changes nothing of the catalogue, and its import says why', async () => {
    const readers = open({ maxThreads: 1, baseMs: 1_000, perMbMs: 0 });
    const opened = await createTestDatabase();
    const { database } = opened;
    const store = sampleStore();
    await addStore(opened, store);
    const by = { store, actor: operatorActor };
    const importFile = (stream: AsyncIterable<Uint8Array>) =>
      importStoreCatalog({ database, readers, clock: systemClock }, by, {
        source: { stream },
        sourceName: 'file',
        owner: 'test',
        partial: true,
        replace: true,
      });
    await importFile(linesOf(3));
    await expect(importFile(long())).rejects.toThrow('took too long');
    const products = await allProducts(database.reader(store.id));
    expect(products.map(({ id }) => id)).toEqual(['mug-0', 'mug-1', 'mug-2']);
    const [failed] = await importsOf({ database }, store.id);
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('at line') });
    await opened.close();
  });
});

describe('files that wait for a thread', () => {
  it('are read in turns of their stores, those of one store in their order', async () => {
    open({ maxThreads: 1 });
    const ended: string[] = [];
    const job = async (storeId: string, name: string): Promise<void> => {
      await quarantine?.readDocument(storeId, { name: 'a', text: name });
      ended.push(name);
    };
    await Promise.all([
      job('one', 'a'),
      job('one', 'b'),
      job('one', 'c'),
      job('two', 'd'),
      job('three', 'e'),
    ]);
    expect(ended).toEqual(['a', 'b', 'd', 'e', 'c']);
  });

  it.runIf(platform === 'linux')('are read at a lower priority than what is served', async () => {
    const own = getPriority();
    await readSound('one');
    expect(Math.max(...nicenessOfThreads())).toBeGreaterThanOrEqual(5);
    expect(getPriority()).toBe(own);
  });

  it('are at most ten of a store; other stores wait apart', async () => {
    open({ maxThreads: 1 });
    const jobs = Array.from({ length: 12 }, (_, index) =>
      quarantine?.readDocument('one', { name: `${index}`, text: 'a' }),
    );
    const other = quarantine?.readDocument('two', { name: 'a', text: 'a' });
    const results = await Promise.allSettled([...jobs, other]);
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 11 }, () => 'fulfilled'),
      'rejected',
      'fulfilled',
    ]);
  });

  it('leave their place when their import ends', async () => {
    open({ maxThreads: 1 });
    const controller = new AbortController();
    const first = readSound('one');
    const second = read('two', linesOf(3), controller.signal);
    controller.abort(new Error('ended'));
    await expect(second).rejects.toThrow('ended');
    expect([await first, await readSound('three')]).toEqual([3, 3]);
  });
});
