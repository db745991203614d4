import type { Change, Deployment, HttpRequest } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { embedSource } from '../conforming/maximal.ts';
import { jsonResponse, textResponse } from '../server/responses.ts';
import { keyOf, storeOfKey } from '../server/server-state.ts';

function script(source: string, type = 'text/javascript'): Change {
  return () => ({ embed: () => textResponse(200, type, source) });
}

/** Serves a part of the API over plain HTTP. */
function servesOverHttp(only: (method: string, path: string) => boolean): Change {
  return () => ({ plainHttp: { type: 'serve', only } });
}

/** Rejects MCP requests without a valid key with another status. */
function mcpRejectedWith(status: number): Change {
  return (base) => ({ rejectMcp: () => base.errorResponse(status, 'rejected') });
}

/** Takes a key at other MCP requests alone, and the first store for these. */
function keylessMcp(requests: RegExp): Change {
  return (base) => ({
    identifyMcp: (request, state) =>
      requests.test(request.body.toString()) ? state.stores[0] : base.identifyMcp(request, state),
  });
}

/** Serves the later requests of a plain connection. */
function servedAfterTheFirst(): Partial<Deployment> {
  const known = new Set<number>();
  return {
    plainHttp: {
      type: 'serve',
      only: (_method, _path, _headers, connection) => {
        const isKnown = known.has(connection);
        known.add(connection);
        return isKnown;
      },
    },
  };
}

const isBatch = ({ body }: HttpRequest): boolean => body.toString().startsWith('[');

const batchesKeyless: Change = (base) => ({
  identifyMcp: (request, state) => (isBatch(request) ? state.stores[0] : base.identifyMcp(request, state)),
  mcp: (deployment, request, store) =>
    isBatch(request) ? jsonResponse(200, []) : base.mcp(deployment, request, store),
});

const transport: readonly Mutant[] = [
  ...mutantsOf('R-1-09', 'transport/https-only', {
    'http-served': () => ({ plainHttp: { type: 'serve' } }),
    'http-served-after-the-first': servedAfterTheFirst,
    'http-redirected-to-http': () => ({
      plainHttp: {
        type: 'fixed',
        respond: (path) => ({ status: 308, headers: { location: `http://127.0.0.1:80${path}` }, frames: [] }),
      },
    }),
  }),
  ...mutantsOf('R-5-07', 'transport/https-only', {
    'http-returns-200': () => ({
      plainHttp: { type: 'fixed', respond: () => jsonResponse(200, { agents: [] }) },
    }),
  }),
];

const partsOfHttp: readonly Mutant[] = [
  ...mutantsOf('R-1-09', 'transport/https-only-reads', {
    'http-serves-mcp': servesOverHttp((_, path) => path === '/mcp'),
    'http-serves-widget': servesOverHttp((_, path) => path === '/api/widget/config'),
  }),
  ...mutantsOf('R-1-09', 'transport/https-only', {
    'http-serves-list': servesOverHttp((method, path) => method === 'GET' && path === '/api/agents'),
    'http-redirects-with-the-list': () => ({
      plainHttp: {
        type: 'fixed',
        respond: (path, port) => ({
          ...jsonResponse(308, { agents: [{ id: 'a' }] }, { location: `https://127.0.0.1:${port}${path}` }),
        }),
      },
    }),
  }),
  ...mutantsOf('R-1-09', 'transport/https-only-writes', {
    'http-serves-creates': servesOverHttp((method, path) => method === 'POST' && path === '/api/agents'),
    'http-serves-chat': servesOverHttp((_, path) => path === '/api/agents/chat/stream'),
    'http-serves-posts': servesOverHttp((method) => method === 'POST'),
  }),
];

