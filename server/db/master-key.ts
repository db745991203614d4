import type { Knex } from 'knex';
import { ServiceError } from '../errors.ts';
import type { ServiceContext } from './database.ts';

/** The row of `service_state` with the id of the master key that seals new secrets. */
const row = { name: 'master_key_id' };

/** The id of the master key that seals new secrets; undefined until a keyring is opened. */
export async function readMasterKeyId(all: Knex): Promise<string | undefined> {
  return (await all('service_state').where(row).first())?.value;
}

/** Sets the id unless one is set, and returns the one that is set. */
export async function adoptMasterKeyId({ allStores }: ServiceContext, id: string): Promise<string> {
  await allStores('service_state')
    .insert({ ...row, value: id })
    .onConflict('name')
    .ignore();
  return lockMasterKeyId(allStores);
}

/**
 * Calls `work` with the id, locked against other changes and against new secrets, and sets the id that it returns.
 * `work` may run twice. Throws what `work` throws.
 */
export async function changeMasterKeyId(
  { allStores }: ServiceContext,
  work: (id: string) => string,
): Promise<string> {
  const id = work(await lockMasterKeyId(allStores));
  await allStores('service_state').where(row).update({ value: id });
  return id;
}

async function lockMasterKeyId(allStores: Knex.Transaction): Promise<string> {
  const locked = await allStores('service_state').where(row).forUpdate().first();
  if (locked === undefined) throw new Error('opening the keyring sets the id of the master key');
  return locked.value;
}

/**
 * Rejects a secret that a process sealed with a master key that was rotated away since then: nothing could open it. The
 * lock on the row makes a rotation wait for this transaction. Throws ServiceError `conflict`.
 */
export async function requireCurrentMasterKey(allStores: Knex.Transaction, sealed: string): Promise<void> {
  const current = (await allStores('service_state').where(row).forShare().first())?.value;
  if (current === undefined || sealed.startsWith(`${current}.`)) return;
  throw new ServiceError(
    'conflict',
    'the master key has been rotated since it was read: run the command again',
  );
}
