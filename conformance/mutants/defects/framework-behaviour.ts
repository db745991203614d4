import { gzipSync } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Call, Change, HttpRequest, HttpResponse, JsonObject, Store } from '../server/deployment.ts';
import { encodeAsData } from '../server/chat-reply.ts';
import { bytes, isObject, textResponse } from '../server/responses.ts';
import { beforeOperation, onListed, rejectCreate } from './changes.ts';

/** A message to some agents is a 500. */
function chatFailsFor(
  when: (agent: JsonObject, capabilities: readonly unknown[] | undefined) => boolean,
): Change {
  return beforeOperation('streamAgentChat', (call) => {
    const id = isObject(call.body) ? call.body['agent_id'] : undefined;
    const agent = call.deployment.findAgent(id, call);
    const config = agent?.['config'];
    const list = isObject(config) ? config['mcp_capabilities'] : undefined;
    const capabilities = Array.isArray(list) ? (list as readonly unknown[]) : undefined;
    return agent !== undefined && when(agent, capabilities)
      ? call.deployment.errorResponse(500, 'the model failed')
      : undefined;
  });
}

/** A session of MCP, once it is begun, stands for the store that began it. */
function sessions(isEnough: (hasKey: boolean) => boolean): Change {
  return (base) => {
    const begun = new Map<string, Store>();
    return {
      identifyMcp: (request, state) => {
        const own = base.identifyMcp(request, state);
        const session = begun.get(String(request.headers['mcp-session-id']));
        return isEnough(own !== undefined) ? (session ?? own) : own;
      },
      mcp: async (deployment, request, store) => {
        const response = await base.mcp(deployment, request, store);
        if (!request.body.includes('"initialize"')) return response;
        const id = `session-${begun.size}`;
        begun.set(id, store);
        return { ...response, headers: { ...response.headers, 'mcp-session-id': id } };
      },
    };
  };
}

/** Middleware that redirects to HTTPS after the handler. */
const createsThenRedirects: Change = (base) => {
  const plain = new WeakSet<IncomingHttpHeaders>();
  return {
    plainHttp: {
      type: 'serve',
      only: (_method, path, headers) => {
        plain.add(headers);
        return path.startsWith('/api/');
      },
    },
    finish: (response, request, call) =>
      plain.has(request.headers)
        ? { status: 308, headers: { location: `https://127.0.0.1${request.path}` }, frames: [] }
        : base.finish(response, request, call),
  };
};

const limitedAfterwards: Change = (base) => ({
  around: (call, respond) => {
    const response = respond();
    if (call.operation === 'createAgent' && response.status === 429) base.operations.createAgent(call);
    return response;
  },
});

const limitInStream: Change = () => ({
  around: (call, respond) => {
    const response = respond();
    if (call.operation !== 'streamAgentChat' || response.status !== 429) return response;
    const event = { type: 'error', error: 'rate limit exceeded', status: 429 };
    return {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      frames: [bytes(encodeAsData(event))],
    };
  },
});

const byPrefix: Change = (base) => ({
  findConversation: (id, agent, call) => {
    const known = [...call.store.conversations.values()].find(
      (one) => String(id).startsWith(one.id) && one.agentId === agent['id'],
    );
    return (id === undefined ? undefined : known) ?? base.findConversation(id, agent, call);
  },
});

const compressed: Change = (base) => ({
  embed: (request, state) => {
    const response = base.embed(request, state);
    const [frame] = response.frames;
    if (!/gzip/.test(String(request.headers['accept-encoding'])) || frame?.type !== 'bytes') return response;
    return { ...response, frames: [bytes(gzipSync(frame.bytes))] };
  },
});

