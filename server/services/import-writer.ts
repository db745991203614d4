import { Worker } from 'node:worker_threads';
import type { Config } from '../config/config.ts';
import type { PutOptions, ProductBatches } from '../db/catalog.ts';
import type { ChangeBy } from '../db/database.ts';
import type { CatalogImportRecord, StoredProduct } from '../db/records.ts';
import { errorOfFailure, type SentFailure } from '../quarantine/messages.ts';

/** What the thread gets: `finishImport` without the products. */
export interface WriterOrder {
  readonly location: Pick<Config, 'databaseUrl' | 'dataDir' | 'databaseDeadlineMs'>;
  readonly by: ChangeBy;
  readonly now: number;
  readonly running: CatalogImportRecord;
  readonly options: PutOptions;
}

/** What the thread sends. It gets the products of each batch, and none after the last one. */
export type WriterMessage =
  | { readonly type: 'first batch' | 'next batch' | 'committed' }
  | { readonly type: 'failed'; readonly failure: SentFailure };

/**
 * Runs `finishImport` in a thread of its own, over a connection of its own: SQLite's driver is synchronous, and the commit of
 * a large catalogue takes tenths of a second. Throws as `finishImport` does, and what `batches` throws.
 */
export async function writeInThread(order: WriterOrder, batches: ProductBatches): Promise<void> {
  const worker = new Worker(new URL('import-writer-thread.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
  });
  const committed = new Promise<void>((resolve, reject) => {
    let rows: AsyncIterator<readonly StoredProduct[]>;
    const send = async (): Promise<void> => {
      const { value = [] } = await rows.next();
      worker.postMessage(value);
    };
    worker.on('message', (message: WriterMessage) => {
      if (message.type === 'committed') return resolve();
      if (message.type === 'failed') return reject(errorOfFailure(message.failure));
      if (message.type === 'first batch') rows = iterate(batches());
      send().catch(reject);
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that writes an import has ended')));
  });
  try {
    await committed;
  } finally {
    await worker.terminate();
  }
}

async function* iterate(batches: ReturnType<ProductBatches>): AsyncGenerator<readonly StoredProduct[]> {
  yield* batches;
}
