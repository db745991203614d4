import { type Keyring, openOrUndefined } from '../auth/keyring.ts';
import { allConnections } from '../db/connections.ts';
import type { Database } from '../db/database.ts';

export type SecretCounts = Awaited<ReturnType<typeof countSecrets>>;

/** Tries to decrypt every API key, revoked ones too, the headers of every tool connection, and the secret of every webhook. */
export async function countSecrets({
  database,
  keyring,
}: {
  readonly database: Database;
  readonly keyring: Pick<Keyring, 'open' | 'openText'>;
}) {
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

/** How many there are, and how many of them the master key decrypts. */
function countOpened<Row>(rows: readonly Row[], open: (row: Row) => string) {
  const opened = rows.filter((row) => openOrUndefined(() => open(row)) !== undefined);
  return { total: rows.length, opened: opened.length };
}
