import type { ServiceContext } from './database.ts';

/** A value of the whole deployment, by name. */
export interface ServiceStateRecord {
  readonly name: string;
  readonly value: string;
}

/**
 * Lets changes that take the lock of one name run one after another, in all processes: until the commit, PostgreSQL lets no
 * other transaction change its row. SQLite has one writer anyway.
 */
export async function takeLock(
  { allStores }: Pick<ServiceContext, 'allStores'>,
  name: string,
): Promise<void> {
  await allStores('service_state')
    .insert({ name: `lock ${name}`, value: '' })
    .onConflict('name')
    .merge();
}