function keyAsPattern({ headers }: HttpRequest, stores: readonly Store[]): Store | undefined {
  const sent = /^bearer +(svc_\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (sent === undefined) return undefined;
  try {
    const pattern = new RegExp(`^${sent}$`);
    return stores.find(({ key }) => pattern.test(key));
  } catch {
    return undefined;
  }
}

const firewall = /\bselect\b.+\bfrom\b|\bdrop\s+table\b|\bunion\s+select\b|<script/i;

function blocked({ body }: Call): HttpResponse | undefined {
  return firewall.test(JSON.stringify(body)) ? textResponse(403, 'text/html', '<h1>Blocked</h1>') : undefined;
}

function foreignOwner({ body, state, store, deployment }: Call): HttpResponse | undefined {
  const id = isObject(body) ? body['agent_id'] : undefined;
  for (const other of state.stores) {
    const agent = other === store ? undefined : other.agents.find((one) => one['id'] === id);
    if (agent !== undefined)
      return deployment.errorResponse(404, `agent ${String(agent['name'])} is of another store`);
  }
  return undefined;
}

const knownTypes: readonly unknown[] = ['customer_support', 'product_recommendation'];

function isRepeated(capabilities: readonly unknown[] = []): boolean {
  return new Set(capabilities.map((item) => isObject(item) && item['type'])).size < capabilities.length;
}

/** What proxies, middleware and vendors do around the operations. */
export const frameworkBehaviourMutants: readonly Mutant[] = [
  ...mutantsOf('R-7-04', 'limits/free', { 'chat-limit-as-error-event': limitInStream }),
  ...mutantsOf('R-2.4-01', 'chat-stream/long-conversation', { 'conversation-by-prefix': byPrefix }),
  ...mutantsOf('R-4.5-05', 'embed/script', { 'embed-compressed-unlabelled': compressed }),
  ...mutantsOf('R-4.6-02', 'mcp/tools-key', { 'mcp-session-without-key': sessions((hasKey) => !hasKey) }),
  ...mutantsOf('R-5-14', 'tenancy/mcp-tools', {
    'mcp-session-of-another-store': sessions((hasKey) => hasKey),
  }),
  ...mutantsOf('R-5-14', 'tenancy/strangers', {
    'error-names-foreign-agent': beforeOperation('streamAgentChat', foreignOwner),
  }),
  ...mutantsOf('R-4.3-10', 'responses/every-response', {
    'create-403-with-cookie': beforeOperation('createAgent', ({ request, deployment }) =>
      request.headers.cookie === undefined ? undefined : deployment.errorResponse(403, 'CSRF token missing'),
    ),
    'create-403-waf-sql': beforeOperation('createAgent', blocked),
  }),
  ...mutantsOf('R-4.3-10', 'agents/keeps-text', {
    'create-400-name-zero': rejectCreate(({ name }) => name === '0'),
  }),
  ...mutantsOf('R-4.3-10', 'json/created-values', {
    'create-other-order-of-fields-400': rejectCreate((body) => {
      const names = Object.keys(body);
      return names.indexOf('config') < names.indexOf('name');
    }),
  }),
  ...mutantsOf('R-1-09', 'transport/https-only-writes', {
    'plain-http-create-then-redirect': createsThenRedirects,
  }),
  ...mutantsOf('R-4.3-09', 'limits/free', { 'limited-create-executes': limitedAfterwards }),
  ...mutantsOf('R-4.1-16', 'chat-stream/generated-messages', {
    'agent-of-unknown-type-chat-500': chatFailsFor(({ type }) => !knownTypes.includes(type)),
    'agent-name-with-braces-chat-500': chatFailsFor(({ name }) => /[{}]/.test(String(name))),
    'agent-with-two-tools-chat-500': chatFailsFor((_agent, capabilities) => isRepeated(capabilities)),
    'agent-with-empty-tools-chat-500': chatFailsFor((_agent, capabilities) => capabilities?.length === 0),
  }),
  ...mutantsOf('R-4.2-06', 'http/reads', {
    'get-with-content-type-400': beforeOperation('listAgents', ({ request, deployment }) =>
      request.headers['content-type'] === undefined
        ? undefined
        : deployment.errorResponse(400, 'the body is no JSON'),
    ),
  }),
  ...mutantsOf('R-4.2-07', 'http/reads', {
    'list-localised-timestamps': onListed((agent, { request }) => {
      if (!String(request.headers['accept-language']).startsWith('de')) return agent;
      const at = new Date(String(agent['created_at'])).toLocaleString('de');
      return { ...agent, created_at: at, updated_at: at };
    }),
  }),
  ...mutantsOf('R-5-10', 'responses/every-response', {
    'widget-config-has-api-key': () => ({
      showChatbot: (chatbot, { store }) => ({ ...chatbot, api_key: store.key }),
    }),
  }),
  ...mutantsOf('R-5-06', 'auth/every-near-miss', {
    'key-regular-expression': () => ({
      identify: (request, { stores }) => keyAsPattern(request, stores),
    }),
  }),
  ...mutantsOf('R-8-06', 'limits/free', {
    'limit-reset-by-unauthorized': (base) => ({
      identify: (request, state) => {
        const store = base.identify(request, state);
        if (store === undefined) for (const one of state.stores) one.admissions.length = 0;
        return store;
      },
    }),
  }),
];
