import type { Database, StoreReader } from './database.ts';
import type { StoreRecord } from './records.ts';

/** The store of a reader; undefined for an unknown id. */
export function readStore(reader: Pick<StoreReader, 'read'>): Promise<StoreRecord | undefined> {
  return reader.read(async (tables) => tables('stores').first());
}

/** All stores, oldest first. */
export function listStores(database: Pick<Database, 'readAll'>): Promise<StoreRecord[]> {
  return database.readAll(async (all) => all('stores').orderBy('sequence'));
}
