import type { Command } from 'commander';
import type { Keyring } from '../auth/keyring.ts';
import type { Config } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import type { Repositories } from '../db/repositories.ts';
import { type Clock, systemClock } from '../support/clock.ts';
import { addAgentCommands } from './agent-commands.ts';
import { addCatalogCommands } from './catalog-commands.ts';
import { addChatbotCommands } from './chatbot-commands.ts';
import { addConnectionCommands } from './connection-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { addStoreCommands } from './store-commands.ts';
import type { Terminal } from './terminal.ts';

/** What an operator's command works with: the same services as the server, without the server. */
export interface Operator {
  readonly repositories: Repositories;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

/** Opens the database and the keyring for one piece of work, and closes them after it, also when it fails. */
export async function asOperator<Result>(
  config: Config,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const { openDatabase } = await import('../db/connect.ts');
  const { createRepositories } = await import('../db/repositories.ts');
  const { openKeyring } = await import('../auth/keyring.ts');
  const db = await openDatabase(config);
  try {
    const repositories = createRepositories(db);
    const keyring = await openKeyring(config, repositories.keys);
    return await work({ repositories, keyring, clock: systemClock });
  } finally {
    await db.destroy();
  }
}

/** What operators do beside serving: stores, keys, chatbots, agents, catalogues and connections. */
export function addOperatorCommands(program: Command, terminal: Terminal, environment: Environment): void {
  addStoreCommands(program, terminal, environment);
  addKeyCommands(program, terminal, environment);
  addChatbotCommands(program, terminal, environment);
  addAgentCommands(program, terminal, environment);
  addCatalogCommands(program, terminal, environment);
  addConnectionCommands(program, terminal, environment);
}
