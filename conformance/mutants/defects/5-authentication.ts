import { beforeOperation, inPlace, onErrorResponses, onEvents, rejectCalls } from '../changes/changes.ts';
import { bodyOf } from '../changes/replies.ts';
import {
  alsoAccepts,
  cache,
  isAnonymous,
  opensOperation,
  opensTo,
  widgetKey,
  script,
} from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, HttpRequest, JsonObject, Store, Call, HttpResponse } from '../server/deployment.ts';
import { operationOf } from '../server/handle.ts';
import { isObject, jsonResponse, textResponse, overlap } from '../server/responses.ts';
import { storeOfKey, keyOf } from '../server/server-state.ts';
import { keptBy } from '../changes/agents.ts';
import { embeddable, workingScript } from '../conforming/embeddable.ts';
import { embedSource } from '../conforming/maximal.ts';

/** Serves an agent at a path of its own, past the guard of the operations. */
const oneAgentKeyless = inPlace((_response, request) => {
  const id = /^\/api\/agents\/([^/]+)$/.exec(request.path)?.[1];
  return request.method === 'GET' && id !== undefined && isAnonymous(request)
    ? jsonResponse(200, { id: decodeURIComponent(id), name: 'Shop assistant' })
    : undefined;
});

/** A message to a conversation that exists is authenticated by its id. */
function conversationAsKey(when: (request: HttpRequest) => boolean): Change {
  return (base) =>
    alsoAccepts((request, { stores }) => {
      if (operationOf(request) !== 'streamAgentChat' || !when(request)) return undefined;
      const id = String(bodyOf({ body: base.readJson(request) })['conversation_id']);
      return stores.find(({ conversations }) => conversations.has(id));
    })(base);
}

/** Whether a header of a isAnonymous request matches. */
function keylessWith(name: string, pattern: RegExp): (request: HttpRequest) => boolean {
  return (request) => isAnonymous(request) && pattern.test(String(request.headers[name] ?? ''));
}

/** Serves the list, or another body, without asking for a key on a spelling of its path, or to another method. */
function servesKeyless(
  when: (path: string, method: string) => boolean,
  body: JsonObject = { agents: [] },
): Change {
  return inPlace((_response, { path, method }) => (when(path, method) ? jsonResponse(200, body) : undefined));
}

/** The list at a path. */
function listedAt(spelling: string, ...methods: readonly string[]): Change {
  return servesKeyless((path, method) => path === spelling && methods.includes(method));
}

/** Accepts a header in one letter case only. */
function keyHeaderNamed(...names: readonly string[]): Change {
  return (base) => ({
    identify: (request, state) =>
      request.headerNames.some((name) => names.includes(name)) ? base.identify(request, state) : undefined,
  });
}

/** A worker reads its keys again, and has none meanwhile. */
const keysReadAgain: Change = (base) => {
  let creates = 0;
  return {
    identify: (request, state) => {
      const store = base.identify(request, state);
      if (store !== undefined && operationOf(request) === 'createAgent') creates += 1;
      return creates % 30 === 29 ? undefined : store;
    },
  };
};

/** Accepts a bearer key that matches a store's key in another way. */
function matching(matches: (sent: string, key: string) => boolean): Change {
  return alsoAccepts((request, state) => {
    const sent = sentKey(request);
    return sent === '' ? undefined : state.stores.find((store) => matches(sent, store.key));
  });
}

