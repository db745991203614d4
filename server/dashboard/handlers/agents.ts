import { listModelOptions, listToolOptions } from '../../services/agent-options.ts';
import {
  agentView,
  type AgentWithUse,
  createAgent,
  deleteAgent,
  findAgentWithUse,
  listAgentsWithUse,
  updateAgent,
} from '../../services/agents.ts';
import { limitsOf } from '../../services/plans.ts';
import { changeBy, type HandlersOf, type Schemas } from '../handler.ts';
import { streamTestChat } from '../test-chat.ts';

/** The agents of a store, with what deleting each would break. */
export const agentHandlers: HandlersOf<'agents'> = {
  async listDashboardAgents({ database }, { store }) {
    const agents = await listAgentsWithUse(database.reader(store.id));
    return { status: 200, body: { agents: agents.map(dashboardView), agent_limit: limitsOf(store).agents } };
  },

  async createDashboardAgent({ database }, call) {
    const { id } = await database.change(changeBy(call), (context) => createAgent(context, call.body));
    const agent = await findAgentWithUse(database.reader(call.store.id), id);
    return { status: 201, body: dashboardView(agent) };
  },

  async getDashboardAgent({ database }, { store, path }) {
    const agent = await findAgentWithUse(database.reader(store.id), path.agent_id);
    return { status: 200, body: dashboardView(agent) };
  },

  async updateDashboardAgent({ database }, call) {
    const { store, path, body } = call;
    await database.change(changeBy(call), (context) => updateAgent(context, path.agent_id, body));
    const agent = await findAgentWithUse(database.reader(store.id), path.agent_id);
    return { status: 200, body: dashboardView(agent) };
  },

  async deleteDashboardAgent({ database }, call) {
    const { path, query } = call;
    await database.change(changeBy(call), (context) => deleteAgent(context, path.agent_id, query.version));
    return { status: 204, body: undefined };
  },

  async getAgentOptions(deps, { store }) {
    const models = listModelOptions(deps.config.models);
    return { status: 200, body: { models, tools: await listToolOptions(deps, store.id) } };
  },

  streamTestChat,
};

function dashboardView(agent: AgentWithUse): Schemas['DashboardAgent'] {
  const { description, status, version, used_by } = agent;
  return { ...agentView(agent), description, status, version, used_by };
}
