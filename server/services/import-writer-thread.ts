import { once } from 'node:events';
import { enableCompileCache } from 'node:module';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { StoredProduct } from '../db/records.ts';
import type { WriterMessage, WriterOrder } from './import-writer.ts';

// Enable it before the rest is loaded: later threads start faster.
enableCompileCache();
const { connectDatabase, withDatabase } = await import('../db/connect.ts');
const { createDatabase } = await import('../db/database.ts');
const { sentFailure } = await import('../quarantine/messages.ts');
const { finishImport } = await import('./import-records.ts');

if (parentPort === null) throw new Error('this module runs in a thread: import-writer.ts');
const port: MessagePort = parentPort;
const { location, by, now, running, options }: WriterOrder = workerData;

function send(message: WriterMessage): void {
  port.postMessage(message);
}

async function* batches(): AsyncGenerator<readonly StoredProduct[]> {
  for (let type: 'first batch' | 'next batch' = 'first batch'; ; type = 'next batch') {
    send({ type });
    const [products]: (readonly StoredProduct[])[] = await once(port, 'message');
    if (products === undefined || products.length === 0) return;
    yield products;
  }
}

try {
  await withDatabase(connectDatabase(location, location.databaseDeadlineMs), async (db) => {
    const database = createDatabase(db, { clock: { now: () => now } });
    await database.change(by, (context) => finishImport(context, running, { batches, ...options }));
  });
  send({ type: 'committed' });
} catch (error) {
  send({ type: 'failed', failure: sentFailure(error) });
}
