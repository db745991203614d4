import type { Database } from './database.ts';
import type { ConnectionRecord } from './records.ts';

const everyStore = '*';

/** What a connection is for, as the unique index has it: a store, or every store for null. */
export function scopeOf(storeId: string | null): string {
  return storeId ?? everyStore;
}

function inScope(storeId: string | null) {
  return [scopeOf(storeId), everyStore];
}

/** The store's own connection of this type, else the deployment's. */
export async function readConnection(
  database: Database,
  storeId: string | null,
  type: string,
): Promise<ConnectionRecord | undefined> {
  const found = await database.readAll(async (all) =>
    all('connections').where({ type }).whereIn('scope', inScope(storeId)),
  );
  return found.find(({ scope }) => scope !== everyStore) ?? found[0];
}

/** Every connection of the deployment and its stores, oldest first: for operators. */
export function allConnections(database: Database): Promise<ConnectionRecord[]> {
  return database.readAll(async (all) => all('connections').orderBy('sequence'));
}

/** Those that agents of the store may use: its own, and the deployment's of other types. Oldest first. */
export async function connectionsOf(database: Database, storeId: string): Promise<ConnectionRecord[]> {
  const found = await database.readAll(async (all) =>
    all('connections').whereIn('scope', inScope(storeId)).orderBy('sequence'),
  );
  const own = new Set(found.filter(({ scope }) => scope === storeId).map(({ type }) => type));
  return found.filter(({ scope, type }) => scope === storeId || !own.has(type));
}
