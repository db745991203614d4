import { storeOfKey } from '../server/authentication.ts';
import type { Change } from '../server/deployment.ts';
import type { Mutant } from '../mutant.ts';
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
  {
    id: 'http-served',
    clause: 'R-1-09',
    killedBy: ['transport/https-only'],
    apply: () => ({ plainHttp: { type: 'serve' } }),
  },
  {
    id: 'http-redirected',
    clause: 'R-1-09',
    killedBy: ['transport/https-only'],
    apply: () => ({
      plainHttp: {
        type: 'answer',
        reply: (path, port) => ({
          status: 308,
          headers: { location: `https://127.0.0.1:${port}${path}` },
          frames: [],
        }),
      },
    }),
  },
  {
    id: 'http-says-200',
    clause: 'R-5-07',
    killedBy: ['transport/https-only'],
    apply: () => ({ plainHttp: { type: 'answer', reply: () => jsonReply(200, { agents: [] }) } }),
  },
];

const embed: readonly Mutant[] = [
  {
    id: 'embed-missing',
    clause: 'R-4.5-01',
    killedBy: ['embed/script'],
    apply: (base) => ({ embed: () => base.refuse(404, 'nothing here') }),
  },
  {
    id: 'embed-under-api',
    clause: 'R-4.5-01',
    killedBy: ['embed/script'],
    apply: () => ({ embedPath: '/api/embed/chatbot.js' }),
  },
  {
    id: 'embed-needs-key',
    clause: 'R-4.5-05',
    killedBy: ['embed/script'],
    apply: (base) => ({
      embed: (incoming, world) =>
        base.identify(incoming, world) === undefined
          ? base.refuse(401, 'no key')
          : base.embed(incoming, world),
    }),
  },
  {
    id: 'embed-html',
    clause: 'R-4.5-05',
    killedBy: ['embed/script'],
    apply: script('<!doctype html><title>shop</title>', 'text/html'),
  },
  {
    id: 'embed-as-plain-text',
    clause: 'R-4.5-05',
    killedBy: ['embed/script'],
    apply: script(embedSource, 'text/plain'),
  },
  {
    id: 'embed-broken',
    clause: 'R-4.5-05',
    killedBy: ['embed/script'],
    apply: script(embedSource.slice(0, -20)),
  },
  { id: 'embed-empty', clause: 'R-4.5-05', killedBy: ['embed/script'], apply: script('') },
  {
    id: 'embed-key-inside',
    clause: 'R-5-10',
    killedBy: ['embed/script'],
    apply: script(`const key = '${keyOf('main')}';\n${embedSource}`),
  },
  {
    id: 'embed-other-key-inside',
    clause: 'R-5-10',
    killedBy: ['embed/script'],
    apply: script(`const key = '${keyOf('some other store')}';\n${embedSource}`),
  },
  {
    id: 'embed-other-attribute',
    clause: 'R-4.5-02',
    killedBy: ['embed/script'],
    apply: script(embedSource.replaceAll('data-chatbot-id', 'data-bot')),
  },
];

const mcp: readonly Mutant[] = [
  {
    id: 'mcp-keyless',
    clause: 'R-4.6-02',
    killedBy: ['mcp/key'],
    apply: () => ({ identifyMcp: (_incoming, world) => world.stores[0] }),
  },
  {
    id: 'mcp-any-key',
    clause: 'R-5-06',
    killedBy: ['mcp/key'],
    apply: () => ({
      identifyMcp: (incoming, world) =>
        (incoming.query.get('api_key') ?? '').startsWith('svc_') ? world.stores[0] : undefined,
    }),
  },
  {
    id: 'mcp-key-case-ignored',
    clause: 'R-5-06',
    killedBy: ['mcp/key'],
    apply: () => ({
      identifyMcp: (incoming, world) =>
        world.stores.find(
          (store) => store.key.toLowerCase() === incoming.query.get('api_key')?.toLowerCase(),
        ),
    }),
  },
  {
    id: 'mcp-header-only',
    clause: 'R-5-05',
    killedBy: ['mcp/client'],
    apply: (base) => ({ identifyMcp: base.identify }),
  },
  {
    id: 'mcp-other-parameter',
    clause: 'R-4.6-02',
    killedBy: ['mcp/client'],
    apply: () => ({ identifyMcp: (incoming, world) => storeOfKey(incoming.query.get('key'), world) }),
  },
  {
    id: 'mcp-key-of-its-own',
    clause: 'R-1-06',
    killedBy: ['mcp/client'],
    apply: () => ({
      identifyMcp: (incoming, world) =>
        incoming.query.get('api_key') === keyOf('mcp') ? world.stores[0] : undefined,
    }),
  },
  { id: 'mcp-refuses-with-403', clause: 'R-5-06', killedBy: ['mcp/key'], apply: mcpRefusedWith(403) },
  { id: 'mcp-refuses-with-200', clause: 'R-5-06', killedBy: ['mcp/key'], apply: mcpRefusedWith(200) },
  {
    id: 'mcp-elsewhere',
    clause: 'R-4.6-01',
    killedBy: ['mcp/client'],
    apply: () => ({ mcpPath: '/api/mcp' }),
  },
  {
    id: 'mcp-tools-fail',
    clause: 'R-4.6-04',
    killedBy: ['mcp/client'],
    apply: (base) => ({
      mcp: (deployment, incoming, store) =>
        /"tools\/list"/.test(incoming.body.toString())
          ? base.refuse(500, 'the tools are gone')
          : base.mcp(deployment, incoming, store),
    }),
  },
  {
    id: 'mcp-not-the-protocol',
    clause: 'R-1-05',
    killedBy: ['mcp/client'],
    apply: () => ({ mcp: () => jsonReply(200, { tools: ['ask_agent'] }) }),
  },
];

/** Defects of what surrounds the four operations: HTTPS, the embed script, the MCP endpoint. */
export const surroundingMutants: readonly Mutant[] = [...transport, ...embed, ...mcp];
