import { type AgentCreate, createAgent, listAgents } from '../services/agents.ts';
import { getWidgetConfig } from '../services/chatbots.ts';
import { catalogTools } from './catalog-tools.ts';
import { contractSchema, querySchema } from './schemas.ts';
import { sendMessageTool } from './send-message-tool.ts';
import { defineTool, type ServiceTool } from './service-tool.ts';

const listAgentsTool = defineTool({
  name: 'list_agents',
  title: 'List agents',
  description:
    'Lists all agents of this shop, oldest first, each with its id, name, type and configuration. Use it to find ' +
    'the agent_id that send_message needs.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: { type: 'object', properties: {}, required: [], additionalProperties: false },
  output: contractSchema('AgentList'),
  run: ({ deps, caller }) => listAgents(deps.database.reader(caller.store.id)),
});

const createAgentTool = defineTool<AgentCreate>({
  name: 'create_agent',
  title: 'Create an agent',
  description:
    'Creates one more agent in this shop and returns it with its id. Agents cannot be deleted, and the plan limits ' +
    'how many there may be, so create one only when asked to. To let it search the catalogue, give it the ' +
    'mcp_capabilities entry {"type": "product_catalog", "enabled": true}.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: contractSchema('AgentCreate'),
  output: contractSchema('Agent'),
  run: ({ deps, caller, input }) => deps.database.change(caller, (context) => createAgent(context, input)),
});

const getWidgetConfigTool = defineTool<{ readonly chatbot_id: string }>({
  name: 'get_widget_config',
  title: "Read a chatbot's widget configuration",
  description:
    'Returns how the widget of one chatbot looks and greets: its texts, colours, position and the agent behind it. ' +
    'Needs the chatbot_id that the shop uses in its embed script.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: querySchema('/api/widget/config', 'get'),
  output: contractSchema('WidgetConfig'),
  run: ({ deps, caller, input }) => getWidgetConfig(deps.database.reader(caller.store.id), input.chatbot_id),
});

/** The contract's operations, then the catalogue, in the order that models see (decision 0020). */
export const serviceTools: readonly ServiceTool[] = [
  listAgentsTool,
  createAgentTool,
  sendMessageTool,
  getWidgetConfigTool,
  ...catalogTools,
];
