import type { Knex } from 'knex';
import type { IdempotencyRepository, RequestInHand } from './repositories.ts';

interface IdempotencyRow {
  store_id: string;
  operation: string;
  key: string;
  fingerprint: string;
  answer: string | null;
  created_at: string;
}

/** Requests with an Idempotency-Key over the table `idempotent_requests`. */
export function createIdempotencyRepository(db: Knex): IdempotencyRepository {
  const table = () => db<IdempotencyRow>('idempotent_requests');
  const at = (storeId: string, operation: string, key: string) =>
    table().where({ store_id: storeId, operation, key });
  const inHand = (storeId: string, { operation, key, createdAt }: RequestInHand) =>
    at(storeId, operation, key).where({ created_at: createdAt }).whereNull('answer');
  return {
    async begin(storeId, { operation, key, fingerprint, answer, createdAt }) {
      const row = { store_id: storeId, operation, key, fingerprint, answer, created_at: createdAt };
      const unique = ['store_id', 'operation', 'key'];
      const inserted = await table().insert(row).onConflict(unique).ignore().returning('key');
      if (inserted.length > 0) return 'begun';
      const first = await at(storeId, operation, key).first();
      // Forgotten in this very moment: then this request is the first.
      if (first === undefined) return this.begin(storeId, { operation, key, fingerprint, answer, createdAt });
      const { fingerprint: known, answer: given, created_at: since } = first;
      return { operation, key, fingerprint: known, answer: given, createdAt: since };
    },
    async takeOver(storeId, lost, createdAt) {
      return (await inHand(storeId, lost).update({ created_at: createdAt })) > 0;
    },
    async finish(storeId, request, answer) {
      await inHand(storeId, request).update({ answer });
    },
    async forget(storeId, request) {
      await inHand(storeId, request).delete();
    },
    async removeBefore(createdAt) {
      await table().where('created_at', '<', createdAt).delete();
    },
  };
}
