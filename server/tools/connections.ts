import type { Keyring } from '../auth/keyring.ts';
import type { CatalogNeed } from '../catalog/catalog-need.ts';
import { readConnection } from '../db/connections.ts';
import type { ConnectionRecord } from '../db/records.ts';
import type { Database } from '../db/database.ts';
import { readStore } from '../db/stores.ts';
import type { Clock } from '../support/clock.ts';
import { setNewest } from '../support/newest-entries.ts';
import type { ShopKnowledge } from '../knowledge/knowledge-tool.ts';
import type { KnowledgeStore } from '../knowledge/knowledge-index.ts';
import { createCatalogConnection, createKnowledgeConnection } from './built-in-connections.ts';
import { createRemoteConnection, openHeaders } from './remote-connection.ts';
import type { StoreCatalogs } from './store-catalogs.ts';
import { builtInKnowledgeType, isCatalogType, type ToolConnections, type ToolConnection } from './types.ts';

export interface ToolConnectionsDeps {
  readonly database: Database;
  readonly catalogs: StoreCatalogs;
  readonly knowledge: KnowledgeStore;
  readonly keyring: Pick<Keyring, 'openText'>;
  readonly clock: Clock;
}

/** Open connections; the least recently used one is evicted. */
const maxConnections = 256;

/** The pool of connections of every store: the built-in ones, and what operators configured. */
export function createToolConnections(deps: ToolConnectionsDeps): ToolConnections {
  const open = new Map<string, ToolConnection>();
  const getOrOpen = (name: string, create: () => ToolConnection): ToolConnection => {
    const connection = open.get(name) ?? create();
    // Not awaited: the caller does not depend on it.
    void setNewest(open, name, connection, maxConnections)
      ?.close()
      .catch(() => undefined);
    return connection;
  };
  return {
    async find(storeId, type) {
      if (isCatalogType(type)) {
        const read = (need: CatalogNeed) => deps.catalogs.open(storeId, type, need);
        return getOrOpen(`${storeId} ${type}`, () => createCatalogConnection(deps.clock, read));
      }
      if (type === builtInKnowledgeType) {
        const knowledge = () => readShopKnowledge(deps, storeId);
        return getOrOpen(`${storeId} ${type}`, () => createKnowledgeConnection(deps.clock, knowledge));
      }
      // Looked up every time: a connection that an operator removes must not be used again.
      const record = await readConnection(deps.database, storeId, type);
      return record === undefined ? null : getOrOpen(record.id, () => remote(deps, record));
    },
    async close() {
      await Promise.all([...open.values()].map((connection) => connection.close()));
      open.clear();
    },
  };
}

async function readShopKnowledge(
  { database, knowledge }: ToolConnectionsDeps,
  storeId: string,
): Promise<ShopKnowledge> {
  const [index, store] = await Promise.all([knowledge.get(storeId), readStore(database.reader(storeId))]);
  return { index, contact: store?.contact ?? null };
}

function remote({ keyring, clock }: ToolConnectionsDeps, record: ConnectionRecord): ToolConnection {
  const { url, allow_private: allowPrivate } = record;
  return createRemoteConnection(clock, { url, allowPrivate, headers: openHeaders(keyring, record) });
}
