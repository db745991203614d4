import type { Knex } from 'knex';
import type { IdempotencyRepository, RequestInProgress } from './repositories.ts';

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
export function createIdempotencyRepository(db: Knex): IdempotencyRepository {
  const table = () => db<IdempotencyRow>('idempotent_requests');
  const inProgress = (storeId: string, { operation, key, createdAt }: RequestInProgress) =>
    table().where({ store_id: storeId, operation, key, created_at: createdAt }).whereNull('answer');
  return {
    async begin(storeId, request) {
      const { operation, key, fingerprint, response, createdAt } = request;
      const id = { store_id: storeId, operation, key };
      const row = { ...id, fingerprint, answer: response, created_at: createdAt };
      const unique = ['store_id', 'operation', 'key'];
      const inserted = await table().insert(row).onConflict(unique).ignore().returning('key');
      if (inserted.length > 0) return 'begun';
      const first = await table().where(id).first();
      // Released between the two statements: try to be the first again.
      if (first === undefined) return this.begin(storeId, request);
      const { fingerprint: firstFingerprint, answer, created_at: begunAt } = first;
      return { operation, key, fingerprint: firstFingerprint, response: answer, createdAt: begunAt };
    },
    async takeOver(storeId, lost, createdAt) {
      return (await inProgress(storeId, lost).update({ created_at: createdAt })) > 0;
    },
    async finish(storeId, request, response) {
      await inProgress(storeId, request).update({ answer: response });
    },
    async release(storeId, request) {
      await inProgress(storeId, request).delete();
    },
    async removeBefore(createdAt) {
      await table().where('created_at', '<', createdAt).delete();
    },
  };
}
