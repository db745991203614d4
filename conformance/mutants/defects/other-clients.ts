import { gzipSync } from 'node:zlib';
import { embeddable, workingScript } from '../conforming/embeddable.ts';
import { mutantsOf, mutantsWith, type Mutant } from '../mutant.ts';
import type { Change, HttpResponse, JsonObject, Store } from '../server/deployment.ts';
import { bytes, isObject, jsonResponse, textResponse } from '../server/responses.ts';
import { keyOf } from '../server/server-state.ts';
import { beforeOperation, onErrorResponses, onOperation } from './changes.ts';
import { overlap } from '../server/overlap.ts';

function textOf({ frames }: HttpResponse): string {
  return frames.map((frame) => (frame.type === 'bytes' ? frame.bytes.toString() : '')).join('');
}

function withHeaders(response: HttpResponse, headers: Readonly<Record<string, string>>): HttpResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** Compression middleware whose header a proxy removes. */
const gzipUnnamed = onOperation('getWidgetConfig', (response, { request }) => {
  if (response.status !== 200 || !/gzip/.test(String(request.headers['accept-encoding']))) return response;
  return { ...response, frames: [bytes(gzipSync(textOf(response)))] };
});

/** Compresses the list where Accept-Encoding is present, whatever it says. */
const gzipDespiteIdentity = onOperation('listAgents', (response, { request }) =>
  request.headers['accept-encoding'] === undefined
    ? response
    : withHeaders(
        { ...response, frames: [bytes(gzipSync(textOf(response)))] },
        { 'content-encoding': 'gzip' },
      ),
);

const labelledLatin1: Change = (base) => ({
  finish: (response, request, call) => {
    const finished = base.finish(response, request, call);
    return /json/.test(finished.headers['content-type'] ?? '')
      ? withHeaders(finished, { 'content-type': 'application/json; charset=ISO-8859-1' })
      : finished;
  },
});

/** A cache that compares no tags. */
const notModified = onOperation('getWidgetConfig', (response, { request }) => {
  if (response.status !== 200) return response;
  const headers = { etag: '"v1"' };
  const isCached = request.headers['if-none-match'] !== undefined;
  return isCached ? { status: 304, headers, frames: [] } : withHeaders(response, headers);
});

const cutForClose = onOperation('streamAgentChat', (response, { request }) =>
  response.status === 200 && /close/i.test(request.headers.connection ?? '')
    ? { ...response, frames: [...response.frames.slice(0, 1), { type: 'reset' }] }
    : response,
);

