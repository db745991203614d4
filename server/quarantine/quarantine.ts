import { CatalogFileError } from '../catalog/import/import-errors.ts';
import type { ReadObserver } from '../catalog/import/read-catalog.ts';
import type { StoredProduct } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { Job } from './job.ts';
import type { Reply } from './messages.ts';
import type { CatalogReading, Readers } from './readers.ts';
import { spool } from './spool.ts';
import { type LeasedWorker, WorkerPool } from './worker-pool.ts';

/** What readers may use. */
export interface QuarantineLimits {
  readonly maxThreads: number;
  readonly maxHeapMb: number;
  /** CPU time for any file or document. */
  readonly baseMs: number;
  /** CPU time for each MB of it. */
  readonly perMbMs: number;
  /** Jobs of one store that wait for a thread. */
  readonly maxWaiting: number;
}

export const quarantineLimits: QuarantineLimits = {
  maxThreads: 2,
  maxHeapMb: 224,
  baseMs: 5_000,
  // Four times what the slowest sound format needs.
  perMbMs: 500,
  maxWaiting: 10,
};

const idleMs = 30_000;

export interface Quarantine extends Readers {
  /** Ends the threads without work. */
  close(): void;
}

/**
 * Reads in threads apart from the one that serves, so that a text that takes too long or too much memory fails alone.
 * Nothing is started before the first use. Catalogue files wait in `folder`. Readers throw ServiceError `unavailable` when
 * too many jobs of the store wait.
 */
export function createQuarantine(folder: string, limits: QuarantineLimits = quarantineLimits): Quarantine {
  const { maxThreads, maxHeapMb, maxWaiting } = limits;
  const module = new URL('reader-thread.ts', import.meta.url);
  const pool = new WorkerPool({ module, maxThreads, maxHeapMb, idleMs });
  const lease = async (storeId: string, signal?: AbortSignal): Promise<LeasedWorker> => {
    if (pool.waiting(storeId) >= maxWaiting) throw tooManyWaiting();
    return pool.lease(storeId, signal);
  };
  const budgetMs = (bytes: number): number => limits.baseMs + (limits.perMbMs * bytes) / 1e6;
  return {
    async readCatalog(storeId, { name, chunks }, options, { onCounts, signal }) {
      const { file, bytes } = await spool(folder, chunks);
      try {
        const line = new Int32Array(new SharedArrayBuffer(4));
        const job = new Job(await lease(storeId, signal), {
          budgetMs: budgetMs(bytes),
          tooSlow: () =>
            new CatalogFileError('too_slow', `the file took too long to read at line ${line[0]}`),
          tooLarge: () => new CatalogFileError('too_large', 'the file needs too much memory: split it'),
          signal,
        });
        job.send({ type: 'read-catalog', name, descriptor: file.fd, options, line });
        return await openReading(job, onCounts);
      } finally {
        await file.close();
      }
    },
    async readDocument(storeId, source) {
      const job = new Job(await lease(storeId), {
        budgetMs: budgetMs('text' in source ? source.text.length : source.bytes.length),
        tooSlow: () => invalid(source.name, 'it took too long to read'),
        tooLarge: () => invalid(source.name, 'it needs too much memory: split it'),
      });
      try {
        job.send({ type: 'read-document', source });
        const reply = await job.take();
        if (reply.type !== 'document') throw unexpected(reply);
        job.finish();
        return reply.document;
      } finally {
        await job.end();
      }
    },
    close: () => pool.close(),
  };
}

/** Waits until the file is read. Its products stay in the thread. */
async function openReading(job: Job, onCounts: ReadObserver['onCounts']): Promise<CatalogReading> {
  try {
    for (;;) {
      const reply = await job.take();
      if (reply.type === 'counts') onCounts?.(reply.counts);
      else if (reply.type === 'found') {
        return { found: reply.found, batches: () => batchesOf(job), close: () => closeReading(job) };
      } else throw unexpected(reply);
    }
  } catch (error) {
    await job.end();
    throw error;
  }
}

async function* batchesOf(job: Job): AsyncGenerator<readonly StoredProduct[]> {
  for (let start = 0; ;) {
    job.send({ type: 'batch', start });
    const reply = await job.take();
    if (reply.type !== 'batch') throw unexpected(reply);
    if (reply.products.length === 0) return;
    yield reply.products;
    start += reply.products.length;
  }
}

function closeReading(job: Job): Promise<void> {
  job.send({ type: 'close' });
  job.finish();
  return job.end();
}

function unexpected({ type }: Reply): Error {
  return new Error(`a reader sent ${type} out of turn`);
}

function invalid(name: string, reason: string): ServiceError {
  return new ServiceError('invalid_request', `${name}: ${reason}`);
}

function tooManyWaiting(): ServiceError {
  const headers = { 'Retry-After': '30' };
  const message = 'too many imports of this store wait: try again in a minute';
  return new ServiceError('unavailable', message, { headers });
}
