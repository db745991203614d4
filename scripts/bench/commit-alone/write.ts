import type { Knex } from 'knex';
import type { Write } from '../../../server/db/write.ts';

/** In the place of the service's own: a transaction, and an fsync, for each write. */
export function createWriter(db: Knex): Write {
  return (work) =>
    db.transaction(async (trx) => {
      await trx('stores').whereRaw('false').delete();
      return work(trx);
    });
}
