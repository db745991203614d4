import { mutantsOf, type Mutant } from '../mutant.ts';
import type {
  Change,
  Deployment,
  HttpRequest,
  JsonObject,
  ServerState,
  Store,
} from '../server/deployment.ts';
import { operationOf } from '../server/handle.ts';
import { isObject, jsonResponse } from '../server/responses.ts';
import { storeOfKey } from '../server/server-state.ts';

const keyless = ({ headers }: HttpRequest): boolean => headers.authorization === undefined;

/** Lets requests in that the base rejects, as the first store. */
function opensTo(when: (request: HttpRequest) => boolean): Change {
  return ({ identify }) => ({
    identify: (request, state) => identify(request, state) ?? (when(request) ? state.stores[0] : undefined),
  });
}

/** Whether a header of a keyless request matches. */
function keylessWith(name: string, pattern: RegExp): (request: HttpRequest) => boolean {
  return (request) => keyless(request) && pattern.test(String(request.headers[name] ?? ''));
}

type SetHeaders = (id: string) => Readonly<Record<string, string>>;

/** Begins a session with each valid key, by which later requests need none. */
function sessions(
  give: SetHeaders,
  idOf: (request: HttpRequest) => string | undefined,
  isOpen: (request: HttpRequest) => boolean = () => true,
): Change {
  return (base: Deployment) => {
    const begun = new Map<string, Store>();
    return {
      identify: (request: HttpRequest, state: ServerState) =>
        base.identify(request, state) ??
        (keyless(request) && isOpen(request) ? begun.get(idOf(request) ?? '') : undefined),
      finish: (response, request, call) => {
        const finished = base.finish(response, request, call);
        if (call === undefined || idOf(request) !== undefined) return finished;
        const id = `s${begun.size}`;
        begun.set(id, call.store);
        return { ...finished, headers: { ...finished.headers, ...give(id) } };
      },
    };
  };
}

const cookieId = ({ headers }: HttpRequest): string | undefined =>
  /\bsession=(\w+)/.exec(headers.cookie ?? '')?.[1];

const setsCookie: SetHeaders = (id) => ({
  'set-cookie': `locale=en; Expires=Wed, 09 Jun 2027 10:18:14 GMT, session=${id}; Path=/; Secure; HttpOnly`,
});

/** Accepts writes of a session alone, and with its token against forged forms. */
const formSessions = sessions(
  (id) => ({ 'set-cookie': `session=${id}; Path=/; Secure; HttpOnly, XSRF-TOKEN=${id}; Path=/; Secure` }),
  cookieId,
  (request) => request.method === 'POST' && request.headers['x-xsrf-token'] === cookieId(request),
);

const tokenId = ({ headers }: HttpRequest): string | undefined =>
  headers['x-auth-token'] as string | undefined;

/** A message to a conversation that exists needs no key. */
const conversationAsKey: Change = (base) => ({
  identify: (request, state) => {
    const store = base.identify(request, state);
    if (store !== undefined || operationOf(request) !== 'streamAgentChat') return store;
    const body = readObject(request.body);
    return state.stores.find(({ conversations }) => conversations.has(String(body['conversation_id'])));
  },
});

