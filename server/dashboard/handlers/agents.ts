import type { AgentRecord, ChatbotRecord, StoreRecord } from '../../db/records.ts';
import type { Deps } from '../../deps.ts';
import { listModelOptions, listToolOptions } from '../../services/agent-options.ts';
import { configView, createAgent, deleteAgent, findAgent, updateAgent } from '../../services/agents.ts';
import { audited } from '../../services/audit.ts';
import { limitsOf } from '../../services/plans.ts';
import { actorOf, auditEntry, type HandlersOf, type Schemas } from '../handler.ts';
import { streamTestChat } from '../test-chat.ts';

/** The agents of a store, with what deleting each would break. */
export const agentHandlers: HandlersOf<'agents'> = {
  async listDashboardAgents(deps, { store }) {
    const agents = await deps.repositories.agents.list(store.id);
    const views = await describeAgents(deps, store, agents);
    return { status: 200, body: { agents: views, agent_limit: limitsOf(store).agents } };
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
  const agent = await findAgent(deps, store.id, agentId);
  const [view] = await describeAgents(deps, store, [agent]);
  // One view for each agent.
  return view as Schemas['DashboardAgent'];
}

async function describeAgents(
  { repositories }: Deps,
  store: StoreRecord,
  agents: readonly AgentRecord[],
): Promise<Schemas['DashboardAgent'][]> {
  const [chatbots, conversations] = await Promise.all([
    repositories.chatbots.list(store.id),
    repositories.agents.countConversations(store.id),
  ]);
  const users = Map.groupBy(chatbots, ({ agentId }) => agentId);
  return agents.map((agent) => agentView(agent, users.get(agent.id) ?? [], conversations.get(agent.id) ?? 0));
}

function agentView(
  agent: AgentRecord,
  chatbots: readonly ChatbotRecord[],
  conversations: number,
): Schemas['DashboardAgent'] {
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
