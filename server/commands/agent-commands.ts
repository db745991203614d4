import type { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import type { AgentRecord } from '../db/records.ts';
import { findStore } from '../services/stores.ts';
import { asOperator } from './operator.ts';
import { presentAgent } from './present.ts';
import { formatTable, type Terminal, writeAnswer } from './terminal.ts';

/** `agents list`. Agents are made through the API (source 4.3). */
export function addAgentCommands(program: Command, terminal: Terminal, environment: Environment): void {
  const agents = program.command('agents').description('Agents; POST /api/agents makes them.');
  agents
    .command('list')
    .description('The agents of a store, oldest first.')
    .argument('<store-id>')
    .option('--json', 'answer in JSON')
    .action(async (storeId: string, options: { json?: boolean }) => {
      const found = await asOperator(loadConfig(environment), async ({ repositories }) => {
        const store = await findStore({ repositories }, storeId);
        return repositories.agents.list(store.id);
      });
      writeAnswer(terminal, options, { json: found.map(presentAgent), text: table(found) });
    });
}

function table(agents: readonly AgentRecord[]): string {
  const rows = agents.map(({ id, name, type, config, createdAt }) => [
    id,
    name,
    type,
    `${config.model_provider} ${config.model_id}`,
    createdAt,
  ]);
  return formatTable(['ID', 'NAME', 'TYPE', 'MODEL', 'CREATED'], rows);
}
