import type { AgentRecord, StoreRecord } from '../../db/records.ts';
import type { Deps } from '../../deps.ts';
import { listModelOptions, listToolOptions } from '../../services/agent-options.ts';
import {
  type AgentWithUse,
  configView,
  createAgent,
  deleteAgent,
  findAgent,
  findAgentWithUse,
  listAgentsWithUse,
  updateAgent,
} from '../../services/agents.ts';
import { audited } from '../../services/audit.ts';
import { limitsOf } from '../../services/plans.ts';
import { actorOf, auditEntry, type HandlersOf, type Schemas } from '../handler.ts';
import { streamTestChat } from '../test-chat.ts';

/** The agents of a store, with what deleting each would break. */
export const agentHandlers: HandlersOf<'agents'> = {
  async listDashboardAgents(deps, { store }) {
    const agents = await listAgentsWithUse(deps, store.id);
    return { status: 200, body: { agents: agents.map(agentView), agent_limit: limitsOf(store).agents } };
  },

  async createDashboardAgent(deps, call) {
    const { id } = await createAgent(deps, call.store, call.body, actorOf(call));
    return { status: 201, body: await readAgent(deps, call.store, id) };
  },

  async getDashboardAgent(deps, { store, path }) {
    return { status: 200, body: await readAgent(deps, store, path.agent_id) };
  },

  async updateDashboardAgent(deps, call) {
    const { store, path, body } = call;
    await audited(
      deps,
      async (joined) => {
        const old = await findAgent(joined, store.id, path.agent_id);
        await updateAgent(joined, store.id, path.agent_id, body);
        return old;
      },
      (old) => auditEntry(call, { action: 'agent.updated', subject: old.id, detail: changeOf(old, body) }),
    );
    return { status: 200, body: await readAgent(deps, store, path.agent_id) };
  },

  async deleteDashboardAgent(deps, call) {
    const { store, path, query } = call;
    await audited(
      deps,
      async (joined) => {
        const old = await findAgent(joined, store.id, path.agent_id);
        await deleteAgent(joined, store.id, old.id, query.version);
        return old;
      },
      ({ id, name }) => auditEntry(call, { action: 'agent.deleted', subject: id, detail: name }),
    );
    return { status: 204, body: undefined };
  },

  async getAgentOptions(deps, { store }) {
    const models = listModelOptions(deps.config.models);
    return { status: 200, body: { models, tools: await listToolOptions(deps, store.id) } };
  },

  streamTestChat,
};

/** For the audit log: the name, and whether the agent was enabled or disabled. */
function changeOf(old: AgentRecord, { name, status }: Schemas['AgentUpdate']): string {
  if (old.status === status) return name;
  return `${name}: ${status === 'active' ? 'enabled' : 'disabled'}`;
}

async function readAgent(
  deps: Deps,
  store: StoreRecord,
  agentId: string,
): Promise<Schemas['DashboardAgent']> {
  return agentView(await findAgentWithUse(deps, store.id, agentId));
}

function agentView({ agent, chatbots, conversations }: AgentWithUse): Schemas['DashboardAgent'] {
  return {
    id: agent.id,
    name: agent.name,
    type: agent.type,
    description: agent.description,
    config: configView(agent.config),
    status: agent.status,
    version: agent.version,
    created_at: agent.createdAt,
    updated_at: agent.updatedAt,
    used_by: { chatbots: chatbots.map(({ id, name }) => ({ id, name })), conversations },
  };
}