function sentKey(request: HttpRequest): string {
  return /^bearer +(\S+)/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

/** Finds the key of MCP in the text of the query. */
function mcpKeyBy(pattern: RegExp): Change {
  return () => ({
    identifyMcp: ({ query }, state) => storeOfKey(pattern.exec(`?${query.toString()}`)?.[1], state),
  });
}

/** The MCP endpoint has a list of keys of its own. */
const mcpOfFirstStore: Change = (base) => ({
  identifyMcp: (request, state) => {
    const store = base.identifyMcp(request, state);
    return store === state.stores[0] ? store : undefined;
  },
});

const wellFormed = (request: HttpRequest): boolean => /^svc_[A-Za-z0-9]{32}$/.test(sentKey(request));

/** Takes a key from the Authorization header in another way, after the right one. */
function keyFrom(read: (header: string) => string | undefined): Change {
  return alsoAccepts((request, state) => storeOfKey(read(request.headers.authorization ?? ''), state));
}

const basicAccepted = alsoAccepts(({ headers }, { stores }) => {
  const encoded = /^basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const decoded = Buffer.from(encoded, 'base64').toString();
  return stores.find((store) => decoded.split(':').includes(store.key));
});

const reversedKey = `'Bearer ' + [...'${[...keyOf('main')].toReversed().join('')}'].reverse().join('')`;

/** A stranger who names a conversation has it. */
const takenByStranger: Change = (base) => ({
  findConversation: (id, agent, call) => {
    for (const { conversations } of call.state.stores.filter(({ key }) => key !== call.store.key))
      conversations.delete(String(id));
    return base.findConversation(id, agent, call);
  },
});

const sharedConversations: Change = (base) => ({
  findConversation: (id, agent, call) =>
    (typeof id === 'string' ? acrossStores(call, (store) => store.conversations.get(id)) : undefined) ??
    base.findConversation(id, agent, call),
});

function acrossStores<Found>(call: Call, find: (store: Store) => Found | undefined): Found | undefined {
  return call.state.stores.map(find).find((found) => found !== undefined);
}

/** A follow-up looks up its agent without the store, as its conversation has one. */
const followUpWithAnyAgent: Change = (base) => ({
  findAgent: (id, call) => {
    const isFollowUp = (call.body as { conversation_id?: unknown }).conversation_id !== undefined;
    const agent = base.findAgent(id, call);
    if (!isFollowUp || agent !== undefined) return agent;
    return acrossStores(call, (store) => store.agents.find((one) => one['id'] === id));
  },
  findConversation: (id, agent, call) =>
    call.store.conversations.get(String(id)) ?? base.findConversation(id, agent, call),
});

/** The store of a request in a global variable, which another request sets meanwhile. */
const storeOfMcpInGlobal: Change = (base) => {
  let current: Store | undefined;
  return {
    mcp: async (deployment, request, store) => {
      current = store;
      await overlap();
      return base.mcp(deployment, request, current ?? store);
    },
  };
};

function foreignOwner({ body, state, store, deployment }: Call): HttpResponse | undefined {
  const id = isObject(body) ? body['agent_id'] : undefined;
  for (const other of state.stores) {
    const agent = other === store ? undefined : other.agents.find((one) => one['id'] === id);
    if (agent !== undefined)
      return deployment.errorResponse(404, `agent ${String(agent['name'])} is of another store`);
  }
  return undefined;
}

/** The last message of any store, as a prompt that its visitors may choose. */
const promptsOfAllStores: Change = (base) => {
  const messages: string[] = [];
  return {
    ...onEvents((events, { message }) => {
      messages.push(message);
      return events;
    })(base),
    showChatbot: (chatbot, call) => ({
      ...base.showChatbot(chatbot, call),
      popular_prompts: messages.slice(-5),
    }),
  };
};

/** The store of a session, which outlives the key of the request that began it. */
function storeOf(sessionOf: (request: HttpRequest) => string | undefined): Change {
  return (base) => {
    const stores = new Map<string, Store>();
    return {
      identify: (request, state) => {
        const own = base.identify(request, state);
        const session = sessionOf(request);
        if (own === undefined || session === undefined) return own;
        const store = stores.get(session) ?? own;
        stores.set(session, store);
        return store;
      },
    };
  };
}

/** One agent by its id, as frameworks serve it beside the list, whichever store it is of. */
const oneAgentOfAny: Change = (base) => {
  const created = new Map<string, JsonObject>();
  return {
    newAgent: (input, call) => {
      const agent = base.newAgent(input, call);
      created.set(String(agent['id']), agent);
      return agent;
    },
    finish: (response, request, call) => {
      const isKeyed = request.headers.authorization !== undefined && response.status === 404;
      const agent = isKeyed ? created.get(request.path.replace(/^\/api\/agents\//, '')) : undefined;
      return agent === undefined ? base.finish(response, request, call) : jsonResponse(200, agent);
    },
  };
};

/** Mutants of section 5 of the source. */
export const authenticationMutants: readonly Mutant[] = mutantsOf({
  'R-5-01 auth/every-near-miss auth-one-agent-keyless': oneAgentKeyless,
  'R-5-01 auth/every-near-miss auth-conversation-as-key': conversationAsKey(() => true),
  'R-5-01 auth/every-near-miss auth-gateway-user-keyless': opensTo(keylessWith('x-forwarded-user', /./)),
  'R-5-01 auth/every-near-miss auth-own-page-keyless': opensTo(
    (request) =>
      isAnonymous(request) && String(request.headers.referer).startsWith(request.headers.origin ?? '-'),
  ),
  'R-5-01 auth/every-near-miss auth-rewritten-path-keyless': opensTo(
    keylessWith('x-original-url', /^\/embed\//),
  ),
  'R-5-01 auth/every-near-miss auth-slash-at-the-end-keyless': listedAt('/api/agents/', 'GET'),
  'R-5-01 auth/every-near-miss auth-escaped-path-keyless': listedAt('/api/%61gents', 'GET'),
  'R-5-01 auth/every-near-miss auth-path-in-another-case-keyless': servesKeyless(
    (path, method) => method === 'GET' && path !== '/api/agents' && path.toLowerCase() === '/api/agents',
  ),
  'R-5-01 auth/every-near-miss auth-widget-with-a-slash-keyless': servesKeyless(
    (path, method) => method === 'GET' && path === '/api/widget/config/',
    { chatbot_id: 'bot', config: {} },
  ),
  'R-5-01 auth/every-near-miss auth-double-slash-keyless': listedAt('/api//agents', 'GET'),
  'R-5-01 auth/writes-need-a-key auth-none': opensTo(() => true),
  'R-5-01 responses/every-response follow-up-needs-no-key': conversationAsKey(isAnonymous),
  'R-5-01 http/other-methods http-head-without-key': listedAt('/api/agents', 'HEAD'),
  'R-5-01 http/other-methods http-delete-without-key': listedAt('/api/agents', 'DELETE'),
  'R-5-01 http/other-methods http-put-without-key': listedAt('/api/agents', 'PUT', 'PATCH'),
  'R-5-02 auth/key-is-accepted auth-valid-key-rejected-by-widget': ({ identify }) => ({
    identify: (request, state) =>
      request.path === '/api/widget/config' ? undefined : identify(request, state),
  }),
  'R-5-02 http/reads http-key-header-lower-case': keyHeaderNamed('authorization'),
  'R-5-02 responses/every-response keys-read-again': keysReadAgain,
  'R-5-03 auth/every-near-miss auth-any-prefix': matching((sent, key) => sent.endsWith(key.slice(4))),
  'R-5-05 mcp/client mcp-key-as-last-parameter': mcpKeyBy(/\bapi_key=([^&]+)$/),
  'R-5-05 tenancy/mcp-tools mcp-key-of-the-first-store': mcpOfFirstStore,
  'R-5-06 auth/every-near-miss auth-list-any-key': opensOperation('listAgents', wellFormed),
  'R-5-06 auth/every-near-miss auth-401-as-403': (base) =>
    onErrorResponses([401], () => base.errorResponse(403, 'forbidden'))(base),
  'R-5-06 auth/generated-keys auth-ends-of-key-compared': matching(
    (sent, key) =>
      sent.length >= 36 && sent.slice(0, 12) === key.slice(0, 12) && sent.slice(-8) === key.slice(-8),
  ),
  'R-5-06 auth/generated-keys auth-second-part-of-the-key': keyFrom((header) => {
    const [prefix, body] = header.replace(/^Bearer /i, '').split('_');
    return `${prefix}_${body}`;
  }),
  'R-5-06 tenancy/strangers isolation-widget-cached': cache(widgetKey, ({ status }) => status === 200),
  'R-5-07 transport/https-only http-returns-200': () => ({
    plainHttp: { type: 'fixed', respond: () => jsonResponse(200, { agents: [] }) },
  }),
  'R-5-09 auth/key-is-accepted auth-key-without-access-to-chat': rejectCalls('streamAgentChat', 403),
  'R-5-15 auth/every-near-miss auth-basic': basicAccepted,
  'R-5-15 auth/generated-keys auth-blanks-in-key-removed': keyFrom((header) =>
    header.replace(/^Bearer/i, '').replaceAll(' ', ''),
  ),
  'R-5-10 responses/every-response widget-config-has-api-key': () => ({
    showChatbot: (chatbot, { store }) => ({ ...chatbot, api_key: store.key }),
  }),
  'R-5-10 embed/script embed-key-inside': script(`const key = '${keyOf('main')}';\n${embedSource}`),
  'R-5-10 embed/in-browser embed-sends-the-key': {
    apply: () => ({
      embed: () =>
        textResponse(200, 'text/javascript', workingScript.replace("'Bearer visitor'", reversedKey)),
    }),
    base: embeddable,
  },
  'R-5-14 tenancy/foreign-conversation stranger-takes-the-conversation': takenByStranger,
  'R-5-14 tenancy/foreign-conversation tenancy-conversations-shared': sharedConversations,
  'R-5-14 tenancy/foreign-conversation tenancy-follow-up-with-any-agent': followUpWithAnyAgent,
  'R-5-14 tenancy/foreign-conversation tenancy-replies-quote-other-stores': onEvents((events, turn) => {
    const messages = turn.call.state.stores.flatMap((store) =>
      [...store.conversations.values()].flatMap((conversation) => conversation.messages),
    );
    return [{ type: 'text', content: messages.join(' ') }, ...events];
  }),
  'R-5-14 tenancy/mcp-tools isolation-mcp-of-first-store': (base) => ({
    identifyMcp: (request, state) =>
      base.identifyMcp(request, state) === undefined ? undefined : state.stores[0],
  }),
  'R-5-14 tenancy/mcp-tools mcp-stores-at-once-mixed': storeOfMcpInGlobal,
  'R-5-14 tenancy/strangers error-names-foreign-agent': beforeOperation('streamAgentChat', foreignOwner),
  'R-5-14 tenancy/strangers stores-popular-prompts': promptsOfAllStores,
  'R-5-14 tenancy/strangers stores-idempotency-of-messages': keptBy('idempotency-key', 'streamAgentChat'),
  'R-5-14 tenancy/strangers stores-deduplicated-by-request-id': keptBy('x-request-id', 'createAgent'),
  'R-5-14 tenancy/strangers stores-header-of-a-gateway': storeOf(
    ({ headers }) => headers['x-tenant-id'] as string | undefined,
  ),
  'R-5-14 tenancy/strangers stores-one-agent-of-any': oneAgentOfAny,
  'R-5-14 tenancy/foreign-agent tenancy-chat-with-any-agent': () => ({
    findAgent: (id, call) => acrossStores(call, (store) => store.agents.find((agent) => agent['id'] === id)),
  }),
  'R-5-14 tenancy/foreign-chatbot tenancy-widget-of-any-store': () => ({
    findChatbot: (id, call) =>
      acrossStores(call, (store) => store.chatbots.find((bot) => bot['chatbot_id'] === id)),
  }),
});
