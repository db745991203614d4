import { systemClock, type Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Repositories } from '../db/repositories.ts';
import type { Keyring } from '../keys/keyring.ts';

/** What an operator's command works with: the same services as the server, without the server. */
export interface Operator {
  readonly repositories: Repositories;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

/** Opens the database and the keyring for one piece of work, and closes them after it, also when it fails. */
export async function asOperator<Result>(
  config: Config,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const { openDatabase } = await import('../db/open-database.ts');
  const { createRepositories } = await import('../db/create-repositories.ts');
  const { openKeyring } = await import('../keys/open-keyring.ts');
  const db = await openDatabase(config);
  try {
    const repositories = createRepositories(db);
    const keyring = await openKeyring(config, repositories.keys);
    return await work({ repositories, keyring, clock: systemClock });
  } finally {
    await db.destroy();
  }
}
