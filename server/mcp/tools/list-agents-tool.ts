import { listAgents } from '../../services/agents/list-agents.ts';
import { contractSchema } from '../contract-schema.ts';
import { defineTool } from '../service-tool.ts';

export const listAgentsTool = defineTool({
  name: 'list_agents',
  title: 'List agents',
  description:
    'Lists all agents of this shop, oldest first, each with its id, name, type and configuration. Use it to find ' +
    'the agent_id that send_message needs.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: { type: 'object', properties: {}, required: [], additionalProperties: false },
  output: contractSchema('AgentList'),
  run: ({ deps, caller }) => listAgents(deps, caller.store.id),
});
