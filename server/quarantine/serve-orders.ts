import { read } from 'node:fs';
import { promisify } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { type ImportCounts, readCatalog } from '../catalog/import/read-catalog.ts';
import { readDocument } from '../knowledge/read-document.ts';
import { Mailbox } from './mailbox.ts';
import { type Order, type Reply, sentFailure } from './messages.ts';
import { batchFrom } from './readers.ts';

type CatalogOrder = Extract<Order, { type: 'read-catalog' }>;

/** Does what the service orders of this thread, one job at a time, until the thread is ended. */
export async function serveOrders(): Promise<never> {
  const orders = new Mailbox<Order>();
  parentPort?.on('message', (order: Order) => orders.add(order));
  for (;;) {
    try {
      await serve(await orders.take(), orders);
    } catch (error) {
      reply({ type: 'failed', failure: sentFailure(error) });
    }
  }
}

async function serve(order: Order, orders: Mailbox<Order>): Promise<void> {
  if (order.type === 'read-catalog') await serveCatalog(order, orders);
  else if (order.type === 'read-document') {
    reply({ type: 'document', document: readDocument(order.source) });
  }
}

async function serveCatalog(
  { name, descriptor, options, line }: CatalogOrder,
  orders: Mailbox<Order>,
): Promise<void> {
  const { found, products } = await readCatalog({ name, chunks: chunksOf(descriptor) }, options, {
    onLine: (number) => Atomics.store(line, 0, number),
    onCounts: throttled((counts) => reply({ type: 'counts', counts })),
  });
  reply({ type: 'found', found });
  for (;;) {
    const order = await orders.take();
    if (order.type !== 'batch') return;
    reply({ type: 'batch', products: batchFrom(products, order.start) });
  }
}

const chunkBytes = 64 * 1024;

/** Not a ReadStream, which closes a descriptor that is not its own when it is not read to the end. */
async function* chunksOf(descriptor: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    const chunk = new Uint8Array(chunkBytes);
    const { bytesRead } = await promisify(read)(descriptor, chunk, 0, chunkBytes, position);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    position += bytesRead;
  }
}

const countsEveryMs = 500;

function throttled(send: (counts: ImportCounts) => void): (counts: ImportCounts) => void {
  let last = performance.now();
  return (counts) => {
    if (performance.now() - last < countsEveryMs) return;
    last = performance.now();
    send(counts);
  };
}

function reply(message: Reply): void {
  parentPort?.postMessage(message);
}