function readObject(body: Buffer): JsonObject {
  try {
    const value = JSON.parse(body.toString()) as unknown;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Serves an agent at a path of its own, past the guard of the operations. */
const oneAgentKeyless: Change = (base) => ({
  finish: (response, request, call) => {
    const id = /^\/api\/agents\/([^/]+)$/.exec(request.path)?.[1];
    return request.method === 'GET' && id !== undefined && keyless(request)
      ? jsonResponse(200, { id: decodeURIComponent(id), name: 'Shop assistant' })
      : base.finish(response, request, call);
  },
});

const privateAddress = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1)/;

const credentials: readonly Mutant[] = [
  ...mutantsOf('R-4-01', 'auth/every-near-miss', {
    'auth-cookie-of-a-session': sessions(setsCookie, cookieId),
    'auth-cookie-for-writes-with-form-token': formSessions,
  }),
  ...mutantsOf('R-5-01', 'auth/every-near-miss', {
    'auth-token-of-a-response': sessions((id) => ({ 'x-auth-token': id }), tokenId),
    'auth-one-agent-keyless': oneAgentKeyless,
    'auth-conversation-as-key': conversationAsKey,
    'auth-private-address-keyless': opensTo(keylessWith('x-forwarded-for', privateAddress)),
    'auth-loopback-in-forwarded-keyless': opensTo(keylessWith('forwarded', /for=127\./)),
    'auth-gateway-user-keyless': opensTo(keylessWith('x-forwarded-user', /./)),
    'auth-health-check-keyless': opensTo(keylessWith('user-agent', /^(?:kube-probe|ELB-HealthChecker)\//)),
    'auth-own-page-keyless': opensTo(
      (request) =>
        keyless(request) && String(request.headers.referer).startsWith(request.headers.origin ?? '-'),
    ),
    'auth-rewritten-path-keyless': opensTo(keylessWith('x-original-url', /^\/embed\//)),
    'auth-ajax-create-keyless': opensTo(
      (request) =>
        operationOf(request) === 'createAgent' &&
        keylessWith('x-requested-with', /^XMLHttpRequest$/)(request),
    ),
  }),
  ...mutantsOf('R-5-06', 'auth/every-near-miss', {
    'auth-any-key-of-a-known-user': opensTo(
      (request) => !keyless(request) && request.headers['x-forwarded-user'] !== undefined,
    ),
  }),
];

/** Finds a chatbot by another comparison of ids. */
function findsChatbot(change: (id: string) => string): Change {
  return (base) => ({
    findChatbot: (id, call) =>
      base.findChatbot(id, call) ??
      call.store.chatbots.find((chatbot) => change(String(chatbot['chatbot_id'])) === change(id)),
  });
}

function decodedAgain(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** The store of a request in a variable, which other requests set before the configuration is read. */
const storeOfLastRequest: Change = (base) => {
  let current: Store | undefined;
  return {
    around: async (call, respond) => {
      current = call.store;
      if (call.operation !== 'getWidgetConfig') return respond();
      await new Promise((resolve) => setTimeout(resolve, 30));
      return base.operations.getWidgetConfig({ ...call, store: current });
    },
  };
};

const chatbots: readonly Mutant[] = [
  ...mutantsOf('R-4.4-02', 'widget/generated-ids', {
    'widget-id-pad-space': findsChatbot((id) => id.replace(/ +$/, '')),
    'widget-id-trimmed': findsChatbot((id) => id.replace(/^\s+/, '')),
    'widget-id-without-accents': findsChatbot((id) => id.normalize('NFD').replaceAll(/\p{M}/gu, '')),
    'widget-id-decoded-twice': (base) => ({
      findChatbot: (id, call) => base.findChatbot(id, call) ?? base.findChatbot(decodedAgain(id), call),
    }),
  }),
  ...mutantsOf('R-4.4-04', 'tenancy/strangers', { 'widget-of-the-last-store': storeOfLastRequest }),
];

/** Finds the key of MCP in the text of the query. */
function mcpKeyBy(pattern: RegExp): Change {
  return () => ({
    identifyMcp: ({ query }, state) => storeOfKey(pattern.exec(`?${query.toString()}`)?.[1], state),
  });
}

/** A session of MCP that anybody ends. */
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

const mcpCookie: Change = (base) => ({
  identifyMcp: (request, state) =>
    base.identifyMcp(request, state) ?? (cookieId(request) === 'm1' ? state.stores[0] : undefined),
  mcp: async (deployment, request, store) => {
    const response = await base.mcp(deployment, request, store);
    return { ...response, headers: { ...response.headers, 'set-cookie': 'session=m1; Secure' } };
  },
});

const mcp: readonly Mutant[] = [
  ...mutantsOf('R-5-05', 'mcp/client', {
    'mcp-key-as-first-parameter': mcpKeyBy(/\?api_key=([^&]+)/),
    'mcp-key-as-last-parameter': mcpKeyBy(/\bapi_key=([^&]+)$/),
  }),
  ...mutantsOf('R-4.6-02', 'mcp/tools-key', {
    'mcp-loopback-keyless': (base) => ({
      identifyMcp: (request, state) =>
        base.identifyMcp(request, state) ??
        (request.headers['x-real-ip'] === '127.0.0.1' ? state.stores[0] : undefined),
    }),
    'mcp-session-ended-keyless': endedByAnybody,
    'mcp-cookie-without-key': mcpCookie,
  }),
];

/** A list whose Last-Modified is that of the start of the process. */
const modifiedAtStart: Change = (base) => ({
  finish: (response, request, call) => {
    const finished = base.finish(response, request, call);
    if (operationOf(request) !== 'listAgents' || finished.status !== 200 || call === undefined)
      return finished;
    const started = new Date(call.state.now() - 3_600_000 - (call.state.now() % 1000)).toUTCString();
    const headers = { 'last-modified': started, 'cache-control': 'private, no-cache' };
    const since = Date.parse(request.headers['if-modified-since'] ?? '');
    if (since >= Date.parse(started)) return { status: 304, headers, frames: [] };
    return { ...finished, headers: { ...finished.headers, ...headers } };
  },
});

/** The MCP endpoint has a list of keys of its own. */
const mcpOfFirstStore: Change = (base) => ({
  identifyMcp: (request, state) => {
    const store = base.identifyMcp(request, state);
    return store === state.stores[0] ? store : undefined;
  },
});

const http: readonly Mutant[] = [
  ...mutantsOf('R-5-05', 'tenancy/mcp-tools', { 'mcp-key-of-the-first-store': mcpOfFirstStore }),
  ...mutantsOf('R-4.2-02', 'http/cached-list', { 'list-modified-at-start': modifiedAtStart }),
  ...mutantsOf('R-4.2-06', 'http/reads', {
    'list-403-behind-a-proxy': (base) => ({
      finish: (response, request, call) =>
        operationOf(request) === 'listAgents' && request.headers['via'] !== undefined
          ? jsonResponse(403, { error: 'no proxies', status: 403 })
          : base.finish(response, request, call),
    }),
  }),
];

/** What is accepted in place of a key, ids that are nearly right, and clients with other addresses: source 4.2, 4.4, 4.6 and 5. */
export const moreAccessMutants: readonly Mutant[] = [...credentials, ...chatbots, ...mcp, ...http];
