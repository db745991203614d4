import type { Knex } from 'knex';
import type { IdempotentRequest } from './records.ts';
import type { IdempotencyRepository, RequestInProgress } from './repositories.ts';
import type { Write } from './write.ts';

interface IdempotencyRow {
  store_id: string;
  operation: string;
  key: string;
  fingerprint: string;
  /** The response as JSON text; null while the request is in progress. */
  answer: string | null;
  created_at: string;
}

/** Requests with an Idempotency-Key over the table `idempotent_requests`. */
export function createIdempotencyRepository(write: Write): IdempotencyRepository {
  const inProgress = (trx: Knex.Transaction, storeId: string, request: RequestInProgress) => {
    const { operation, key, createdAt } = request;
    return table(trx).where({ store_id: storeId, operation, key, created_at: createdAt }).whereNull('answer');
  };
  return {
    begin: (storeId, request) => write((trx) => begin(trx, storeId, request)),
    takeOver: (storeId, lost, createdAt) =>
      write(async (trx) => (await inProgress(trx, storeId, lost).update({ created_at: createdAt })) > 0),
    async finish(storeId, request, response) {
      await write(async (trx) => inProgress(trx, storeId, request).update({ answer: response }));
    },
    async release(storeId, request) {
      await write(async (trx) => inProgress(trx, storeId, request).delete());
    },
    async removeBefore(createdAt) {
      await write(async (trx) => table(trx).where('created_at', '<', createdAt).delete());
    },
  };
}

const table = (trx: Knex.Transaction) => trx<IdempotencyRow>('idempotent_requests');

async function begin(
  trx: Knex.Transaction,
  storeId: string,
  request: IdempotentRequest,
): Promise<IdempotentRequest | 'begun'> {
  const { operation, key, fingerprint, response, createdAt } = request;
  const id = { store_id: storeId, operation, key };
  const row = { ...id, fingerprint, answer: response, created_at: createdAt };
  const inserted = await table(trx)
    .insert(row)
    .onConflict(['store_id', 'operation', 'key'])
    .ignore()
    .returning('key');
  if (inserted.length > 0) return 'begun';
  const first = await table(trx).where(id).first();
  // PostgreSQL: released between the two statements. Try to be the first again.
  if (first === undefined) return begin(trx, storeId, request);
  const { fingerprint: firstFingerprint, answer, created_at: begunAt } = first;
  return { operation, key, fingerprint: firstFingerprint, response: answer, createdAt: begunAt };
}
