import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addAgentCommands } from './agent-commands.ts';
import { addCatalogCommands } from './catalog-commands.ts';
import { addChatbotCommands } from './chatbot-commands.ts';
import { addConnectionCommands } from './connection-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { addServerCommands } from './server-commands.ts';
import { addStoreCommands } from './store-commands.ts';
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

/** The whole command line. Errors of use are thrown as CommanderError after their message was written. */
export function createProgram(terminal: Terminal, environment: Environment): Command {
  const program = new Command('agent-service')
    .description('Runs and looks after a conversational shopping-agent service.')
    .version(ownVersion(), '--version', 'print the version')
    .addHelpText('after', settings)
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.error });
  addServerCommands(program, terminal, environment);
  addStoreCommands(program, terminal, environment);
  addKeyCommands(program, terminal, environment);
  addChatbotCommands(program, terminal, environment);
  addAgentCommands(program, terminal, environment);
  addCatalogCommands(program, terminal, environment);
  addConnectionCommands(program, terminal, environment);
  return program;
}

/** The version of the package that this file is in. */
function ownVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
