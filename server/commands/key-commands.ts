import { type Command, InvalidArgumentError } from 'commander';
import { allKeys, findKeyOfAnyStore } from '../db/api-keys.ts';
import type { Context } from '../db/database.ts';
import type { ApiKeyRecord } from '../db/records.ts';
import { auditAll, operatorActor } from '../services/audit.ts';
import {
  createKey,
  regenerateKey,
  type RevealedKey,
  revealKey,
  revokeKey,
  setKeyNote,
  updateConnectionFile,
} from '../services/api-keys.ts';
import { type Rotation, rotateMasterKey } from '../services/rotate-master-key.ts';
import {
  type AddWork,
  changeAsOperator,
  type CommandResult,
  formatTable,
  type Operator,
  type OutputOptions,
  type StoreOptions,
} from './operator.ts';

interface CreateOptions extends StoreOptions {
  readonly note?: string;
}

interface RegenerateOptions extends OutputOptions {
  /** Milliseconds. */
  readonly overlap?: number;
}

/** `keys create`, `list`, `note`, `reveal`, `regenerate`, `revoke` and `rotate-master`. */
export function addKeyCommands(program: Command, add: AddWork): void {
  const keys = program.command('keys').description('API keys: each opens the whole of its store.');
  add
    .ofStore<CreateOptions>(keys.command('create'), async ({ change, keyring }, { note }) =>
      revealed(await change((context) => createKey(context, keyring, note))),
    )
    .description('Add a key to a store and print it.')
    .option('--note <text>', 'what it is for, at most 200 characters');
  add
    .ofStore(keys.command('list'), async (operator) => {
      const records = await allKeys(operator.reader);
      return { json: records.map(presentKey), text: table(operator, records) };
    })
    .description('List the keys of a store with their last use, without the keys themselves.');
  add(keys.command('note <key-id> <text>'), async (operator, _options, id = '', note = '') =>
    shown(operator, await changeKey(operator, id, (context) => setKeyNote(context, id, note))),
  ).description('Change the note of a key; an empty one removes it.');
  add(keys.command('reveal <key-id>'), async (operator, _options, id = '') =>
    revealed(await changeKey(operator, id, (context) => revealKey(context, operator.keyring, id))),
  ).description('Print an existing key.');
  add<RegenerateOptions>(
    keys.command('regenerate <key-id>'),
    async (operator, { overlap: overlapMs }, keyId = '') => {
      const regenerated = await changeKey(operator, keyId, (context) =>
        regenerateKey(context, operator.keyring, { keyId, overlapMs }),
      );
      updateConnectionFile(operator, regenerated);
      return revealed(regenerated);
    },
  )
    .description('Replace a compromised key: print a new one, revoke the old one.')
    .option('--overlap <time>', 'keep the old key valid for 30m, 24h, 7d or the like, at most 30d', duration);
  add(keys.command('revoke <key-id>'), async (operator, _options, id = '') =>
    shown(operator, await changeKey(operator, id, (context) => revokeKey(context, id))),
  ).description('Revoke a key for good.');
  add(keys.command('rotate-master'), async (operator) => {
    const rotation = await rotateMasterKey(operator);
    await recordRotation(operator, rotation);
    return presentRotation(operator, rotation);
  })
    .description('Replace the master key that encrypts API keys and connection secrets.')
    .addHelpText('after', rotationHelp);
}

/** Runs a verb in the store of a key. Throws ServiceError `not_found`. */
async function changeKey<Result>(
  operator: Operator,
  keyId: string,
  verb: (context: Context) => Promise<Result>,
): Promise<Result> {
  const key = await findKeyOfAnyStore(operator.database, keyId);
  return changeAsOperator(operator, key.store_id, verb);
}

/** In the log of every store. A rotation is many transactions: it goes on where it ended. */
async function recordRotation({ database }: Operator, { masterKeyId }: Rotation): Promise<void> {
  const event = { action: 'master_key.rotated', subject: masterKeyId } as const;
  await database.changeAll(operatorActor, (context) => auditAll(context, null, event));
}

const rotationHelp = `
The service may run: API keys, sessions and connections go on working. Without MASTER_KEY, the new key is created in
DATA_DIR/master.key: back that file up. With MASTER_KEY, restart every process with MASTER_KEY set to a new key
(openssl rand -hex 32) and MASTER_KEY_PREVIOUS to the present one, run this command with both, and remove
MASTER_KEY_PREVIOUS. After an interruption, run it again: it goes on where it ended.`;

function presentRotation({ config }: Operator, rotation: Rotation): CommandResult {
  const { masterKeyId, apiKeys, connections, unopened } = rotation;
  const json = { master_key_id: masterKeyId, api_keys: apiKeys, connections, unopened };
  const counts = `Sealed ${apiKeys} API keys and ${connections} connections with the master key ${masterKeyId}.\n`;
  if (unopened.length > 0) {
    const reason = `the old master key stays, since no key opens ${unopened.join(', ')}`;
    return { json, text: counts, failure: `${reason}: revoke or remove them, and run this again` };
  }
  const next =
    config.masterKey === null
      ? `Back up ${config.dataDir}/master.key. Older backups of the database need the master key of their time.\n`
      : 'Remove MASTER_KEY_PREVIOUS, and restart the service.\n';
  return { json, text: counts + next };
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function duration(text: string): number {
  const [, number, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (unitMs[unit] ?? 0);
  if (milliseconds <= 30 * 86_400_000) return milliseconds;
  throw new InvalidArgumentError('It must be like 30m, 24h or 7d, and at most 30d.');
}

function revealed({ key, record }: RevealedKey): CommandResult {
  return { json: { ...presentKey(record), key }, text: `${key}\n` };
}

function shown(operator: Operator, record: ApiKeyRecord): CommandResult {
  return { json: presentKey(record), text: table(operator, [record]) };
}

/** A key's record without its hash and the sealed key. */
export function presentKey(record: ApiKeyRecord) {
  const { id, store_id, hint: ends_with, note, created_at, last_used_at, expires_at, revoked_at } = record;
  return { id, store_id, ends_with, note, created_at, last_used_at, expires_at, revoked_at };
}

function table({ clock }: Operator, records: readonly ApiKeyRecord[]): string {
  const rows = records.map((record) => {
    const { id, hint, created_at: createdAt, last_used_at: lastUsedAt, note } = record;
    return [id, `svc_...${hint}`, stateOf(record, clock.now()), createdAt, lastUsedAt, note];
  });
  return formatTable(['ID', 'KEY', 'STATE', 'CREATED', 'LAST USED', 'NOTE'], rows);
}

function stateOf(key: ApiKeyRecord, now: number): string {
  const { revoked_at: revokedAt, expires_at: expiresAt } = key;
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (expiresAt === null) return 'active';
  return `${Date.parse(expiresAt) <= now ? 'expired' : 'expires'} ${expiresAt}`;
}
