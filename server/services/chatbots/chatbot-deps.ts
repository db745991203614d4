import type { Clock } from '../../clock.ts';
import type { Repositories } from '../../db/repositories.ts';
import { ServiceError } from '../../errors.ts';

/** What the services around chatbots need. */
export interface ChatbotDeps {
  readonly repositories: Pick<Repositories, 'stores' | 'agents' | 'chatbots'>;
  readonly clock: Clock;
}

/** Throws ServiceError `not_found` unless the agent is the store's own. */
export async function requireAgent(
  deps: Pick<ChatbotDeps, 'repositories'>,
  storeId: string,
  agentId: string,
): Promise<void> {
  const agent = await deps.repositories.agents.find(storeId, agentId);
  if (agent === undefined) throw new ServiceError('not_found', `the store has no agent ${agentId}`);
}
