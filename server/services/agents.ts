import type { components } from '../../generated/api.d.ts';
import type { AgentConfig, AgentRecord, StoreRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { limitsOf } from './plans.ts';

export type Agent = components['schemas']['Agent'];

/** An agent as the API answers it (source 2.1): what was not sent is absent, not null (decision 0027). */
export function agentView(record: AgentRecord): Agent {
  const { mcp_capabilities: capabilities, ...config } = record.config;
  return {
    id: record.id,
    name: record.name,
    type: record.type,
    ...(record.description === null ? {} : { description: record.description }),
    config: capabilities === undefined ? config : { ...config, mcp_capabilities: [...capabilities] },
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}

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
