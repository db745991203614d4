import { join } from 'node:path';
import type { Command } from 'commander';
import { openKeyring } from '../auth/open-keyring.ts';
import { type Config, loadConfig } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import { type BackupReport, restoreBackup, writeBackup } from '../db/backup.ts';
import { connectDatabase, withDatabase } from '../db/connect.ts';
import { createDatabase } from '../db/database.ts';
import { countRows, findDamage, type RowCounts } from '../db/integrity.ts';
import { countSecrets, type SecretCounts } from '../services/secrets.ts';
import {
  type AddWork,
  CommandFailure,
  type CommandResult,
  formatTable,
  type OutputOptions,
  printable,
  printResult,
  requireDatabase,
  type Terminal,
} from './operator.ts';
import { systemClock } from '../support/clock.ts';

/** `backup`, `restore` and `check` (decision 0037). */
export function addBackupCommands(
  program: Command,
  add: AddWork,
  terminal: Terminal,
  environment: Environment,
): void {
  add(program.command('backup <file>'), async ({ db, config }, _options, file = '') =>
    describeBackup(config, file, await writeBackup(db, file)),
  )
    .hook('preAction', () => requireSqlite(loadConfig(environment), 'pg_dump'))
    .description('Write the database (SQLite) to a new file, also while the service runs.')
    .addHelpText('after', '\nExample:\n  agent-service backup /backups/service-2026-11-22.db');
  program
    .command('restore <file>')
    .description('Make a backup the database of a DATA_DIR that has none; master.key must be there already.')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  DATA_DIR=data agent-service restore /backups/service-2026-11-22.db')
    .action(async (file: string, options: OutputOptions) => {
      printResult(terminal, options, await restore(loadConfig(environment), file));
    });
  const check = add(program.command('check'), async (operator) =>
    describeCheck(await countRows(operator.db), await countSecrets(operator)),
  );
  check
    .hook('preAction', async () => {
      const problems = await findProblems(loadConfig(environment));
      if (problems.length > 0) printResult(terminal, check.opts(), describeDamage(problems));
    })
    .description(
      'Check the database, count its rows and the keys that open. Exits with 1 when anything is wrong.',
    );
}

function requireSqlite({ databaseUrl }: Config, program: string): void {
  if (databaseUrl === null) return;
  const where = '"Backup and restore" in server/README.md';
  throw new CommandFailure(`DATABASE_URL is set: use ${program} for PostgreSQL, see ${where}`);
}

function describeBackup(config: Config, file: string, { bytes, rows }: BackupReport): CommandResult {
  const key = config.masterKey === null ? join(config.dataDir, 'master.key') : 'MASTER_KEY';
  const reminder = `It does not contain ${key}, without which its keys do not open: keep a copy in another place.`;
  return {
    json: { file, bytes, rows },
    text: `${rowTable(rows)}\nWrote ${file} (${bytes} bytes).\n${reminder}\n`,
  };
}

async function restore(config: Config, file: string): Promise<CommandResult> {
  requireSqlite(config, 'pg_restore');
  const rows = await restoreBackup(file, config.dataDir, async (db) => {
    const database = createDatabase(db, { clock: systemClock });
    await openKeyring(config, { database });
  });
  const database = join(config.dataDir, 'service.db');
  return { json: { database, rows }, text: `${rowTable(rows)}\nRestored ${database}.\n` };
}

/** Damage of the database's files, which the other steps of `check` might stumble over. */
async function findProblems(config: Config): Promise<string[]> {
  requireDatabase(config);
  return withDatabase(connectDatabase(config), findDamage);
}

function describeDamage(problems: readonly string[]): CommandResult {
  const text = problems.map((problem) => `${printable(problem)}\n`).join('');
  return { json: { problems }, text, failure: 'the database is damaged: restore a backup' };
}

function describeCheck(rows: RowCounts, secrets: SecretCounts): CommandResult {
  const { apiKeys, connectionSecrets } = secrets;
  const opened = [
    `${apiKeys.opened} of ${apiKeys.total} API keys`,
    `${connectionSecrets.opened} of ${connectionSecrets.total} connection secrets`,
  ].join(' and ');
  const isComplete = [apiKeys, connectionSecrets].every(({ opened: count, total }) => count === total);
  return {
    json: { problems: [], rows, api_keys: apiKeys, connection_secrets: connectionSecrets },
    text: `${rowTable(rows)}\nThe database is intact; ${opened} open with the master key.\n`,
    ...(!isComplete && { failure: 'some secrets were encrypted with another master key' }),
  };
}

function rowTable(rows: RowCounts): string {
  return formatTable(['TABLE', 'ROWS'], Object.entries(rows));
}