const embed: readonly Mutant[] = [
  ...mutantsOf('R-4.5-01', 'embed/script', {
    'embed-missing': (base) => ({ embed: () => base.errorResponse(404, 'not found') }),
    'embed-under-api': () => ({ embedPath: '/api/embed/chatbot.js' }),
  }),
  ...mutantsOf('R-4.5-05', 'embed/script', {
    'embed-needs-key': (base) => ({
      embed: (request, state) =>
        base.identify(request, state) === undefined
          ? base.errorResponse(401, 'no key')
          : base.embed(request, state),
    }),
    'embed-html': script('<!doctype html><title>shop</title>', 'text/html'),
    'embed-as-plain-text': script(embedSource, 'text/plain'),
    'embed-broken': script(embedSource.slice(0, -20)),
    'embed-empty': script(''),
  }),
  ...mutantsOf('R-5-10', 'embed/script', {
    'embed-key-inside': script(`const key = '${keyOf('main')}';\n${embedSource}`),
    'embed-other-key-inside': script(`const key = '${keyOf('some other store')}';\n${embedSource}`),
  }),
  ...mutantsOf('R-4.5-14', 'embed/script', {
    'embed-other-attribute': script(embedSource.replaceAll('data-chatbot-id', 'data-bot')),
  }),
];

const mcp: readonly Mutant[] = [
  ...mutantsOf('R-4.6-02', 'mcp/tools-key', {
    'mcp-keyless-after-initialize': keylessMcp(/"tools\/(?:list|call)"/),
    'mcp-keyless-tool-calls': keylessMcp(/"tools\/call"/),
    'mcp-keyless-batches': batchesKeyless,
    'mcp-keyless-notifications': keylessMcp(/^(?!.*"id":)/s),
  }),
  ...mutantsOf('R-4.6-02', 'mcp/key', {
    'mcp-keyless': () => ({ identifyMcp: (_request, state) => state.stores[0] }),
  }),
  ...mutantsOf('R-5-06', 'mcp/key', {
    'mcp-any-key': () => ({
      identifyMcp: (request, state) =>
        (request.query.get('api_key') ?? '').startsWith('svc_') ? state.stores[0] : undefined,
    }),
    'mcp-key-case-ignored': () => ({
      identifyMcp: (request, state) =>
        state.stores.find((store) => store.key.toLowerCase() === request.query.get('api_key')?.toLowerCase()),
    }),
    'mcp-rejects-with-403': mcpRejectedWith(403),
    'mcp-rejects-with-200': mcpRejectedWith(200),
  }),
  ...mutantsOf('R-5-05', 'mcp/client', {
    'mcp-header-only': (base) => ({ identifyMcp: base.identify }),
  }),
  ...mutantsOf('R-4.6-02', 'mcp/client', {
    'mcp-other-parameter': () => ({
      identifyMcp: (request, state) => storeOfKey(request.query.get('key'), state),
    }),
  }),
  ...mutantsOf('R-1-06', 'mcp/client', {
    'mcp-separate-key': () => ({
      identifyMcp: (request, state) =>
        request.query.get('api_key') === keyOf('mcp') ? state.stores[0] : undefined,
    }),
  }),
  ...mutantsOf('R-4.6-01', 'mcp/client', {
    'mcp-at-another-path': () => ({ mcpPath: '/api/mcp' }),
  }),
  ...mutantsOf('R-4.6-04', 'mcp/client', {
    'mcp-tools-fail': (base) => ({
      mcp: (deployment, request, store) =>
        /"tools\/list"/.test(request.body.toString())
          ? base.errorResponse(500, 'tools are unavailable')
          : base.mcp(deployment, request, store),
    }),
  }),
  ...mutantsOf('R-1-05', 'mcp/client', {
    'mcp-plain-json': () => ({ mcp: () => jsonResponse(200, { tools: ['ask_agent'] }) }),
  }),
];

/** Defects of HTTPS, the embed script and the MCP endpoint: source 1, 4.5, 4.6 and 5. */
export const httpsEmbedMcpMutants: readonly Mutant[] = [...transport, ...partsOfHttp, ...embed, ...mcp];
