import type { components } from '../../../generated/api.d.ts';
import type { AgentRecord } from '../../db/records.ts';
import type { Repositories } from '../../db/repositories.ts';
import { agentView } from './agent-view.ts';

export type AgentList = components['schemas']['AgentList'];

/** What was made of the repository's array, which is the same one for as long as nothing has changed. */
const views = new WeakMap<readonly AgentRecord[], AgentList>();

/** All agents of the store, oldest first, each with its status (source 4.2, 3; decisions 0009, 0010). Shared: do not change it. */
export async function listAgents(
  deps: { readonly repositories: Pick<Repositories, 'agents'> },
  storeId: string,
): Promise<AgentList> {
  const records = await deps.repositories.agents.list(storeId);
  const list = views.get(records) ?? { agents: records.map(listedAgent) };
  views.set(records, list);
  return list;
}

function listedAgent(record: AgentRecord): AgentList['agents'][number] {
  return { ...agentView(record), status: 'active' };
}
