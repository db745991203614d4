import type { Command } from 'commander';
import type { Environment } from '../environment.ts';
import { addAgentCommands } from './agent-commands.ts';
import { addCatalogCommands } from './catalog-commands.ts';
import { addChatbotCommands } from './chatbot-commands.ts';
import { addConnectionCommands } from './connection-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { addStoreCommands } from './store-commands.ts';
import type { Terminal } from './terminal.ts';

/** What operators do beside serving: stores, keys, chatbots, agents, catalogues and connections. */
export function addOperatorCommands(program: Command, terminal: Terminal, environment: Environment): void {
  addStoreCommands(program, terminal, environment);
  addKeyCommands(program, terminal, environment);
  addChatbotCommands(program, terminal, environment);
  addAgentCommands(program, terminal, environment);
  addCatalogCommands(program, terminal, environment);
  addConnectionCommands(program, terminal, environment);
}
