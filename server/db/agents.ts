import { requireFound } from '../errors.ts';
import type { Context, StoreReader, StoreTables } from './database.ts';
import type { AgentRecord } from './records.ts';

/** Agents that are not deleted. Rows of deleted ones stay for their conversations. */
export function presentAgents(tables: StoreTables) {
  return tables('agents').where({ deleted_at: null });
}

/** The agents of a store, oldest first. */
export async function allAgents(reader: StoreReader): Promise<readonly AgentRecord[]> {
  const load = async (tables: StoreTables) =>
    // By the time that clients see: creates at once on several nodes are inserted in any order.
    Object.freeze(await presentAgents(tables).orderBy(['created_at', 'sequence']));
  return (await reader.cached('agents', 'all', load)) ?? [];
}

/** An agent of the store. Throws ServiceError `not_found`. */
export async function findAgent(reader: StoreReader, agentId: string): Promise<AgentRecord> {
  const load = async (tables: StoreTables) => presentAgents(tables).where({ id: agentId }).first();
  return requireFound(await reader.cached('agents', agentId, load), agentNotFound);
}

export const agentNotFound = 'agent not found';

/** Keeps an agent of the store from being deleted until the transaction commits. Throws ServiceError `not_found`. */
export async function lockAgent({ tables }: Context, agentId: string): Promise<void> {
  requireFound(await presentAgents(tables).where({ id: agentId }).forShare().first('id'), agentNotFound);
}
