import { ConfigError } from '../config/environment.ts';
import { allConnections } from '../db/connections.ts';
import { type Database, systemActor } from '../db/database.ts';
import { adoptMasterKeyId, readMasterKeyId } from '../db/master-key.ts';
import { createKeyring, createKeyringOf, type Keyring, openOrUndefined } from './keyring.ts';
import {
  createMasterKeyFile,
  hasMasterKeys,
  type MasterKey,
  masterKeyFile,
  type MasterKeys,
  type MasterKeySettings,
  openMasterKeys,
} from './master-key.ts';

interface KeyringDeps {
  readonly database: Database;
}

/**
 * The keyring of the configured master keys, which seals with the one that the database names. A new database gets a
 * new `master.key`, unless MASTER_KEY is set. Throws ConfigError when the database needs a master key that is missing:
 * without it, the service would reject every customer's key (decision 0038).
 */
export async function openKeyring(settings: MasterKeySettings, deps: KeyringDeps): Promise<Keyring> {
  const { database } = deps;
  let id = await database.readAll(readMasterKeyId);
  if (!hasMasterKeys(settings)) {
    const file = masterKeyFile(settings);
    if (id !== undefined || (await findSecret(deps)) !== undefined) throw missing(file);
    createMasterKeyFile(file);
  }
  const masterKeys = openMasterKeys(settings);
  if (id === undefined) {
    const sealing = await findSealing(masterKeys, deps);
    id = await database.changeAll(systemActor, (context) => adoptMasterKeyId(context, sealing.id));
  }
  const sealing = withId(masterKeys, id) ?? (await findRotated(masterKeys, deps));
  return createKeyringOf(masterKeys, sealing);
}

function missing(file: string): ConfigError {
  return new ConfigError(
    `${file} is missing, and the database has secrets that only it opens: restore the file from its backup`,
  );
}

function withId(masterKeys: MasterKeys, id: string | undefined): MasterKey | undefined {
  return masterKeys.all().find((key) => key.id === id);
}

/** Looks again: a rotation may have changed the file and the database between our readings of them. */
async function findRotated(masterKeys: MasterKeys, { database }: KeyringDeps): Promise<MasterKey> {
  const id = await database.readAll(readMasterKeyId);
  masterKeys.reload();
  const found = withId(masterKeys, id);
  if (found === undefined) throw anotherMasterKey();
  return found;
}

function anotherMasterKey(): ConfigError {
  return new ConfigError(
    'the keys in the database belong to another master key (MASTER_KEY, or DATA_DIR/master.key)',
  );
}

type Secret = (keyring: Keyring) => string;

/** The newest secret in the database, as what opens it; undefined when there is none. */
async function findSecret({ database }: KeyringDeps): Promise<Secret | undefined> {
  const key = await database.readAll(async (all) => all('api_keys').orderBy('sequence', 'desc').first());
  if (key !== undefined) return (keyring) => keyring.open(key.id, key.sealed);
  const connection = (await allConnections(database)).at(-1);
  return connection && ((keyring) => keyring.openText(connection.id, connection.sealed_headers));
}

/** The master key of a database that names none: the one that opens its secrets, or in an empty one the newest. */
async function findSealing(masterKeys: MasterKeys, deps: KeyringDeps): Promise<MasterKey> {
  const secret = await findSecret(deps);
  const sealing = masterKeys.all().find((key) => secret === undefined || opens(key, secret));
  if (sealing === undefined) throw anotherMasterKey();
  return sealing;
}

function opens({ bytes }: MasterKey, secret: Secret): boolean {
  return openOrUndefined(() => secret(createKeyring(bytes))) !== undefined;
}
