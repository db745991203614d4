import type { components } from '../../../generated/api.d.ts';
import type { Repositories } from '../../db/repositories.ts';
import { agentView } from './agent-view.ts';

export type AgentList = components['schemas']['AgentList'];

/** All agents of the store, oldest first, each with its status (source 4.2, 3; decisions 0009, 0010). */
export async function listAgents(
  deps: { readonly repositories: Pick<Repositories, 'agents'> },
  storeId: string,
): Promise<AgentList> {
  const records = await deps.repositories.agents.list(storeId);
  return { agents: records.map((record) => ({ ...agentView(record), status: 'active' })) };
}
