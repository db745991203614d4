import { Client, StreamableHTTPClientTransport, type FetchLike } from '@modelcontextprotocol/client';
import { bearer, type TestServer } from './start-test-server.ts';
import type { TestFetch } from './tls-fetch.ts';

/** The protocol revisions that the client can use. */
export const eras = {
  '2025': { mode: 'legacy' },
  '2026-07-28': { mode: { pin: '2026-07-28' } },
} as const;

export type Era = keyof typeof eras;

/** Connects the official client with the key in the query or in Authorization (source 5.5). */
export async function connectMcpClient(
  server: TestServer,
  era: Era,
  { key = server.shop.key, place = 'query' }: { key?: string; place?: 'query' | 'header' } = {},
): Promise<Client> {
  const url = new URL(server.service.mcpUrl);
  if (place === 'query') url.searchParams.set('api_key', key);
  const requestInit = place === 'header' ? { headers: bearer(key) } : {};
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: eras[era] });
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: asFetch(server.fetch), requestInit }));
  return client;
}

/** Adapts the test's fetch to the client's interface. */
function asFetch(fetch: TestFetch): FetchLike {
  return (url, init = {}) => {
    const { body, method, signal } = init;
    if (body != null && typeof body !== 'string') throw new Error('the client sends text only');
    return fetch(String(url), {
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(method === undefined ? {} : { method }),
      ...(body == null ? {} : { body }),
      ...(signal == null ? {} : { signal }),
    });
  };
}
