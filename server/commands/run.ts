import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { SealError } from '../auth/keyring.ts';
import { CatalogFileError } from '../catalog/import/import-errors.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { ConfigError, type Environment } from '../config/environment.ts';
import { DatabaseError, migrateDatabase, withDatabase } from '../db/connect.ts';
import { connectKnownDatabase } from '../db/database-marker.ts';
import { isUnavailable } from '../db/guard.ts';
import { ServiceError } from '../errors.ts';
import { redactSecrets } from '../support/log.ts';
import {
  type AddWork,
  CommandFailure,
  createAddWork,
  type OutputOptions,
  printable,
  printResult,
  type Terminal,
} from './operator.ts';

/** Serves until the process is stopped. */
export type Serve = (config: Config, options: { readonly demo: boolean }) => Promise<void>;

type AddCommands = (program: Command, add: AddWork, terminal: Terminal, environment: Environment) => void;

/** The modules of the commands by the first words of these, in the order of the help. */
const modules: Readonly<Record<string, () => Promise<AddCommands>>> = {
  stores: async () => (await import('./store-commands.ts')).addStoreCommands,
  keys: async () => (await import('./key-commands.ts')).addKeyCommands,
  chatbots: async () => (await import('./chatbot-commands.ts')).addChatbotCommands,
  agents: async () => (await import('./agent-commands.ts')).addAgentCommands,
  conversations: async () => (await import('./conversation-commands.ts')).addConversationCommands,
  catalog: async () => (await import('./catalog-commands.ts')).addCatalogCommands,
  knowledge: async () => (await import('./knowledge-commands.ts')).addKnowledgeCommands,
  connections: async () => (await import('./connection-commands.ts')).addConnectionCommands,
  users: async () => (await import('./user-commands.ts')).addUserCommands,
  'backup restore check': async () => (await import('./backup-commands.ts')).addBackupCommands,
  'check-models': async () => (await import('./model-commands.ts')).addModelCommands,
};

/** The module of the command that is asked for: loading those of the others takes longer than most commands. */
function modulesFor({ commands }: Command, [first]: readonly string[]): (() => Promise<AddCommands>)[] {
  if (commands.some((command) => command.name() === first)) return [];
  const own = Object.keys(modules).find((words) => words.split(' ').includes(first ?? ''));
  return Object.entries(modules).flatMap(([words, load]) =>
    own === undefined || own === words ? [load] : [],
  );
}

const [done, failed, misused] = [0, 1, 2];

/** Runs one command line and returns the exit code: 0 done, 1 failed, 2 wrong usage. A failure prints one line. */
export async function runCli(
  argv: readonly string[],
  environment: Environment,
  terminal: Terminal,
  serve: Serve,
): Promise<number> {
  try {
    const program = createProgram(terminal, environment, serve);
    const add = createAddWork(terminal, environment);
    for (const load of modulesFor(program, argv)) (await load())(program, add, terminal, environment);
    await program.parseAsync(argv, { from: 'user' });
    return done;
  } catch (error) {
    return reportError(terminal, error);
  }
}

const help = `
Settings come from the environment: DATA_DIR (default ./data), DATABASE_URL (PostgreSQL; default a SQLite file in
DATA_DIR), MASTER_KEY and MASTER_KEY_PREVIOUS, PORT, HTTP_PORT, HOST, TLS_CERT, TLS_KEY, TRUSTED_PROXIES, LOG_LEVEL,
and PROVIDER_ONE, PROVIDER_TWO and PROVIDER_THREE for models. server/README.md lists them all.

Examples:
  agent-service serve --demo
  agent-service serve --demo --validate-responses
  agent-service stores create --name "Lamps & Co" --plan pro
  agent-service keys regenerate key_2uZb...
  agent-service catalog import products.csv --store str_9fQx...
  agent-service knowledge import faq/ --store str_9fQx...
  agent-service backup /backups/monday.db

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

function createProgram(terminal: Terminal, environment: Environment, serve: Serve): Command {
  const program = new Command('agent-service')
    .description('Runs and administers a conversational shopping-agent service.')
    .version(packageVersion(), '--version', 'print the version')
    .addHelpText('after', help)
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
    // Commander quotes what it rejects, which may be a key.
    .configureOutput({
      writeOut: terminal.out,
      writeErr: (text) => terminal.error(redactSecrets(text)),
    });
  addServerCommands(program, terminal, environment, serve);
  return program;
}

interface ServeOptions {
  readonly demo: boolean;
  readonly validateResponses: boolean;
}

/** `serve` and `migrate`. */
function addServerCommands(
  program: Command,
  terminal: Terminal,
  environment: Environment,
  serve: Serve,
): void {
  program
    .command('serve')
    .description('Serve the API over HTTPS until SIGTERM or SIGINT.')
    .option('--demo', 'fill an empty database with a demo shop, and write connection.json to DATA_DIR', false)
    .option('--validate-responses', 'validate every response and event against the contract (slower)', false)
    .action(async ({ demo, validateResponses }: ServeOptions) => {
      const validation = validateResponses ? { VALIDATE_RESPONSES: 'on' } : {};
      await serve(loadConfig({ ...environment, ...validation }), { demo });
    });
  program
    .command('migrate')
    .description("Update the database's tables. `serve` does it too, when it starts.")
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const opening = connectKnownDatabase(loadConfig(environment));
      const migrations = await withDatabase(opening, migrateDatabase);
      const text = migrations.length === 0 ? 'Already up to date.\n' : `Ran ${migrations.join(', ')}.\n`;
      printResult(terminal, options, { json: { migrations }, text });
    });
}

/** Errors whose messages are written for operators. */
const operatorErrors = [
  CatalogFileError,
  CommandFailure,
  ConfigError,
  DatabaseError,
  SealError,
  ServiceError,
];

function reportError(terminal: Terminal, error: unknown): number {
  // Commander has printed its own message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? done : misused;
  // An operator may have pasted a key in place of an id, and the output may be a log.
  terminal.error(`agent-service: ${redactSecrets(printable(messageOf(error)))}\n`);
  return error instanceof ServiceError && error.code === 'invalid_request' ? misused : failed;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (operatorErrors.some((kind) => error instanceof kind)) return error.message;
  // A system error may also be a port that is in use.
  if (isUnavailable(error) && !('syscall' in error))
    return 'the database is not available: try again when it is';
  return `${error.name}: ${error.message.split('\n', 1)[0]}`;
}

function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
