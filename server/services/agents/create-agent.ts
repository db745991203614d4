import type { components } from '../../../generated/api.d.ts';
import { timestamp, type Clock } from '../../clock.ts';
import type { AgentConfig, StoreRecord } from '../../db/records.ts';
import type { Repositories } from '../../db/repositories.ts';
import { ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { limitsOf } from '../plans.ts';
import { agentView, type Agent } from './agent-view.ts';

export type AgentCreate = components['schemas']['AgentCreate'];

export interface CreateAgentDeps {
  readonly repositories: Pick<Repositories, 'agents'>;
  readonly clock: Clock;
}

/**
 * Creates an agent from input that the contract allows; what was sent wins over the defaults (source 4.3).
 * Throws ServiceError `agent_limit_reached`, and creates nothing, when the plan's limit is reached (source 8).
 */
export async function createAgent(
  deps: CreateAgentDeps,
  store: StoreRecord,
  input: AgentCreate,
): Promise<Agent> {
  const now = timestamp(deps.clock);
  const record = {
    id: newId('agt'),
    storeId: store.id,
    name: input.name,
    type: input.type,
    description: input.description ?? null,
    config: withDefaults(input.config),
    createdAt: now,
    updatedAt: now,
  };
  const limit = limitsOf(store).agents;
  const outcome = await deps.repositories.agents.insertWithinLimit(store.id, record, limit);
  if (outcome === 'limit_reached') throw limitReached(store, limit);
  return agentView(record);
}

// source 2.2: the contract's defaults, also for callers that did not come through its validator.
function withDefaults({
  temperature = 0.7,
  max_tokens = 4096,
  ...config
}: AgentCreate['config']): AgentConfig {
  return { ...config, temperature, max_tokens };
}

function limitReached(store: StoreRecord, limit: number | null): ServiceError {
  return new ServiceError(
    'agent_limit_reached',
    `the agent limit of the ${store.plan} plan is reached: ${limit} ${limit === 1 ? 'agent' : 'agents'}`,
  );
}
