import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Command } from 'commander';
import type { Knex } from 'knex';
import type { Keyring } from '../auth/keyring.ts';
import { openKeyring } from '../auth/open-keyring.ts';
import { type Config, loadConfig, urlHost } from '../config/config.ts';
import { readServedUrl } from '../config/connection-file.ts';
import type { Environment } from '../config/environment.ts';
import { type Context, createDatabase, type Database, type StoreReader } from '../db/database.ts';
import { withDatabase } from '../db/connect.ts';
import { openKnownDatabase, recordDatabase, requireDatabaseFiles } from '../db/database-marker.ts';
import type { StoreRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { ownReaders, type Readers } from '../quarantine/readers.ts';
import { operatorActor } from '../services/audit.ts';
import { findStore } from '../services/stores.ts';
import { type Clock, systemClock } from '../support/clock.ts';

/** What an operator's command works with: what the services need, without the server. */
export interface Operator {
  readonly config: Config;
  readonly db: Knex;
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly readers: Readers;
}

/** Runs a verb for the operator. Throws ServiceError `not_found` for an unknown store. */
export async function changeAsOperator<Result>(
  operator: Operator,
  storeId: string,
  verb: (context: Context) => Promise<Result>,
): Promise<Result> {
  const store = await findStore(operator, storeId);
  return operator.database.change({ store, actor: operatorActor }, verb);
}

/** The output of a command: JSON for programs, text for people. */
export interface CommandResult {
  /** Undefined where the text is JSON already. */
  readonly json: unknown;
  readonly text: string;
  /** Why the command exits with 1 after its output. */
  readonly failure?: string;
}

/** The origin of the service for people and pages: the given one, PUBLIC_URL, the last demo's, else HOST and PORT. */
export function serviceAddress({ publicUrl, dataDir, host, port }: Config, given?: string): string {
  return given ?? publicUrl ?? readServedUrl(dataDir) ?? new URL(`https://${urlHost(host)}:${port}`).origin;
}

export interface OutputOptions {
  readonly json?: boolean;
}

/** The options of a command for one store. */
export interface StoreOptions extends OutputOptions {
  readonly store: string;
}

/** What the command of one store works with. */
export interface StoreOperator extends Operator {
  readonly store: StoreRecord;
  readonly reader: StoreReader;
  change<Result>(verb: (context: Context) => Promise<Result>): Promise<Result>;
}

type Work<Of, Options> = (operator: Of, options: Options, ...args: string[]) => Promise<CommandResult>;

/** Gives commands their work, with the database and keyring open, and prints its result. Each has `--json`. */
export interface AddWork {
  /**
   * A command throws CommandFailure when there is no SQLite database, unless it `creates` it: a wrong DATA_DIR would look
   * empty.
   */
  <Options extends OutputOptions>(command: Command, work: Work<Operator, Options>, use?: 'creates'): Command;
  /** The same with `--store`. A store is always an option, but for the commands `stores`, whose subject it is. */
  ofStore<Options extends StoreOptions>(command: Command, work: Work<StoreOperator, Options>): Command;
}

/** The message of `CommandResult.failure`. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

export function createAddWork(terminal: Terminal, environment: Environment): AddWork {
  const add = <Options extends OutputOptions>(
    command: Command,
    work: Work<Operator, Options>,
    use?: 'creates',
  ): Command =>
    command.option('--json', 'print JSON').action(async () => {
      const options = command.opts<Options>();
      const config = loadConfig(environment);
      if (use !== 'creates') requireDatabase(config);
      await withDatabase(openKnownDatabase(config), async (db) => {
        const clock = systemClock;
        const database = createDatabase(db, { clock });
        const keyring = await openKeyring(config, { database });
        const operator = { config, db, database, keyring, clock, readers: ownReaders };
        const result = await work(operator, options, ...command.processedArgs);
        await recordDatabase(db, config);
        printResult(terminal, options, result);
      });
    });
  return Object.assign(add, {
    ofStore: <Options extends StoreOptions>(command: Command, work: Work<StoreOperator, Options>): Command =>
      add<Options>(
        command.requiredOption('--store <store-id>', 'the store (required)'),
        async (operator, options, ...args) => {
          const store = await findStore(operator, options.store);
          const reader = operator.database.reader(store.id);
          const by = { store, actor: operatorActor };
          const change: StoreOperator['change'] = (verb) => operator.database.change(by, verb);
          return work({ ...operator, store, reader, change }, options, ...args);
        },
      ),
  });
}

/** Throws CommandFailure when DATA_DIR has no SQLite database, and DatabaseError when a file of it is missing. */
export function requireDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  requireDatabaseFiles(config);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null || existsSync(join(dataDir, 'service.db'))) return;
  throw new CommandFailure(`there is no database in ${dataDir} (DATA_DIR sets the folder)`);
}

/** Makes a command throw ServiceError `invalid_request`, which names its options, when it has none of them. */
export function requireChange(command: Command): Command {
  return command.hook('preAction', () => {
    const options = command.options.filter(({ long }) => long !== '--store' && long !== '--json');
    if (options.some((option) => command.getOptionValue(option.attributeName()) !== undefined)) return;
    const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(
      options.map(({ long }) => long ?? ''),
    );
    throw new ServiceError('invalid_request', `nothing to change: give ${names}`);
  });
}

/** Results go to `out`, everything else to `error`. */
export interface Terminal {
  /** What `-` in place of a file reads. */
  readonly input: Readable;
  out(text: string): void;
  error(text: string): void;
  /** Whether a person reads `error`. */
  readonly isInteractive: boolean;
}

/** The terminal of this process. When the reader of its output ends (`| head`), so does the process. */
export function processTerminal(): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  return {
    input: process.stdin,
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    isInteractive: process.stderr.isTTY === true,
  };
}

/** Throws CommandFailure after printing a result with `failure`. */
export function printResult(terminal: Terminal, options: OutputOptions, result: CommandResult): void {
  terminal.out(
    options.json && result.json !== undefined ? `${JSON.stringify(result.json, null, 2)}\n` : result.text,
  );
  if (result.failure !== undefined) throw new CommandFailure(result.failure);
}

/** Text on one line without control sequences: files and the database must not control the operator's terminal. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(/\p{Cc}/gu, ' ');
}

/** Rows under a header, in columns two blanks apart; null is a dash. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cells = [header, ...rows.map((row) => row.map((value) => printable(String(value ?? '-'))))];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ');
  return cells.map((row) => `${line(row).trimEnd()}\n`).join('');
}
