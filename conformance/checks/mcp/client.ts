import type { Check, CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { listTools, mcpNotOffered, mcpUrlWith, sendMcpInitialize } from './mcp-requests.ts';

/** Clients of the same key, one after the other: of other versions and media types in another order. */
const otherClients = [
  { what: 'Accept in another order', accept: 'text/event-stream, application/json' },
  { what: 'an older protocol version, which the server may replace', protocolVersion: '2025-03-26' },
];

async function verifyOtherClients(context: CheckContext, url: URL): Promise<void> {
  for (const { what, ...other } of otherClients) {
    const exchange = await sendMcpInitialize(context, url, { type: 'none' }, other);
    if (exchange.status < 300) continue;
    const expected = `another client connects, with ${what}`;
    context.report({ requirement: 'R-4.6-04', expected, actual: describeResponse(exchange) }, exchange);
  }
}

async function run(context: CheckContext): Promise<void> {
  const { target } = context;
  const url = mcpUrlWith(target, target.stores.main.key);
  if (!url.pathname.endsWith('/mcp')) {
    context.report({ requirement: 'R-4.6-01', expected: 'an endpoint at path /mcp', actual: url.pathname });
  }
  const { status } = await sendMcpInitialize(context, url);
  const tools = await listTools(context, url, { calls: true });
  // Newer servers may have no initialize.
  if (status < 300) await verifyOtherClients(context, url);
  context.observe('R-4.6-03', tools.length === 0 ? 'no tool is listed' : `the tools are ${tools.join(', ')}`);
}

/** Source 1, 4.6 and 5.5: MCP-compatible clients connect with the same key, sent as api_key. */
export const mcpClient: Check = {
  id: 'mcp/client',
  title: "An MCP client connects with the store's API key in the query, and lists the tools",
  requirements: ['R-1-05', 'R-1-06', 'R-4.6-01', 'R-4.6-02', 'R-4.6-04', 'R-5-05', 'R-4.6-03'],
  level: 'stated',
  profile: 'full',
  cost: { requests: 10, messages: 0, agents: 0 },
  notOffered: mcpNotOffered,
  writes: false,
  run,
};
