import { listAgents } from '../../services/agents/list-agents.ts';
import type { Handler } from '../handler.ts';

export const listAgentsHandler: Handler<'listAgents'> = async (deps, { store }) => ({
  status: 200,
  body: await listAgents(deps, store.id),
});
