import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { validateRequest } from '../../generated/validators.js';
import { allAgents, findAgent } from '../db/agents.ts';
import type { AgentRecord } from '../db/records.ts';
import { type AgentUpdate, agentView, deleteAgent, updateAgent } from '../services/agents.ts';
import { requireValid } from '../services/parse-input.ts';
import {
  type AddWork,
  CommandFailure,
  type CommandResult,
  formatTable,
  requireChange,
  type StoreOperator,
  type StoreOptions,
} from './operator.ts';

interface ChangeOptions extends StoreOptions {
  readonly name?: string;
  readonly type?: string;
  readonly description?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly promptFile?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
}

/** `agents list`, `update`, `enable`, `disable` and `delete`. The API creates agents (source 4.3). */
export function addAgentCommands(program: Command, add: AddWork): void {
  const agents = program.command('agents').description('Agents; POST /api/agents creates them.');
  add
    .ofStore(agents.command('list'), async ({ reader }) => agentResult(await allAgents(reader)))
    .description('List the agents of a store, oldest first.');
  const update = add.ofStore<ChangeOptions>(
    agents.command('update <agent-id>'),
    async (operator, options, agentId = '') => {
      const { promptFile } = options;
      // Before the transaction, in which the writes of the service wait. A pipe is read once.
      const prompt = promptFile === undefined ? undefined : readPrompt(promptFile);
      return changeAgent(operator, agentId, (agent) => changedBy(agent, options, prompt));
    },
  );
  requireChange(update)
    .description('Change the given settings of an agent and keep the others.')
    .option('--name <name>', 'display name')
    .option('--type <type>', 'such as customer_support')
    .option('--description <text>', 'a short description')
    .option('--provider <provider>', 'provider_one, provider_two or provider_three')
    .option('--model <id>', "the model's identifier")
    .option('--prompt-file <file>', 'read the system prompt from this file')
    .option('--temperature <number>', 'from 0 to 1', Number)
    .option('--max-tokens <number>', 'maximum response tokens', Number);
  for (const [name, status, description] of [
    ['enable', 'active', 'Let an agent reply to messages again.'],
    ['disable', 'disabled', 'Keep an agent, and reject its messages with 404.'],
  ] as const) {
    add
      .ofStore(agents.command(`${name} <agent-id>`), (operator, _options, agentId = '') =>
        changeAgent(operator, agentId, (agent) => ({ ...updateOf(agent), status })),
      )
      .description(description);
  }
  add
    .ofStore(agents.command('delete <agent-id>'), async ({ change }, _options, agentId = '') => {
      await change(async (context) => {
        const { version } = await findAgent(context, agentId);
        await deleteAgent(context, agentId, version);
      });
      return { json: { deleted: agentId }, text: `deleted ${agentId}\n` };
    })
    .description('Delete an agent that no chatbot uses. Its conversations stay.');
}

async function changeAgent(
  operator: StoreOperator,
  agentId: string,
  change: (agent: AgentRecord) => AgentUpdate,
): Promise<CommandResult> {
  const changed = await operator.change(async (context) => {
    await updateAgent(context, agentId, change(await findAgent(context, agentId)));
    return findAgent(context, agentId);
  });
  return agentResult([changed]);
}

/** Everything that can be changed, as it is. */
function updateOf({ name, type, description, config, status, version }: AgentRecord): AgentUpdate {
  return { name, type, ...(description !== null && { description }), config, status, version };
}

function changedBy(agent: AgentRecord, options: ChangeOptions, prompt: string | undefined): AgentUpdate {
  const { name, type, description, provider, model, temperature, maxTokens } = options;
  const { status, version, ...input } = updateOf(agent);
  const changed: unknown = {
    ...input,
    ...(name !== undefined && { name }),
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    config: {
      ...input.config,
      ...(provider !== undefined && { model_provider: provider }),
      ...(model !== undefined && { model_id: model }),
      ...(prompt !== undefined && { system_prompt: prompt }),
      ...(temperature !== undefined && { temperature }),
      ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    },
  };
  // The rules of a create (source 2.1, 2.2).
  return { ...requireValid(validateRequest.createAgent, changed), status, version };
}

function readPrompt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new CommandFailure(`cannot read ${path}: ${code}`);
  }
}

function agentResult(agents: readonly AgentRecord[]): CommandResult {
  const rows = agents.map(({ id, name, type, status, config, created_at: createdAt }) => {
    return [id, name, type, status, `${config.model_provider} ${config.model_id}`, createdAt];
  });
  const json = agents.map((agent) => ({ ...agentView(agent), status: agent.status }));
  return { json, text: formatTable(['ID', 'NAME', 'TYPE', 'STATUS', 'MODEL', 'CREATED'], rows) };
}
