import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Clock } from '../clock.ts';
import { builtInCatalogType, createCatalogConnection } from './catalog-connection.ts';
import type { ConnectionDirectory, ToolConnection } from './tool-connection.ts';

/** The most built-in connections kept open; the least recently used one makes room. */
const capacity = 256;

/** The connections of every store: the built-in catalogue. */
export function createConnectionDirectory(catalogs: CatalogStore, clock: Clock): ConnectionDirectory {
  const open = new Map<string, ToolConnection>();
  return {
    async find(storeId, type) {
      if (type !== builtInCatalogType) return null;
      const known = open.get(storeId) ?? createCatalogConnection(clock, () => catalogs.get(storeId));
      open.delete(storeId);
      open.set(storeId, known);
      if (open.size > capacity) await closeOldest(open);
      return known;
    },
    async close() {
      await Promise.all([...open.values()].map((connection) => connection.close()));
      open.clear();
    },
  };
}

async function closeOldest(open: Map<string, ToolConnection>): Promise<void> {
  const oldest = open.entries().next().value;
  if (oldest === undefined) return;
  open.delete(oldest[0]);
  await oldest[1].close();
}
