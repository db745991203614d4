import type { CheckContext } from '../../check.ts';
import type { Credential, Exchange } from '../../client/exchange.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'agent-conformance', version: '1' },
  },
};

/** One MCP request on its own; the key is in the URL, in the header of a credential, or absent. */
export function knock(
  { client }: CheckContext,
  url: URL,
  credential: Credential = { type: 'none' },
): Promise<Exchange> {
  const headers = { accept: 'application/json, text/event-stream' };
  return client.send({
    method: 'POST',
    path: url.href,
    credential,
    headers,
    json: initialize,
  });
}
