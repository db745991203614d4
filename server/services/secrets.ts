import { type Keyring, openOrUndefined } from '../auth/keyring.ts';
import { allConnections } from '../db/connections.ts';
import type { Database } from '../db/database.ts';

export interface SecretCount {
  readonly total: number;
  /** How many of them the master key decrypts. */
  readonly opened: number;
}

export type SecretCounts = Awaited<ReturnType<typeof countSecrets>>;

export interface SecretDeps {
  readonly database: Database;
  readonly keyring: Pick<Keyring, 'open' | 'openText'>;
}

/** Tries to decrypt every API key, revoked ones too, the headers of every tool connection, and the secret of every webhook. */
export async function countSecrets({ database, keyring }: SecretDeps) {
  const apiKeys = await database.readAll(async (all) => all('api_keys').orderBy('sequence'));
  const webhooks = await database.readAll(async (all) => all('webhooks').orderBy('sequence'));
  const texts = [
    ...(await allConnections(database)).map(({ id, sealed_headers: sealed }) => ({ id, sealed })),
    ...webhooks.map(({ id, sealed_secret: sealed }) => ({ id, sealed })),
  ];
  return {
    apiKeys: countOpened(apiKeys, ({ id, sealed }) => keyring.open(id, sealed)),
    connectionSecrets: countOpened(texts, ({ id, sealed }) => keyring.openText(id, sealed)),
  };
}

function countOpened<Row>(rows: readonly Row[], open: (row: Row) => string): SecretCount {
  const opened = rows.filter((row) => openOrUndefined(() => open(row)) !== undefined);
  return { total: rows.length, opened: opened.length };
}
