import type { Context, StoreReader } from './database.ts';

/** A number that rises with each change of a store's rows: it tells every process to index them again. */
export interface VersionRecord {
  readonly store_id: string;
  readonly version: number;
}

type VersionTable = 'catalog_versions' | 'knowledge_versions';

/** Also locks the row, so that concurrent imports into one store wait for each other, and count exactly. */
export async function raiseVersion(
  { tables, allStores, storeId }: Context,
  table: VersionTable,
): Promise<void> {
  await tables(table)
    .insert({ store_id: storeId, version: 1 })
    .onConflict('store_id')
    .merge({ version: allStores.raw('?? + 1', [`${table}.version`]) });
}

/** 0 before the first change. */
export async function readVersion(reader: Pick<StoreReader, 'read'>, table: VersionTable): Promise<number> {
  return (await reader.read(async (tables) => tables(table).first('version')))?.version ?? 0;
}
