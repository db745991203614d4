import type { Knex } from 'knex';
import { isUnavailable, withinDeadline } from './guard.ts';
import type { Write } from './write.ts';

export type TrackedWrites = ReturnType<typeof trackWrites>;

/** `write`, and whether the last write failed because the database could not do it. */
export function trackWrites(write: Write) {
  let isFailing = false;
  /** Makes a call that writes without `write`. Its success does not show that larger writes work. */
  const track = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call();
    } catch (error) {
      if (isUnavailable(error)) isFailing = true;
      throw error;
    }
  };
  const tracked: Write = async (work) => {
    const result = await track(() => write(work));
    isFailing = false;
    return result;
  };
  return { isFailing: () => isFailing, track, write: tracked };
}

/** Between two probes that fail: `/readyz` needs no key, so anybody may call it often. */
const probeIntervalMs = 1_000;

/** Characters. More than fits in space that is left in the last page, as a create may be large, too. */
const probeSize = 65_536;

/**
 * Returns a function that resolves when the database can be used. After a failed write, that is when a write works
 * again: it tries one, at most each second. Otherwise it sends a query. Rejects with the database's error.
 */
export function createReadinessCheck(db: Knex, writes: TrackedWrites): () => Promise<void> {
  let probe = Promise.resolve();
  let probedAt = -Infinity;
  return () =>
    withinDeadline(async () => {
      if (!writes.isFailing()) return void (await db.raw('select 1'));
      if (performance.now() - probedAt >= probeIntervalMs) {
        probedAt = performance.now();
        // The next failure is probed at once.
        probe = writes.write(writeProbe).then(() => void (probedAt = -Infinity));
      }
      return probe;
    });
}

async function writeProbe(trx: Knex.Transaction): Promise<void> {
  const value = new Date().toISOString().padEnd(probeSize);
  await trx('service_state').insert({ name: 'probed_at', value }).onConflict('name').merge();
}
