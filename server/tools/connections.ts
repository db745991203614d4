import { type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Keyring } from '../auth/keyring.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import { readConnection } from '../db/connections.ts';
import type { ConnectionRecord } from '../db/records.ts';
import type { Database } from '../db/database.ts';
import { readStore } from '../db/stores.ts';
import type { Clock } from '../support/clock.ts';
import type { ShopKnowledge } from '../knowledge/knowledge-tool.ts';
import type { KnowledgeStore } from '../knowledge/knowledge-index.ts';
import { createCatalogConnection, createKnowledgeConnection } from './built-in-connections.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createMcpConnection, requestSignal } from './mcp-connection.ts';
import {
  builtInCatalogType,
  builtInKnowledgeType,
  type ToolConnections,
  type ToolConnection,
} from './types.ts';

export interface ToolConnectionsDeps {
  readonly database: Database;
  readonly catalogs: CatalogStore;
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
    open.delete(name);
    open.set(name, connection);
    if (open.size > maxConnections) closeOldest(open);
    return connection;
  };
  return {
    async find(storeId, type) {
      if (type === builtInCatalogType) {
        const catalog = () => deps.catalogs.get(storeId);
        return getOrOpen(storeId, () => createCatalogConnection(deps.clock, catalog));
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

function closeOldest(open: Map<string, ToolConnection>): void {
  const oldest = open.entries().next().value;
  if (oldest === undefined) return;
  open.delete(oldest[0]);
  // Not awaited: the caller does not depend on it.
  void oldest[1].close().catch(() => undefined);
}

export interface RemoteServer {
  readonly url: string;
  /** Sent with every request; nothing else of ours is. */
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
}

const listFreshMs = 60_000;
const connectMs = 5000;
const maxResponseBytes = 4 * 1024 * 1024;

/** A remote MCP server over Streamable HTTP. */
export function createRemoteConnection(clock: Clock, server: RemoteServer): ToolConnection {
  const guarded = createGuardedFetch({ allowPrivate: server.allowPrivate, maxBytes: maxResponseBytes });
  const fetch: FetchLike = (input, init) => guarded(input, { ...init, signal: requestSignal(init?.signal) });
  return createMcpConnection({
    clock,
    listFreshMs,
    connectMs,
    open: () => {
      const requestInit = { headers: { ...server.headers } };
      return Promise.resolve(new StreamableHTTPClientTransport(new URL(server.url), { fetch, requestInit }));
    },
  });
}

export type ConnectionHeaders = Readonly<Record<string, string>>;

/** Encrypts the headers of a connection: they are secrets. */
export function sealHeaders(
  keyring: Pick<Keyring, 'sealText'>,
  id: string,
  headers: ConnectionHeaders,
): string {
  return keyring.sealText(id, JSON.stringify(headers));
}

/** Decrypts the headers of a connection. Throws SealError when they were encrypted with another master key. */
export function openHeaders(
  keyring: Pick<Keyring, 'openText'>,
  { id, sealed_headers: sealed }: Pick<ConnectionRecord, 'id' | 'sealed_headers'>,
): ConnectionHeaders {
  // Written by sealHeaders.
  return JSON.parse(keyring.openText(id, sealed)) as ConnectionHeaders;
}