/** Chooses the form of a reply by Accept. */
const negotiated = onOperation('streamAgentChat', (response, { request }) => {
  if (response.status !== 200 || request.headers.accept !== 'application/json') return response;
  const events = textOf(response)
    .split('\n\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as JsonObject);
  const content = events.map((event) => event['content'] ?? '').join('');
  return jsonResponse(200, { content, conversation_id: events.at(-1)?.['conversation_id'] });
});

/** Session middleware before the one of keys. */
const sessions: Change = (base) => {
  const begun = new Map<string, Store>();
  const idIn = (cookie: string | undefined): string | undefined => /\bsid=(\w+)/.exec(cookie ?? '')?.[1];
  return {
    identify: (request, state) =>
      begun.get(idIn(request.headers.cookie) ?? '') ?? base.identify(request, state),
    finish: (response, request, call) => {
      const finished = base.finish(response, request, call);
      if (call === undefined || idIn(request.headers.cookie) !== undefined) return finished;
      const id = `s${begun.size + 1}`;
      begun.set(id, call.store);
      return withHeaders(finished, { 'set-cookie': `sid=${id}; Path=/; Secure; HttpOnly` });
    },
  };
};

/** Takes all that follows `chatbot_id=` for the id. */
const idUntilTheEnd = onOperation('getWidgetConfig', (response, { request, deployment }) => {
  const names = [...request.query.keys()];
  const at = names.indexOf('chatbot_id');
  return at !== -1 && at < names.length - 1 ? deployment.errorResponse(404, 'no such chatbot') : response;
});

const jwt = /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/;

const jwtParsed: Change = (base) =>
  onErrorResponses([401], (response, { headers }) =>
    jwt.test(headers.authorization ?? '') ? base.errorResponse(500, 'internal server error') : response,
  )(base);

const internalAddress = /^(?:10|127|192\.168)\./;

const servedInside: Change = () => ({
  plainHttp: {
    type: 'serve',
    only: (_method, _path, headers) => internalAddress.test(String(headers['x-forwarded-for'])),
  },
});

/** A message of MCP. */
function messageOf(body: Buffer): JsonObject {
  const value = JSON.parse(body.toString() || 'null') as unknown;
  return isObject(value) ? value : {};
}

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

/** One transport for each store, which the next client's initialize replaces. */
const lastClient: Change = (base) => {
  const lastSessions = new Map<string, number>();
  return {
    mcp: async (deployment, request, store) => {
      const last = lastSessions.get(store.key) ?? 0;
      if (request.method !== 'POST' || messageOf(request.body)['method'] !== 'initialize') {
        if ((request.headers['mcp-session-id'] ?? String(last)) === String(last))
          return base.mcp(deployment, request, store);
        return jsonResponse(400, {
          jsonrpc: '2.0',
          id: null,
          error: { code: -32_001, message: 'no session' },
        });
      }
      lastSessions.set(store.key, last + 1);
      return withHeaders(await base.mcp(deployment, request, store), { 'mcp-session-id': String(last + 1) });
    },
  };
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

/** Rejects a media type with parameters. */
const mcpExactMediaType: Change = (base) => ({
  mcp: (deployment, request, store) =>
    request.method === 'POST' && request.headers['content-type'] !== 'application/json'
      ? jsonResponse(415, { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'no JSON' } })
      : base.mcp(deployment, request, store),
});

/** The store of a request in a global variable, which another request sets meanwhile. */
const storeInGlobal: Change = (base) => {
  let current: Store | undefined;
  return {
    mcp: async (deployment, request, store) => {
      current = store;
      await overlap();
      return base.mcp(deployment, request, current ?? store);
    },
  };
};

/** Responds to one method of MCP in another way. */
function mcpResponse(method: string, response: object): Change {
  return (base) => ({
    mcp: (deployment, request, store) => {
      const message: unknown = request.method === 'POST' ? JSON.parse(request.body.toString()) : undefined;
      if (!isObject(message) || message['method'] !== method) return base.mcp(deployment, request, store);
      return jsonResponse(200, { jsonrpc: '2.0', id: message['id'], ...response });
    },
  });
}

/** A list of one tool. */
const listOf = (schemas: object): Change =>
  mcpResponse('tools/list', { result: { tools: [{ name: 'list_agents', ...schemas }] } });

/** A list to which each page adds the first one. */
const listedTwice = mcpResponse('tools/list', {
  result: { tools: [1, 2].map(() => ({ name: 'list_agents', inputSchema: { type: 'object' } })) },
});

const noInput = { type: 'object', properties: {} };

const mcp: readonly Mutant[] = [
  ...mutantsOf('R-5-14', 'tenancy/mcp-tools', { 'mcp-stores-at-once-mixed': storeInGlobal }),
  ...mutantsOf('R-1-05', 'mcp/client', {
    'mcp-listed-tool-unknown': mcpResponse('tools/call', {
      error: { code: -32_602, message: 'Tool list_agents not found' },
    }),
    'mcp-listed-tool-unknown-in-its-result': mcpResponse('tools/call', {
      result: { content: [{ type: 'text', text: 'Unknown tool: list_agents' }], isError: true },
    }),
    'mcp-output-schema-without-structured-content': listOf({ inputSchema: noInput, outputSchema: noInput }),
  }),
  ...mutantsOf('R-4.6-04', 'mcp/client', {
    'mcp-tools-listed-twice': listedTwice,
    'mcp-schema-of-another-language': listOf({
      inputSchema: { type: 'object', properties: { limit: { type: 'int' } } },
    }),
  }),
  ...mutantsOf('R-4.6-04', 'mcp/client', {
    'mcp-rejects-older-protocol': rejectsMcp(
      400,
      ({ method, params }) =>
        method === 'initialize' && isObject(params) && String(params['protocolVersion']) < '2025-06-18',
    ),
    'mcp-accept-in-one-order': rejectsMcp(
      406,
      (_message, accept) => accept !== 'application/json, text/event-stream',
    ),
    'mcp-one-client-for-ever': oneClient,
    'mcp-tools-listed-once': toolsOnce,
    'mcp-session-ends-with-the-next-client': lastClient,
    'mcp-charset-rejected': mcpExactMediaType,
  }),
];

const reversedKey = `'Bearer ' + [...'${[...keyOf('main')].toReversed().join('')}'].reverse().join('')`;
const encodedKey = `'Bearer ' + atob('${Buffer.from(keyOf('main')).toString('base64')}')`;

/** What headers, caches, cookies, pages and clients of MCP do beside plain requests: source 1, 4 and 5. */
export const otherClientMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.1-07', 'http/writes', { 'chat-json-for-accept-json': negotiated }),
  ...mutantsOf('R-4.2-06', 'http/reads', {
    'list-500-for-an-origin': beforeOperation('listAgents', ({ request, deployment }) =>
      request.headers.origin === undefined ? undefined : deployment.errorResponse(500, 'not allowed by CORS'),
    ),
  }),
  ...mutantsOf('R-6-10', 'http/writes', { 'stream-cut-for-connection-close': cutForClose }),
  ...mutantsOf('R-6-07', 'responses/every-response', {
    'stream-labelled-latin-1': onOperation('streamAgentChat', (response) =>
      response.status === 200
        ? { ...response, headers: { 'content-type': 'text/event-stream;charset=ISO-8859-1' } }
        : response,
    ),
  }),
  ...mutantsOf('R-4.5-05', 'embed/script', {
    'embed-403-for-other-sites': (base) => ({
      embed: (request, state) =>
        request.headers['sec-fetch-site'] === 'cross-site'
          ? base.errorResponse(403, 'no requests of other sites')
          : base.embed(request, state),
    }),
  }),
  ...mutantsOf('R-4.4-04', 'http/reads', {
    'widget-304-for-any-tag': notModified,
    'widget-gzip-without-encoding': gzipUnnamed,
  }),
  ...mutantsOf('R-1-07', 'responses/every-response', {
    'gzip-despite-identity': gzipDespiteIdentity,
    'json-labelled-latin-1': labelledLatin1,
  }),
  ...mutantsOf('R-4.2-03', 'http/one-connection', { 'session-cookie-wins-over-key': sessions }),
  ...mutantsOf('R-4.4-02', 'widget/generated-ids', { 'widget-id-until-the-end-of-the-query': idUntilTheEnd }),
  ...mutantsOf('R-5-06', 'auth/every-near-miss', { 'jwt-as-key-500': jwtParsed }),
  ...mutantsOf('R-1-09', 'transport/https-only-reads', { 'http-served-for-internal-address': servedInside }),
  ...mcp,
  ...mutantsOf('R-4.5-01', 'embed/script', {
    'embed-with-a-query-404': (base) => ({
      embed: (request, state) =>
        request.query.size > 0 ? base.errorResponse(404, 'not found') : base.embed(request, state),
    }),
  }),
  ...mutantsWith({ base: embeddable }, 'R-5-10', 'embed/script', {
    'embed-key-in-base64': () => ({
      embed: () =>
        textResponse(200, 'text/javascript', workingScript.replace("'Bearer visitor'", encodedKey)),
    }),
    'embed-key-without-its-prefix': () => ({
      embed: () =>
        textResponse(200, 'text/javascript', `${workingScript}var k = 'svc_' + '${keyOf('main').slice(4)}';`),
    }),
  }),
  ...mutantsWith({ base: embeddable }, 'R-5-10', 'embed/in-browser', {
    'embed-sends-the-key': () => ({
      embed: () =>
        textResponse(200, 'text/javascript', workingScript.replace("'Bearer visitor'", reversedKey)),
    }),
  }),
];
