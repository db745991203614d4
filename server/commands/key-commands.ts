import type { Command } from 'commander';
import type { ApiKeyRecord } from '../db/records.ts';
import {
  createKey,
  type KeyDeps,
  listKeys,
  regenerateKey,
  type RevealedKey,
  revealKey,
  revokeKey,
} from '../services/api-keys.ts';
import { type CommandResult, formatTable, type OutputOptions, type RunAsOperator } from './operator.ts';

/** `keys create`, `list`, `reveal`, `regenerate` and `revoke`. */
export function addKeyCommands(program: Command, run: RunAsOperator): void {
  const keys = program.command('keys').description('API keys: each opens the whole of its store.');
  const add = (
    nameAndArgument: string,
    description: string,
    work: (deps: KeyDeps, id: string) => Promise<CommandResult>,
  ): Command =>
    keys
      .command(nameAndArgument)
      .description(description)
      .option('--json', 'print JSON')
      .action((id: string, options: OutputOptions) => run(options, (operator) => work(operator, id)));

  add('create <store-id>', 'Add a key to a store and print it.', async (deps, id) =>
    revealed(await createKey(deps, id)),
  );
  add('list <store-id>', 'List the keys of a store, without the keys themselves.', async (deps, id) => {
    const records = await listKeys(deps, id);
    return { json: records.map(presentKey), text: table(records) };
  });
  add('reveal <key-id>', 'Print an existing key.', async (deps, id) => revealed(await revealKey(deps, id)));
  add(
    'regenerate <key-id>',
    'Replace a compromised key: print a new one, revoke the old one.',
    async (deps, id) => revealed(await regenerateKey(deps, id)),
  );
  add('revoke <key-id>', 'Revoke a key for good.', async (deps, id) => {
    const record = await revokeKey(deps, id);
    return { json: presentKey(record), text: table([record]) };
  });
}

function revealed({ key, record }: RevealedKey): CommandResult {
  return { json: { ...presentKey(record), key }, text: `${key}\n` };
}

/** A key's record without its hash and the sealed key. */
export function presentKey(record: ApiKeyRecord) {
  return {
    id: record.id,
    store_id: record.storeId,
    ends_with: record.hint,
    created_at: record.createdAt,
    revoked_at: record.revokedAt,
  };
}

function table(records: readonly ApiKeyRecord[]): string {
  const rows = records.map(({ id, hint, revokedAt, createdAt }) => {
    return [id, `svc_...${hint}`, revokedAt === null ? 'active' : `revoked ${revokedAt}`, createdAt];
  });
  return formatTable(['ID', 'KEY', 'STATE', 'CREATED'], rows);
}
