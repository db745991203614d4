import { createAgent, type AgentCreate } from '../../services/agents/create-agent.ts';
import { contractSchema } from '../contract-schema.ts';
import { defineTool } from '../service-tool.ts';

export const createAgentTool = defineTool<AgentCreate>({
  name: 'create_agent',
  title: 'Create an agent',
  description:
    'Creates one more agent in this shop and returns it with its id. Agents cannot be deleted, and the plan limits ' +
    'how many there may be, so create one only when asked to. To let it search the catalogue, give it the ' +
    'mcp_capabilities entry {"type": "product_catalog", "enabled": true}.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: contractSchema('AgentCreate'),
  output: contractSchema('Agent'),
  run: ({ deps, caller, input }) => createAgent(deps, caller.store, input),
});
