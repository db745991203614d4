import { listOf, mcpResponse, sessionOfStore } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, Frame, JsonObject, Store } from '../server/deployment.ts';
import { bytes, isObject, jsonResponse } from '../server/responses.ts';

const endedByAnybody: Change = (base) => ({
  identifyMcp: (request, state) =>
    request.method === 'DELETE' && request.headers['mcp-session-id'] !== undefined
      ? state.stores[0]
      : base.identifyMcp(request, state),
  mcp: async (deployment, request, store) => {
    if (request.method === 'DELETE') return { status: 204, headers: {}, frames: [] };
    const response = await base.mcp(deployment, request, store);
    return { ...response, headers: { ...response.headers, 'mcp-session-id': 's1' } };
  },
});

/** Changes the JSON text of MCP responses. */
function onMcpText(change: (text: string) => string): Change {
  const changed = (frame: Frame): Frame =>
    frame.type === 'bytes' ? bytes(change(Buffer.from(frame.bytes).toString())) : frame;
  return (base) => ({
    mcp: async (deployment, request, store) => {
      const response = await base.mcp(deployment, request, store);
      return { ...response, frames: response.frames.map(changed) };
    },
  });
}

/** A list to which each page adds the first one. */
const listedTwice = mcpResponse('tools/list', {
  result: { tools: [1, 2].map(() => ({ name: 'list_agents', inputSchema: { type: 'object' } })) },
});

/** Rejects some requests of MCP. */
function rejectsMcp(
  status: number,
  isRejected: (message: JsonObject, accept: string, store: Store) => boolean,
): Change {
  return (base) => ({
    mcp: (deployment, request, store) => {
      const { method, body, headers } = request;
      if (method !== 'POST' || !isRejected(messageOf(body), String(headers.accept), store))
        return base.mcp(deployment, request, store);
      return jsonResponse(status, {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_600, message: 'rejected' },
      });
    },
  });
}

/** A message of MCP. */
function messageOf(body: Buffer): JsonObject {
  const value = JSON.parse(body.toString() || 'null') as unknown;
  return isObject(value) ? value : {};
}

/** One transport for each store, which is initialized once. */
const oneClient: Change = (base) => {
  const initialized = new Set<string>();
  return rejectsMcp(400, ({ method }, _accept, { key }) => {
    if (method !== 'initialize') return false;
    const isKnown = initialized.has(key);
    initialized.add(key);
    return isKnown;
  })(base);
};

/** The list of tools is an iterator of a session, which its first request consumes. */
const toolsOnce: Change = (base) => {
  let isFirst = true;
  return {
    mcp: async (deployment, request, store) => {
      const { id, method } = request.method === 'POST' ? messageOf(request.body) : {};
      if (method !== 'tools/list') return base.mcp(deployment, request, store);
      const wasFirst = isFirst;
      isFirst = false;
      return wasFirst
        ? base.mcp(deployment, request, store)
        : jsonResponse(200, { jsonrpc: '2.0', id, result: { tools: [] } });
    },
  };
};

/** Mutants of section 4.6 of the source. */
export const mcpMutants: readonly Mutant[] = mutantsOf({
  'R-4.6-01 mcp/client mcp-at-another-path': () => ({ mcpPath: '/api/mcp' }),
  'R-4.6-02 mcp/tools-key mcp-loopback-keyless': (base) => ({
    identifyMcp: (request, state) =>
      base.identifyMcp(request, state) ??
      (request.headers['x-real-ip'] === '127.0.0.1' ? state.stores[0] : undefined),
  }),
  'R-4.6-02 mcp/tools-key mcp-session-ended-keyless': endedByAnybody,
  'R-4.6-02 mcp/tools-key mcp-session-without-key': sessionOfStore((hasKey) => !hasKey),
  'R-4.6-02 mcp/tools-key mcp-get-keyless': (base) => ({
    identifyMcp: (request, state) =>
      request.method === 'GET' ? state.stores[0] : base.identifyMcp(request, state),
    mcp: (deployment, request, store) =>
      request.method === 'GET'
        ? { status: 200, headers: { 'content-type': 'text/event-stream' }, frames: [bytes(': open\n\n')] }
        : base.mcp(deployment, request, store),
  }),
  'R-4.6-02 mcp/key mcp-keyless': () => ({ identifyMcp: (_request, state) => state.stores[0] }),
  'R-4.6-04 mcp/client mcp-tools-fail': (base) => ({
    mcp: (deployment, request, store) =>
      /"tools\/list"/.test(request.body.toString())
        ? base.errorResponse(500, 'tools are unavailable')
        : base.mcp(deployment, request, store),
  }),
  'R-4.6-04 mcp/client mcp-id-unsigned': onMcpText((text) =>
    text.replaceAll(/"id":-(\d+)(?=[,}])/g, '"id":$1'),
  ),
  'R-4.6-04 mcp/client mcp-tools-listed-twice': listedTwice,
  'R-4.6-04 mcp/client mcp-schema-of-another-language': listOf({
    inputSchema: { type: 'object', properties: { limit: { type: 'int' } } },
  }),
  'R-4.6-04 mcp/client mcp-one-client-for-ever': oneClient,
  'R-4.6-04 mcp/client mcp-tools-listed-once': toolsOnce,
});
