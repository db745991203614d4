import type { Knex } from 'knex';
import { ServiceError } from '../errors.ts';
import type { MasterKeyRepository } from './repositories.ts';
import type { Write } from './write.ts';

interface StateRow {
  name: string;
  value: string;
}

const name = 'master_key_id';

/** The id of the master key that seals new secrets: a row of the table `service_state`. */
export function createMasterKeyRepository(db: Knex, write: Write): MasterKeyRepository {
  const find = async () => (await db<StateRow>('service_state').where({ name }).first())?.value;
  return {
    find,
    adopt: (id) =>
      write(async (trx) => {
        await trx<StateRow>('service_state').insert({ name, value: id }).onConflict('name').ignore();
        return (await currentId(trx)) ?? id;
      }),
    change: (work) =>
      write(async (trx) => {
        const current = await currentId(trx);
        if (current === undefined) throw new Error('opening the keyring sets the id of the master key');
        const id = work(current);
        if (id !== current) await trx<StateRow>('service_state').where({ name }).update({ value: id });
        return id;
      }),
  };
}

async function currentId(trx: Knex.Transaction): Promise<string | undefined> {
  return (await trx<StateRow>('service_state').where({ name }).forUpdate().first())?.value;
}

/**
 * Rejects a secret that a process sealed with a master key that was rotated away since then: nothing could open it. The
 * lock on the row makes a rotation wait for this transaction. Throws ServiceError `conflict`.
 */
export async function requireCurrentMasterKey(trx: Knex.Transaction, sealed: string): Promise<void> {
  const current = (await trx<StateRow>('service_state').where({ name }).forShare().first())?.value;
  if (current === undefined || sealed.startsWith(`${current}.`)) return;
  throw new ServiceError(
    'conflict',
    'the master key has been rotated since it was read: run the command again',
  );
}
