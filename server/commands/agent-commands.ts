import type { Command } from 'commander';
import { agentView } from '../services/agents.ts';
import { findStore } from '../services/stores.ts';
import { formatTable, type OutputOptions, type RunAsOperator } from './operator.ts';

/** `agents list`. The API creates agents (source 4.3). */
export function addAgentCommands(program: Command, run: RunAsOperator): void {
  program
    .command('agents')
    .description('Agents; POST /api/agents creates them.')
    .command('list <store-id>')
    .description('List the agents of a store, oldest first.')
    .option('--json', 'print JSON')
    .action((storeId: string, options: OutputOptions) =>
      run(options, async ({ repositories }) => {
        const store = await findStore({ repositories }, storeId);
        const agents = await repositories.agents.list(store.id);
        const rows = agents.map(({ id, name, type, status, config, createdAt }) => {
          return [id, name, type, status, `${config.model_provider} ${config.model_id}`, createdAt];
        });
        const text = formatTable(['ID', 'NAME', 'TYPE', 'STATUS', 'MODEL', 'CREATED'], rows);
        const views = agents.map((agent) => ({ ...agentView(agent), status: agent.status }));
        return { json: views, text };
      }),
    );
}
