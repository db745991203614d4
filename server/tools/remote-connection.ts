import { type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Keyring } from '../auth/keyring.ts';
import type { ConnectionRecord } from '../db/records.ts';
import type { Clock } from '../support/clock.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createMcpConnection, type McpConnectionOptions, requestSignal } from './mcp-connection.ts';
import type { ToolConnection } from './types.ts';

export interface RemoteServer {
  readonly url: string;
  /** Sent with every request; nothing else of ours is. */
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
  readonly rejected?: McpConnectionOptions['rejected'];
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
    rejected: server.rejected,
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
