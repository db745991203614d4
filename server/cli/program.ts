import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addServerCommands } from './server-commands.ts';
import type { Terminal } from './terminal.ts';
import type { Environment } from '../environment.ts';

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
  const { addOperatorCommands } = await import('./operator-commands.ts');
  addOperatorCommands(program, terminal, environment);
  return program;
}

/** The version of the package that this file is in. */
function ownVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
