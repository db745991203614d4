import type { components } from '../../generated/api.d.ts';
import type { AgentConfig, AgentRecord, ChatbotRecord, StoreRecord } from '../db/records.ts';
import type { ChangeOutcome, JoinedWrite, Repositories } from '../db/repositories.ts';
import { joinAll } from '../db/write.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { type Actor, auditJoined } from './audit.ts';
import { withIdempotency } from './idempotency.ts';
import { limitsOf } from './plans.ts';

export type Agent = components['schemas']['Agent'];
export type AgentCreate = components['schemas']['AgentCreate'];
export type AgentList = components['schemas']['AgentList'];

export interface AgentDeps {
  readonly repositories: Pick<Repositories, 'agents'>;
  readonly clock: Clock;
}

/** All agents of a store, oldest first, each with its status (source 4.2, 3; decisions 0009, 0010). */
export async function listAgents(deps: Pick<AgentDeps, 'repositories'>, storeId: string): Promise<AgentList> {
  const records = await deps.repositories.agents.list(storeId);
  return { agents: records.map((record) => ({ ...agentView(record), status: record.status })) };
}

/**
 * Creates an agent from input that the contract allows, with defaults for what is absent (source 4.3), or returns the
 * one that was created with this Idempotency-Key (decision 0030). Throws ServiceError `agent_limit_reached` when the
 * plan's limit is reached (source 8), and those of `withIdempotency`. Its entry is in the audit log, by `actor`.
 */
export async function createAgent(
  deps: AgentDeps,
  store: StoreRecord,
  input: AgentCreate,
  actor: Actor,
  key?: string,
): Promise<Agent> {
  const record = newAgent(deps.clock, store, input);
  const request = { storeId: store.id, operation: 'createAgent', key, body: input };
  const event = { action: 'agent.created', subject: record.id, detail: record.name } as const;
  const audit = auditJoined(deps.clock, store.id, actor, event);
  return withIdempotency(deps.clock, request, agentView(record), (storeResult) =>
    insertAgent(deps, store, record, joinAll(storeResult, audit)),
  );
}

function newAgent(clock: Clock, store: StoreRecord, input: AgentCreate): AgentRecord {
  const now = timestamp(clock);
  return {
    id: newId('agt'),
    storeId: store.id,
    name: input.name,
    type: input.type,
    description: input.description ?? null,
    config: withDefaults(input.config),
    status: 'active',
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

async function insertAgent(
  { repositories }: Pick<AgentDeps, 'repositories'>,
  store: StoreRecord,
  record: AgentRecord,
  joined: JoinedWrite,
): Promise<void> {
  const limit = limitsOf(store).agents;
  const outcome = await repositories.agents.insertWithinLimit(store.id, record, limit, joined);
  if (outcome === 'inserted') return;
  throw new ServiceError(
    'agent_limit_reached',
    `the agent limit of the ${store.plan} plan is reached: ${limit} ${limit === 1 ? 'agent' : 'agents'}`,
  );
}

export interface AgentUpdate extends AgentCreate {
  /** The version that is changed. */
  readonly version: number;
  readonly status: AgentRecord['status'];
}

/**
 * Replaces everything that people decide about an agent. Throws ServiceError `not_found`, or `conflict` when `version` is
 * not the present one: someone else has changed the agent since it was read (decision 0044).
 */
export async function updateAgent(
  deps: AgentDeps,
  storeId: string,
  agentId: string,
  { version, ...input }: AgentUpdate,
): Promise<void> {
  const old = await findAgent(deps, storeId, agentId);
  const agent: AgentRecord = {
    ...old,
    name: input.name,
    type: input.type,
    description: input.description ?? null,
    config: withDefaults(input.config),
    status: input.status,
    updatedAt: timestamp(deps.clock),
  };
  requireVersionChanged(await deps.repositories.agents.update(storeId, agent, version), 'agent');
}

/**
 * Deletes an agent: it is found and counted no more, and its conversations stay. Throws ServiceError `not_found`, or
 * `conflict` for another version, and while a chatbot uses it (decision 0044).
 */
export async function deleteAgent(
  { repositories, clock }: AgentDeps,
  storeId: string,
  agentId: string,
  version: number,
): Promise<void> {
  const outcome = await repositories.agents.remove(storeId, agentId, { version, at: timestamp(clock) });
  if (outcome === 'in_use') {
    throw new ServiceError('conflict', 'a chatbot uses this agent: give it another agent or delete it first');
  }
  requireVersionChanged(outcome, 'agent');
}

/** Throws the ServiceError of a change that was not made. */
export function requireVersionChanged(outcome: ChangeOutcome, noun: 'agent' | 'chatbot'): void {
  if (outcome === 'not_found') throw new ServiceError('not_found', `${noun} not found`);
  if (outcome === 'other_version') {
    throw new ServiceError(
      'conflict',
      `someone else has changed the ${noun} since you read it: reload it first`,
    );
  }
}

/** An agent of the store. Throws ServiceError `not_found`. */
export async function findAgent(
  { repositories }: Pick<AgentDeps, 'repositories'>,
  storeId: string,
  agentId: string,
): Promise<AgentRecord> {
  const agent = await repositories.agents.find(storeId, agentId);
  if (agent === undefined) throw agentNotFound();
  return agent;
}

/** An agent with what deleting it would break. */
export interface AgentWithUse {
  readonly agent: AgentRecord;
  readonly chatbots: readonly ChatbotRecord[];
  readonly conversations: number;
}

interface UseDeps {
  readonly repositories: Pick<Repositories, 'agents' | 'chatbots'>;
}

/** All agents of a store with their use, oldest first. */
export async function listAgentsWithUse(
  { repositories: { agents, chatbots } }: UseDeps,
  storeId: string,
): Promise<AgentWithUse[]> {
  const [records, users, conversations] = await Promise.all([
    agents.list(storeId),
    chatbots.list(storeId),
    agents.countConversations(storeId),
  ]);
  return records.map((agent) => ({
    agent,
    chatbots: users.filter(({ agentId }) => agentId === agent.id),
    conversations: conversations.get(agent.id) ?? 0,
  }));
}

/** An agent of the store with its use. Throws ServiceError `not_found`. */
export async function findAgentWithUse(
  deps: UseDeps,
  storeId: string,
  agentId: string,
): Promise<AgentWithUse> {
  const found = (await listAgentsWithUse(deps, storeId)).find(({ agent }) => agent.id === agentId);
  if (found === undefined) throw agentNotFound();
  return found;
}

function agentNotFound(): ServiceError {
  return new ServiceError('not_found', 'agent not found');
}

/** An agent as the API returns it (source 2.1): what was not sent is absent, not null (decision 0027). */
export function agentView(record: AgentRecord): Agent {
  return {
    id: record.id,
    name: record.name,
    type: record.type,
    ...(record.description !== null && { description: record.description }),
    config: configView(record.config),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}

/** The config of an agent as responses have it. */
export function configView({ mcp_capabilities: capabilities, ...config }: AgentConfig): Agent['config'] {
  return { ...config, ...(capabilities !== undefined && { mcp_capabilities: [...capabilities] }) };
}

/** Source 2.2: the contract's defaults, also for MCP, which has its own validator. */
export function withDefaults({
  temperature = 0.7,
  max_tokens = 4096,
  ...config
}: AgentCreate['config']): AgentConfig {
  return { ...config, temperature, max_tokens };
}
