import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { SealError } from '../auth/keyring.ts';
import { CatalogFileError } from '../catalog/import/import-errors.ts';
import { ConfigError, type Environment } from '../config/config.ts';
import { DatabaseError } from '../db/connect.ts';
import { ServiceError } from '../errors.ts';
import { addServerCommands } from './server-commands.ts';
import { printable, processTerminal, type Terminal } from './terminal.ts';

/** A command has written its answer, and the answer is no: one line and exit code 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

// Their messages were written for the operator.
const ours = [CatalogFileError, CommandFailure, ConfigError, DatabaseError, SealError, ServiceError];

const [succeeded, failed, misused] = [0, 1, 2];

/** Runs one command line and returns the exit code: 0 done, 1 failed, 2 used wrongly. Failures are one line. */
export async function runCli(argv: readonly string[]): Promise<number> {
  const terminal = processTerminal();
  try {
    const program = await createProgram(terminal, process.env, argv);
    await program.parseAsync(argv, { from: 'user' });
    return succeeded;
  } catch (error) {
    return report(terminal, error);
  }
}

function report(terminal: Terminal, error: unknown): number {
  // Commander has written its own message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? succeeded : misused;
  terminal.error(`agent-service: ${printable(lineOf(error))}\n`);
  return error instanceof ServiceError && error.code === 'invalid_request' ? misused : failed;
}

function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOurs = ours.some((kind) => error instanceof kind);
  const [firstLine] = error.message.split('\n', 1);
  return isOurs ? error.message : `${error.name}: ${firstLine}`;
}

const settings = `
Settings come from the environment: DATA_DIR (default ./data), DATABASE_URL (PostgreSQL; default a SQLite file in
DATA_DIR), MASTER_KEY, PORT, HTTP_PORT, HOST, TLS_CERT, TLS_KEY, TRUSTED_PROXIES, LOG_LEVEL, and PROVIDER_ONE,
PROVIDER_TWO and PROVIDER_THREE for models. server/README.md lists them all.

Examples:
  agent-service serve --demo
  agent-service stores create --name "Lamps & Co" --plan pro
  agent-service keys regenerate key_2uZb...
  agent-service catalog import products.csv --store str_9fQx...

Exit codes: 0 done, 1 failed, 2 used wrongly.`;

/**
 * The command line that `argv` asks for: the whole of it, but for `serve`, which runs for months and does without the
 * code of the other commands. Errors of use are thrown as CommanderError after their message was written.
 */
export async function createProgram(
  terminal: Terminal,
  environment: Environment,
  argv: readonly string[],
): Promise<Command> {
  const program = new Command('agent-service')
    .description('Runs and looks after a conversational shopping-agent service.')
    .version(ownVersion(), '--version', 'print the version')
    .addHelpText('after', settings)
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.error });
  addServerCommands(program, terminal, environment);
  if (argv[0] === 'serve') return program;
  const { addOperatorCommands } = await import('./operator.ts');
  addOperatorCommands(program, terminal, environment);
  return program;
}

/** The version of the package that this file is in. */
function ownVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
