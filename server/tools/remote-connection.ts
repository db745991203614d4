import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { FetchLike } from '@modelcontextprotocol/client';
import type { Clock } from '../clock.ts';
import { requestSignal } from './call-signal.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createMcpConnection } from './mcp-connection.ts';
import type { ToolConnection } from './tool-connection.ts';

export interface RemoteServer {
  readonly url: string;
  /** Sent with every request; nothing else of ours is. */
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
}

const listFreshMs = 60_000;
const connectMs = 5000;
const maxAnswerBytes = 4 * 1024 * 1024;

/** A remote MCP server over Streamable HTTP. */
export function createRemoteConnection(clock: Clock, server: RemoteServer): ToolConnection {
  const guarded = createGuardedFetch({ allowPrivate: server.allowPrivate, maxBytes: maxAnswerBytes });
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
