import type { Knex } from 'knex';
import { createKeyring, type Keyring, openOrUndefined } from '../auth/keyring.ts';
import {
  type MasterKey,
  masterKeyFile,
  type MasterKeySettings,
  newMasterKey,
  openMasterKeys,
  replaceMasterKeys,
} from '../auth/master-key.ts';
import { ConfigError } from '../config/environment.ts';
import { type Database, type ServiceContext, systemActor } from '../db/database.ts';
import { changeMasterKeyId } from '../db/master-key.ts';
import { ServiceError } from '../errors.ts';

export interface RotationDeps {
  readonly config: MasterKeySettings;
  readonly database: Database;
}

export interface Rotation {
  readonly masterKeyId: string;
  /** How many API keys and secrets of connections, webhooks too, this call has sealed with it. */
  readonly apiKeys: number;
  readonly connections: number;
  /** Ids of active keys, connections and webhooks that no known master key opens. While there are any, old keys are kept. */
  readonly unopened: readonly string[];
}

/**
 * Seals and hashes every secret with a new master key and removes the old one from the file, while the service runs.
 * With MASTER_KEY the new one is MASTER_KEY, and MASTER_KEY_PREVIOUS the old one. A call after a crash goes on where it
 * ended (decision 0038). Throws ConfigError without a key to rotate to, and ServiceError `conflict` when another
 * rotation has ended since.
 */
export async function rotateMasterKey({ config, database }: RotationDeps): Promise<Rotation> {
  const change = (work: (id: string) => string) =>
    database.changeAll(systemActor, (context) => changeMasterKeyId(context, work));
  // The database's lock makes processes that rotate at the same time agree on one new key.
  const masterKeyId = await change((current) => introduceMasterKey(config, current).id);
  const keyring = keyringOf(config, masterKeyId);
  const rotatedKeys = await resealAll(
    (afterId) =>
      database.readAll(async (all) =>
        all('api_keys')
          .where(sealedByOthers('sealed', masterKeyId, afterId))
          .orderBy('id')
          .limit(batchSize),
      ),
    ({ id, sealed }) => resealKey(keyring, id, sealed),
    (changes) => database.changeAll(systemActor, (context) => storeResealedKeys(context, changes)),
  );
  const rotatedTexts = await Promise.all(
    sealedTexts.map((where) => resealTexts(database, keyring, masterKeyId, where)),
  );
  // A revoked key is of no use any more: it does not keep the old master key.
  const lostKeys = rotatedKeys.unopened.filter((key) => key.revoked_at === null);
  const lostTexts = rotatedTexts.flatMap(({ unopened: rows }) => rows);
  const unopened = [...lostKeys, ...lostTexts].map(({ id }) => id);
  const connections = rotatedTexts.reduce((sum, { count }) => sum + count, 0);
  if (unopened.length === 0) await change((current) => dropOthers(config, masterKeyId, current));
  return { masterKeyId, apiKeys: rotatedKeys.count, connections, unopened };
}

/** The master key to rotate to: the newest known one when there are several, else a new one in front of the file. */
function introduceMasterKey(config: MasterKeySettings, currentId: string): MasterKey {
  const keys = openMasterKeys(config).all();
  const [newest, ...others] = keys;
  if (newest !== undefined && (others.length > 0 || newest.id !== currentId)) return newest;
  if (config.masterKey !== null) {
    throw new ConfigError(
      'set MASTER_KEY to a new master key and MASTER_KEY_PREVIOUS to the present one first',
    );
  }
  const introduced = newMasterKey();
  replaceMasterKeys(masterKeyFile(config), [introduced, ...keys]);
  return introduced;
}

function dropOthers(config: MasterKeySettings, masterKeyId: string, currentId: string): string {
  if (currentId !== masterKeyId) throw anotherRotation();
  const all = openMasterKeys(config).all();
  const kept = all.filter(({ id }) => id === masterKeyId);
  if (config.masterKey === null && kept.length < all.length) replaceMasterKeys(masterKeyFile(config), kept);
  return currentId;
}

function keyringOf(config: MasterKeySettings, masterKeyId: string): Keyring {
  const keys = openMasterKeys(config).all();
  const sealing = keys.find(({ id }) => id === masterKeyId);
  if (sealing === undefined) throw anotherRotation();
  return createKeyring(sealing.bytes, ...keys.filter((key) => key !== sealing).map(({ bytes }) => bytes));
}

function anotherRotation(): ServiceError {
  return new ServiceError('conflict', 'another rotation of the master key has ended in between');
}

/** The condition of rows after one whose secret another master key has sealed. */
function sealedByOthers(column: string, masterKeyId: string, afterId: string) {
  return (rows: Knex.QueryBuilder): void =>
    void rows.where('id', '>', afterId).whereNot(column, 'like', `${masterKeyId}.%`);
}

interface ResealedSecret {
  readonly id: string;
  readonly sealed: string;
  readonly previouslySealed: string;
}

/** Columns with secrets of `Keyring.sealText`. */
const sealedTexts = [
  { table: 'connections', column: 'sealed_headers' },
  { table: 'webhooks', column: 'sealed_secret' },
  { table: 'sources', column: 'sealed' },
] as const;

/** Skips secrets that have changed since they were read. */
function resealTexts(
  database: Database,
  keyring: Keyring,
  masterKeyId: string,
  { table, column }: (typeof sealedTexts)[number],
) {
  return resealAll(
    (afterId) =>
      database.readAll(async (all): Promise<{ id: string; sealed: string }[]> =>
        all(table)
          .where(sealedByOthers(column, masterKeyId, afterId))
          .orderBy('id')
          .limit(batchSize)
          .select('id', { sealed: column }),
      ),
    ({ id, sealed }) => {
      const text = keyring.openText(id, sealed);
      return { id, sealed: keyring.sealText(id, text), previouslySealed: sealed };
    },
    (changes) =>
      database.changeAll(systemActor, async ({ allStores }) => {
        for (const { id, sealed, previouslySealed } of changes) {
          await allStores(table)
            .where({ id, [column]: previouslySealed })
            .update({ [column]: sealed });
        }
      }),
  );
}

type ResealedKey = ReturnType<typeof resealKey>;

/** Skips keys that have changed since they were read. */
async function storeResealedKeys({ allStores }: ServiceContext, keys: readonly ResealedKey[]): Promise<void> {
  for (const { id, hash, sealed, previouslySealed } of keys) {
    await allStores('api_keys').where({ id, sealed: previouslySealed }).update({ hash, sealed });
  }
}

function resealKey(keyring: Keyring, id: string, sealed: string) {
  const key = keyring.open(id, sealed);
  return { id, hash: keyring.hashKey(key), sealed: keyring.seal(id, key), previouslySealed: sealed };
}

/** Rows of a transaction: small, since the service's own writes wait for it. */
const batchSize = 100;

/** Seals rows again, a batch a transaction. Returns how many, and those that do not open. */
async function resealAll<Row extends { readonly id: string }, Change extends ResealedSecret>(
  list: (afterId: string) => Promise<Row[]>,
  reseal: (row: Row) => Change,
  store: (changes: Change[]) => Promise<void>,
): Promise<{ count: number; unopened: Row[] }> {
  const unopened: Row[] = [];
  let count = 0;
  for (let rows = await list(''); rows.length > 0; rows = await list(rows.at(-1)?.id ?? '')) {
    const changes = rows.flatMap((row) => {
      const change = openOrUndefined(() => reseal(row));
      if (change === undefined) unopened.push(row);
      return change ?? [];
    });
    await store(changes);
    count += changes.length;
  }
  return { count, unopened };
}
