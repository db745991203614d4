import type { Knex } from 'knex';
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
  const inProgress = (trx: Knex, storeId: string, { operation, key, createdAt }: RequestInProgress) =>
    table(trx).where({ store_id: storeId, operation, key, created_at: createdAt }).whereNull('answer');
  return {
    async begin(storeId, request) {
      const { operation, key, fingerprint, response, createdAt } = request;
      const id = { store_id: storeId, operation, key };
      const row = { ...id, fingerprint, answer: response, created_at: createdAt };
      const first = await write(async (trx) => {
        const unique = ['store_id', 'operation', 'key'];
        const inserted = await table(trx).insert(row).onConflict(unique).ignore().returning('key');
        return inserted.length > 0 ? 'begun' : table(trx).where(id).first();
      });
      if (first === 'begun') return 'begun';
      // PostgreSQL: released between the two statements. Try to be the first again.
      if (first === undefined) return this.begin(storeId, request);
      const { fingerprint: firstFingerprint, answer, created_at: begunAt } = first;
      return { operation, key, fingerprint: firstFingerprint, response: answer, createdAt: begunAt };
    },
    async takeOver(storeId, lost, createdAt) {
      const change = { created_at: createdAt };
      return (await write((trx) => inProgress(trx, storeId, lost).update(change))) > 0;
    },
    async finish(storeId, request, response) {
      await write((trx) => inProgress(trx, storeId, request).update({ answer: response }));
    },
    async release(storeId, request) {
      await write((trx) => inProgress(trx, storeId, request).delete());
    },
    async removeBefore(createdAt) {
      await write((trx) => table(trx).where('created_at', '<', createdAt).delete());
    },
  };
}

const table = (trx: Knex) => trx<IdempotencyRow>('idempotent_requests');
