import { unexpected, verifyErrorBody } from '../../model/verify-error.ts';
import type { Check, CheckContext } from '../../check.ts';
import type { Exchange } from '../../exchange.ts';
import {
  firstMcpId,
  toolCount,
  verifyMcpId,
  type McpId,
  listTools,
  mcpNotOffered,
  mcpUrlWith,
  sendMcpInitialize,
  sendMcpRequest,
} from './mcp-requests.ts';

/** Clients of the same key, one after the other: of other versions and media types in another order, and with other ids. */
const otherClients = [
  { what: 'Accept in another order', accept: 'text/event-stream, application/json', id: 'client-1' },
  { what: 'an older protocol version, which the server may replace', protocolVersion: '2025-03-26', id: 41 },
  { what: 'a charset', contentType: 'application/json; charset=utf-8', id: 42 },
];

async function verifyOtherClients(context: CheckContext, url: URL): Promise<void> {
  for (const { what, ...other } of otherClients) {
    const exchange = await sendMcpInitialize(context, url, { type: 'none' }, other);
    if (exchange.status < 300) continue;
    context.report(unexpected('R-4.6-04', ['mcp-other-client', what], exchange));
  }
}

// Limits, the load of the moment, and the end of a session, which a client begins again.
const passingStatuses: readonly number[] = [404, 429, 503];

/**
 * Requests of one session; a service may reject them, such as where it has no ping. The session has its tools also when
 * other clients of the key have connected.
 */
async function verifySession(context: CheckContext, url: URL, session: string | undefined): Promise<void> {
  const headers = session === undefined ? {} : { 'mcp-session-id': session };
  const send = (method: string, id: McpId): Promise<Exchange> =>
    sendMcpRequest(context, url, method, headers, id);
  const before = await send('tools/list', '007');
  await verifyOtherClients(context, url);
  await send('ping', 2_147_483_647);
  const after = await send('tools/list', 'Größe "1"');
  if (toolCount(before) === 0 || toolCount(after) > 0 || passingStatuses.includes(after.status)) return;
  context.report(unexpected('R-4.6-04', 'mcp-session-stays', after));
}

interface OtherAddress {
  readonly what: string;
  readonly query: string;
  /** False where only the key is sent, which no server may reject. */
  readonly hasOthers: boolean;
  readonly id: McpId;
}

/** The same parameter in other addresses; RFC 3986, 2.3: a percent-encoded letter is that letter. */
function otherAddresses(key: string): readonly OtherAddress[] {
  const encoded = [...key].map((one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`).join('');
  const own = `api_key=${encodeURIComponent(key)}`;
  return [
    { what: 'api_key after other parameters', query: `client=a%26b&debug=&${own}`, hasOthers: true, id: -1 },
    {
      what: 'api_key before another parameter',
      query: `${own}&client=conformance`,
      hasOthers: true,
      id: Number.MAX_SAFE_INTEGER,
    },
    { what: 'the key percent-encoded', query: `api_key=${encoded}`, hasOthers: false, id: '7' },
  ];
}

/** Clients of the same key at once, each with another address. */
async function verifyAddresses(context: CheckContext): Promise<void> {
  const { target } = context;
  const connect = async ({ what, query, hasOthers, id }: OtherAddress): Promise<void> => {
    const url = mcpUrlWith(target, undefined);
    url.search = [url.search.slice(1), query].filter((one) => one !== '').join('&');
    const exchange = await sendMcpInitialize(context, url, { type: 'none' }, { id });
    const { status } = exchange;
    const isUnauthorized = status === 401 || status === 403;
    // A server may reject parameters that it does not know, and numbers that its language has not.
    if (status < 300 || (hasOthers && status < 500 && !isUnauthorized)) return;
    const requirement = isUnauthorized ? 'R-5-05' : 'R-4.6-04';
    context.report(unexpected(requirement, ['mcp-clients-side-by-side', what], exchange));
  };
  await Promise.all(otherAddresses(target.stores.main.key).map(connect));
}

/** Source 1, 4.6 and 5.5: MCP-compatible clients connect with the same key, sent as api_key. */
export const mcpClient: Check = {
  id: 'mcp/client',
  title: "An MCP client connects with the store's API key in the query, and lists the tools",
  requirements: ['R-1-05', 'R-1-06', 'R-4.6-01', 'R-4.6-02', 'R-4.6-04', 'R-5-05', 'R-4.6-03'],
  profile: 'full',
  notOffered: mcpNotOffered,
  isReadOnly: true,
  run: async (context) => {
    const { target } = context;
    const url = mcpUrlWith(target, target.stores.main.key);
    if (!url.pathname.endsWith('/mcp')) {
      context.report({ requirement: 'R-4.6-01', expected: 'mcp-path', actual: url.pathname });
    }
    const first = await sendMcpInitialize(context, url, { type: 'none' }, { id: firstMcpId });
    // Clients count from 0, and would wait for a response with that id.
    if (verifyMcpId(first, firstMcpId).length > 0) return;
    const { status, headers } = first;
    // Newer servers may have no initialize.
    if (status < 300) await verifySession(context, url, headers['mcp-session-id']);
    const tools = await listTools(context, url, { calls: true });
    if (status < 300) await verifyAddresses(context);
    context.observe(
      'R-4.6-03',
      tools.length === 0 ? 'no tool is listed' : `the tools are ${tools.join(', ')}`,
    );
  },
};

const operationTools = ['list_agents', 'create_agent', 'send_message', 'get_widget_config'];

/** Our decision 0020: a tool for each operation, the key in either place, and the error body for the rest. */
export const mcpReference: Check = {
  id: 'mcp/reference',
  title:
    'The MCP endpoint has a tool for each operation, accepts the key in the header, and returns errors as the API does',
  requirements: ['R-4.6-03'],
  profile: 'reference',
  notOffered: mcpNotOffered,
  isReadOnly: true,
  run: async (context) => {
    const { target } = context;
    const tools = await listTools(context, mcpUrlWith(target, target.stores.main.key));
    const missing = operationTools.filter((name) => !tools.includes(name));
    if (missing.length > 0) {
      const actual = `${missing.join(', ')} missing from ${tools.join(', ')}`;
      context.report({ requirement: 'R-4.6-03', expected: 'mcp-tool-of-each-operation', actual });
    }
    const url = mcpUrlWith(target, undefined);
    const withHeader = await sendMcpInitialize(context, url, { type: 'store', store: 'main' });
    if (withHeader.status !== 200) {
      context.report(unexpected('R-4.6-03', 'mcp-key-in-authorization', withHeader));
    }
    const found = verifyErrorBody(await sendMcpInitialize(context, url));
    context.report(found.map((finding) => ({ ...finding, requirement: 'R-4.6-03' })));
  },
};
