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
import { type Database, systemActor } from '../db/database.ts';
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
  const reseal = (column: SealedColumn) => resealColumn(database, keyring, masterKeyId, column);
  const keys = await reseal(apiKeys);
  const texts = await Promise.all(sealedTexts.map(reseal));
  const unopened = [keys, ...texts].flatMap((column) => column.unopened);
  const connections = texts.reduce((sum, { count }) => sum + count, 0);
  if (unopened.length === 0) await change((current) => dropOthers(config, masterKeyId, current));
  return { masterKeyId, apiKeys: keys.count, connections, unopened };
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

/** A column with secrets of a keyring. */
interface SealedColumn {
  readonly table: 'api_keys' | 'connections' | 'webhooks' | 'sources';
  readonly column: string;
  /** Set on a row that is of no use any more: its secret does not keep the old master key. */
  readonly endColumn?: string;
  /** What a row holds once its secret is sealed again. Throws SealError. */
  reseal(keyring: Keyring, id: string, sealed: string): Readonly<Record<string, string>>;
}

const apiKeys: SealedColumn = {
  table: 'api_keys',
  column: 'sealed',
  endColumn: 'revoked_at',
  reseal(keyring, id, sealed) {
    const key = keyring.open(id, sealed);
    return { hash: keyring.hashKey(key), sealed: keyring.seal(id, key) };
  },
};

const sealedText = (table: SealedColumn['table'], column: string): SealedColumn => ({
  table,
  column,
  reseal: (keyring, id, sealed) => ({ [column]: keyring.sealText(id, keyring.openText(id, sealed)) }),
});

const sealedTexts = [
  sealedText('connections', 'sealed_headers'),
  sealedText('webhooks', 'sealed_secret'),
  sealedText('sources', 'sealed'),
];

/** Rows of a transaction: small, since the service's own writes wait for it. */
const batchSize = 100;

/**
 * Seals the secrets of a column again, a batch a transaction; one that has changed since it was read is skipped. Returns how
 * many, and the ids of the rows in use whose secrets do not open.
 */
async function resealColumn(
  database: Database,
  keyring: Keyring,
  masterKeyId: string,
  { table, column, endColumn, reseal }: SealedColumn,
): Promise<{ readonly count: number; readonly unopened: readonly string[] }> {
  const list = (afterId: string) =>
    database.readAll(async (all): Promise<{ id: string; sealed: string; ended?: string | null }[]> =>
      all(table)
        .where('id', '>', afterId)
        .whereNot(column, 'like', `${masterKeyId}.%`)
        .orderBy('id')
        .limit(batchSize)
        .select('id', { sealed: column, ...(endColumn !== undefined && { ended: endColumn }) }),
    );
  const unopened: string[] = [];
  let count = 0;
  for (let rows = await list(''); rows.length > 0; rows = await list(rows.at(-1)?.id ?? '')) {
    const changes = rows.flatMap(({ id, sealed, ended = null }) => {
      const row = openOrUndefined(() => reseal(keyring, id, sealed));
      if (row === undefined && ended === null) unopened.push(id);
      return row === undefined ? [] : { id, sealed, row };
    });
    await database.changeAll(systemActor, async ({ allStores }) => {
      for (const { id, sealed, row } of changes) {
        await allStores(table)
          .where({ id, [column]: sealed })
          .update(row);
      }
    });
    count += changes.length;
  }
  return { count, unopened };
}
