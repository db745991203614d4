import { storeOfKey } from '../server/authentication.ts';
import type { Change } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { embedSource } from '../conforming/maximal.ts';
import { jsonReply, textReply } from '../server/replies.ts';
import { keyOf } from '../server/world.ts';

function script(source: string, type = 'text/javascript'): Change {
  return () => ({ embed: () => textReply(200, type, source) });
}

/** Refuses MCP requests without a key with another status. */
function mcpRefusedWith(status: number): Change {
  return (base) => ({ refuseMcp: () => base.refuse(status, 'refused') });
}

const transport: readonly Mutant[] = [
  ...mutantsOf('R-1-09', 'transport/https-only', {
    'http-served': () => ({ plainHttp: { type: 'serve' } }),
    'http-redirected': () => ({
      plainHttp: {
        type: 'answer',
        reply: (path, port) => ({
          status: 308,
          headers: { location: `https://127.0.0.1:${port}${path}` },
          frames: [],
        }),
      },
    }),
  }),
  ...mutantsOf('R-5-07', 'transport/https-only', {
    'http-says-200': () => ({ plainHttp: { type: 'answer', reply: () => jsonReply(200, { agents: [] }) } }),
  }),
];

const embed: readonly Mutant[] = [
  ...mutantsOf('R-4.5-01', 'embed/script', {
    'embed-missing': (base) => ({ embed: () => base.refuse(404, 'nothing here') }),
    'embed-under-api': () => ({ embedPath: '/api/embed/chatbot.js' }),
  }),
  ...mutantsOf('R-4.5-05', 'embed/script', {
    'embed-needs-key': (base) => ({
      embed: (incoming, world) =>
        base.identify(incoming, world) === undefined
          ? base.refuse(401, 'no key')
          : base.embed(incoming, world),
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
  ...mutantsOf('R-4.5-02', 'embed/script', {
    'embed-other-attribute': script(embedSource.replaceAll('data-chatbot-id', 'data-bot')),
  }),
];

const mcp: readonly Mutant[] = [
  ...mutantsOf('R-4.6-02', 'mcp/key', {
    'mcp-keyless': () => ({ identifyMcp: (_incoming, world) => world.stores[0] }),
  }),
  ...mutantsOf('R-5-06', 'mcp/key', {
    'mcp-any-key': () => ({
      identifyMcp: (incoming, world) =>
        (incoming.query.get('api_key') ?? '').startsWith('svc_') ? world.stores[0] : undefined,
    }),
    'mcp-key-case-ignored': () => ({
      identifyMcp: (incoming, world) =>
        world.stores.find(
          (store) => store.key.toLowerCase() === incoming.query.get('api_key')?.toLowerCase(),
        ),
    }),
    'mcp-refuses-with-403': mcpRefusedWith(403),
    'mcp-refuses-with-200': mcpRefusedWith(200),
  }),
  ...mutantsOf('R-5-05', 'mcp/client', {
    'mcp-header-only': (base) => ({ identifyMcp: base.identify }),
  }),
  ...mutantsOf('R-4.6-02', 'mcp/client', {
    'mcp-other-parameter': () => ({
      identifyMcp: (incoming, world) => storeOfKey(incoming.query.get('key'), world),
    }),
  }),
  ...mutantsOf('R-1-06', 'mcp/client', {
    'mcp-key-of-its-own': () => ({
      identifyMcp: (incoming, world) =>
        incoming.query.get('api_key') === keyOf('mcp') ? world.stores[0] : undefined,
    }),
  }),
  ...mutantsOf('R-4.6-01', 'mcp/client', {
    'mcp-elsewhere': () => ({ mcpPath: '/api/mcp' }),
  }),
  ...mutantsOf('R-4.6-04', 'mcp/client', {
    'mcp-tools-fail': (base) => ({
      mcp: (deployment, incoming, store) =>
        /"tools\/list"/.test(incoming.body.toString())
          ? base.refuse(500, 'the tools are gone')
          : base.mcp(deployment, incoming, store),
    }),
  }),
  ...mutantsOf('R-1-05', 'mcp/client', {
    'mcp-not-the-protocol': () => ({ mcp: () => jsonReply(200, { tools: ['ask_agent'] }) }),
  }),
];

/** Defects of what surrounds the four operations: HTTPS, the embed script, the MCP endpoint. */
export const surroundingMutants: readonly Mutant[] = [...transport, ...embed, ...mcp];
