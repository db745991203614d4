import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Clock } from '../clock.ts';
import type { ConnectionRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import type { Keyring } from '../keys/keyring.ts';
import { createCatalogConnection } from './catalog-connection.ts';
import { openHeaders } from './connection-headers.ts';
import { createRemoteConnection } from './remote-connection.ts';
import { builtInCatalogType } from './tool-connection.ts';
import type { ConnectionDirectory, ToolConnection } from './tool-connection.ts';

export interface DirectoryDeps {
  readonly repositories: Pick<Repositories, 'connections'>;
  readonly catalogs: CatalogStore;
  readonly keyring: Pick<Keyring, 'openText'>;
  readonly clock: Clock;
}

/** The most connections kept open; the least recently used one makes room. */
const capacity = 256;

/** The connections of every store: the built-in catalogue, and what operators configured. */
export function createConnectionDirectory(deps: DirectoryDeps): ConnectionDirectory {
  const open = new Map<string, ToolConnection>();
  const keep = (name: string, create: () => ToolConnection): ToolConnection => {
    const connection = open.get(name) ?? create();
    open.delete(name);
    open.set(name, connection);
    if (open.size > capacity) closeOldest(open);
    return connection;
  };
  return {
    async find(storeId, type) {
      if (type === builtInCatalogType) {
        const catalog = () => deps.catalogs.get(storeId);
        return keep(storeId, () => createCatalogConnection(deps.clock, catalog));
      }
      // Asked every time, so that what an operator removes is gone at once.
      const record = await deps.repositories.connections.find(storeId, type);
      return record === undefined ? null : keep(record.id, () => remote(deps, record));
    },
    async close() {
      await Promise.all([...open.values()].map((connection) => connection.close()));
      open.clear();
    },
  };
}

function remote({ keyring, clock }: DirectoryDeps, record: ConnectionRecord): ToolConnection {
  const { url, allowPrivate } = record;
  return createRemoteConnection(clock, { url, allowPrivate, headers: openHeaders(keyring, record) });
}

function closeOldest(open: Map<string, ToolConnection>): void {
  const oldest = open.entries().next().value;
  if (oldest === undefined) return;
  open.delete(oldest[0]);
  // Nobody waits for it: a connection that does not close is its server's problem.
  void oldest[1].close().catch(() => undefined);
}
