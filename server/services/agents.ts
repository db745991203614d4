import type { components } from '../../generated/api.d.ts';
import type { components as DashboardComponents } from '../../generated/dashboard.d.ts';
import { agentNotFound, allAgents, presentAgents } from '../db/agents.ts';
import type { Context, StoreReader } from '../db/database.ts';
import type { AgentConfig, AgentRecord } from '../db/records.ts';
import { toRow } from '../db/columns.ts';
import { requireFound, ServiceError } from '../errors.ts';
import { newId } from '../support/ids.ts';
import { audit } from './audit.ts';
import { fieldChanges } from './field-changes.ts';
import { storeResponse } from './idempotency.ts';
import { limitsOf } from './plans.ts';

export type Agent = components['schemas']['Agent'];
export type AgentCreate = components['schemas']['AgentCreate'];
export type AgentList = components['schemas']['AgentList'];

/** All agents of a store, oldest first, each with its status (source 4.2, 3; decisions 0009, 0010). */
export async function listAgents(reader: StoreReader): Promise<AgentList> {
  const agents = await allAgents(reader);
  return { agents: agents.map((agent) => ({ ...agentView(agent), status: agent.status })) };
}

/**
 * Creates an agent from input that the contract allows, with defaults for what is absent (source 4.3), or returns the
 * one that was created with this Idempotency-Key (decision 0030). Throws ServiceError `agent_limit_reached` when the
 * plan's limit is reached (source 8), and `idempotency_mismatch`.
 */
export async function createAgent(context: Context, input: AgentCreate, key?: string): Promise<Agent> {
  const agent = newAgent(context, input);
  const response = agentView(agent);
  const first = await storeResponse(context, { operation: 'createAgent', key, body: input }, response);
  if (first !== undefined) return first;
  await requireRoom(context);
  await context.tables('agents').insert(toRow('agents', agent));
  await audit(context, { action: 'agent.created', subject: agent.id, detail: agent.name });
  return response;
}

function newAgent({ storeId, now }: Context, input: AgentCreate): AgentRecord {
  return {
    id: newId('agt'),
    store_id: storeId,
    ...editableFields(input),
    status: 'active',
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
}

function editableFields({ name, type, description, config }: AgentCreate) {
  return { name, type, description: description ?? null, config: withDefaults(config) };
}

/** Exact under concurrent creates: in PostgreSQL the others wait for the row of the store. */
async function requireRoom({ store, tables }: Context): Promise<void> {
  const limit = limitsOf(store).agents;
  if (limit === null) return;
  // Not FOR UPDATE, which also blocks every insert that refers to the store. In SQLite there is one writer anyway.
  await tables('stores').forNoKeyUpdate().first('id');
  const [counted] = await presentAgents(tables).count({ agents: '*' });
  if (Number(counted?.agents) < limit) return;
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
 * Replaces the editable fields of an agent. Throws ServiceError `not_found`, or `conflict` when `version` is not the
 * present one: someone else has changed the agent since it was read (decision 0044).
 */
export async function updateAgent(
  context: Context,
  agentId: string,
  { version, status, ...input }: AgentUpdate,
): Promise<void> {
  const { tables, now } = context;
  const old = await lockForChange(context, agentId);
  requireVersion('agent', old, version);
  const fields = { ...editableFields(input), status };
  const change = { ...fields, version: version + 1, updated_at: now };
  await tables('agents').where({ id: agentId }).update(toRow('agents', change));
  const detail = old.status === status ? input.name : `${input.name}: ${statusNames[status]}`;
  const changes = fieldChanges(old, fields);
  await audit(context, { action: 'agent.updated', subject: agentId, detail, changes });
}

const statusNames = { active: 'enabled', disabled: 'disabled' } as const;

/**
 * Deletes an agent: it is not found, listed or counted any more, and its conversations stay. Throws ServiceError
 * `not_found`, or `conflict` for another version, and while a chatbot uses it (decision 0044).
 */
export async function deleteAgent(context: Context, agentId: string, version: number): Promise<void> {
  const { tables, now } = context;
  // Until the commit no chatbot can begin to use it: see `lockAgent`.
  const old = await lockForChange(context, agentId);
  const user = await tables('chatbots').where({ agent_id: agentId }).first('id');
  if (user !== undefined) {
    throw new ServiceError('conflict', 'a chatbot uses this agent: give it another agent or delete it first');
  }
  requireVersion('agent', old, version);
  await tables('agents')
    .where({ id: agentId })
    .update({ deleted_at: now, version: version + 1 });
  await audit(context, { action: 'agent.deleted', subject: agentId, detail: old.name });
}

/** The agent, which no other transaction changes or begins to use until this one commits. */
async function lockForChange({ tables }: Context, agentId: string): Promise<AgentRecord> {
  return requireFound(await presentAgents(tables).where({ id: agentId }).forUpdate().first(), agentNotFound);
}

/** Throws ServiceError `conflict` for a version that is not the present one (decision 0044). */
export function requireVersion(
  noun: 'agent' | 'chatbot',
  present: Pick<AgentRecord, 'version'>,
  version: number,
): void {
  if (present.version === version) return;
  throw new ServiceError(
    'conflict',
    `someone else has changed the ${noun} since you read it: reload it first`,
  );
}

/** An agent with what deleting it would break. */
export type AgentWithUse = AgentRecord & Pick<DashboardComponents['schemas']['DashboardAgent'], 'used_by'>;

/** All agents of a store with their use, oldest first. */
export async function listAgentsWithUse(reader: StoreReader): Promise<AgentWithUse[]> {
  const [agents, chatbots, conversations] = await Promise.all([
    allAgents(reader),
    reader.read(async (tables) => tables('chatbots').orderBy('sequence').select('id', 'name', 'agent_id')),
    reader.read(async (tables) =>
      tables('conversations')
        .where({ is_test: false })
        .groupBy('agent_id')
        .select('agent_id')
        .count({ count: '*' }),
    ),
  ]);
  const counts = new Map(conversations.map(({ agent_id: agentId, count }) => [agentId, Number(count)]));
  return agents.map((agent) => {
    const own = chatbots.filter(({ agent_id: agentId }) => agentId === agent.id);
    const usedBy = {
      chatbots: own.map(({ id, name }) => ({ id, name })),
      conversations: counts.get(agent.id) ?? 0,
    };
    return { ...agent, used_by: usedBy };
  });
}

/** An agent of the store with its use. Throws ServiceError `not_found`. */
export async function findAgentWithUse(reader: StoreReader, agentId: string): Promise<AgentWithUse> {
  const agents = await listAgentsWithUse(reader);
  return requireFound(
    agents.find(({ id }) => id === agentId),
    agentNotFound,
  );
}

/** An agent as the API returns it (source 2.1): what was not sent is absent, not null (decision 0027). */
export function agentView({
  id,
  name,
  type,
  description,
  config,
  created_at,
  updated_at,
}: AgentRecord): Agent {
  return { id, name, type, ...(description !== null && { description }), config, created_at, updated_at };
}

/** Source 2.2: the contract's defaults, also for MCP, which has its own validator. */
export function withDefaults({
  temperature = 0.7,
  max_tokens = 4096,
  ...config
}: AgentCreate['config']): AgentConfig {
  return { ...config, temperature, max_tokens };
}
