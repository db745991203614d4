import type { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
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
import { asOperator } from './operator.ts';
import { presentKey } from './present.ts';
import { formatTable, type Terminal, writeAnswer } from './terminal.ts';

interface KeyOptions {
  readonly json?: boolean;
}

/** `keys create`, `list`, `reveal`, `regenerate` and `revoke`. */
export function addKeyCommands(program: Command, terminal: Terminal, environment: Environment): void {
  const keys = program.command('keys').description('API keys: each opens all that its store has.');
  const config = () => loadConfig(environment);

  function addRevealing(
    name: string,
    description: string,
    act: (deps: KeyDeps, id: string) => Promise<RevealedKey>,
  ): Command {
    return keys
      .command(name)
      .description(description)
      .option('--json', 'answer in JSON')
      .action(async (id: string, options: KeyOptions) => {
        const { key, record } = await asOperator(config(), (operator) => act(operator, id));
        writeAnswer(terminal, options, { json: { ...presentKey(record), key }, text: `${key}\n` });
      });
  }

  function addListing(
    name: string,
    description: string,
    act: (deps: KeyDeps, id: string) => Promise<ApiKeyRecord | ApiKeyRecord[]>,
  ): Command {
    return keys
      .command(name)
      .description(description)
      .option('--json', 'answer in JSON')
      .action(async (id: string, options: KeyOptions) => {
        const found = await asOperator(config(), (operator) => act(operator, id));
        const json = Array.isArray(found) ? found.map(presentKey) : presentKey(found);
        writeAnswer(terminal, options, { json, text: table([found].flat()) });
      });
  }

  addRevealing('create', 'Give a store one more key, and print it.', createKey).argument('<store-id>');
  addListing('list', 'The keys of a store, without the keys themselves.', listKeys).argument('<store-id>');
  addRevealing('reveal', 'Print a key that was made before.', revealKey).argument('<key-id>');
  addRevealing(
    'regenerate',
    'For a compromised key: print a new one for its store, and end the old one with it.',
    regenerateKey,
  ).argument('<key-id>');
  addListing('revoke', 'End a key for good.', revokeKey).argument('<key-id>');
}

function table(records: readonly ApiKeyRecord[]): string {
  const rows = records.map((record) => [
    record.id,
    `svc_...${record.hint}`,
    record.revokedAt === null ? 'active' : `revoked ${record.revokedAt}`,
    record.createdAt,
  ]);
  return formatTable(['ID', 'KEY', 'STATE', 'CREATED'], rows);
}
