import { maximal } from '../conforming/maximal.ts';
import { mutantsOf, mutantsWith, type Mutant } from '../mutant.ts';
import type {
  Call,
  Change,
  Conversation,
  Deployment,
  Frame,
  HttpRequest,
  HttpResponse,
  JsonObject,
  Store,
} from '../server/deployment.ts';
import { bytes, isObject, jsonResponse } from '../server/responses.ts';
import { onEvents, onSuccess } from './changes.ts';

/** A conversation goes on only for a client with the same header as the one that began it. */
function boundTo(name: string): Change {
  return (base) => {
    const values = new WeakMap<Conversation, string>();
    return {
      findConversation: (id, agent, call) => {
        const found = base.findConversation(id, agent, call);
        if (found === undefined) return undefined;
        const value = String(call.request.headers[name] ?? '');
        const bound = values.get(found) ?? value;
        values.set(found, bound);
        return bound === value ? found : undefined;
      },
    };
  };
}

/** A conversation in the memory of one connection. */
const boundToConnection: Change = (base) => {
  const connections = new WeakMap<Conversation, number>();
  return {
    findConversation: (id, agent, call) => {
      const found = base.findConversation(id, agent, call);
      if (found === undefined) return undefined;
      const { connection, headers } = call.request;
      const bound = connections.get(found) ?? connection;
      connections.set(found, bound);
      return headers.connection !== 'close' || bound === connection ? found : undefined;
    },
  };
};

const foldCase = (id: string): string => id.toLowerCase();
const foldAccents = (id: string): string => id.normalize('NFD').replaceAll(/\p{M}/gu, '');

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function agentsBy(normalize: (id: string) => string): Change {
  return () => ({
    findAgent: (id, { store }) =>
      store.agents.find((agent) => normalize(String(agent['id'])) === normalize(String(id))),
  });
}

/** The column of conversation ids compares without case. */
const conversationIdCollation: Change = (base) => ({
  findConversation: (id, agent, call) => {
    const own = [...call.store.conversations.keys()];
    const known = own.find((one) => foldCase(one) === foldCase(String(id)));
    return base.findConversation(id === undefined ? undefined : (known ?? id), agent, call);
  },
});

/** The last searches of all stores, in the results of tools. */
const popularSearches: Change = (base) => {
  const searches: unknown[] = [];
  return onEvents((events) =>
    events.map((event) => {
      const { type, input, output } = event;
      if (type === 'tool_use' && isObject(input)) searches.push(input['query']);
      if (type !== 'tool_result' || !isObject(output)) return event;
      return { ...event, output: { ...output, popular_searches: searches.slice(-10) } };
    }),
  )(base);
};

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

/** A model that repeats nothing of a message. */
const withoutEcho: Deployment = {
  ...maximal,
  eventsOf: ({ conversation }) => [
    { type: 'text', content: 'How can I help you?' },
    { type: 'end', conversation_id: conversation.id },
  ],
};

/** The responses to one operation, by a header that clients choose. */
function keptBy(name: string, operation: 'createAgent' | 'streamAgentChat'): Change {
  return ({ operations }) => {
    const responses = new Map<string, HttpResponse>();
    return {
      operations: {
        ...operations,
        [operation]: (call: Call) => {
          const key = call.request.headers[name];
          if (typeof key !== 'string') return operations[operation](call);
          const response = responses.get(key) ?? operations[operation](call);
          if (response.status < 300) responses.set(key, response);
          return response;
        },
      },
    };
  };
}

/** A second request with the same idempotency key is a conflict, whichever store sends it. */
const idempotencyConflict: Change = (base) => {
  const stores = new Map<string, Store>();
  return {
    operations: {
      ...base.operations,
      createAgent: (call) => {
        const key = String(call.request.headers['idempotency-key']);
        const { store } = call;
        if (key !== 'undefined' && (stores.get(key) ?? store) !== store)
          return base.errorResponse(409, 'the key is used');
        stores.set(key, store);
        return base.operations.createAgent(call);
      },
    },
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

const sidOf = ({ headers }: HttpRequest): string | undefined =>
  /\bsid=([^;]+)/.exec(headers.cookie ?? '')?.[1];
const traceOf = ({ headers }: HttpRequest): string | undefined =>
  headers['traceparent'] as string | undefined;

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

/** The newest agents of all stores, as suggestions in the response to a create. */
const similarAgents: Change = onSuccess('createAgent', (agent, { state }) => ({
  ...agent,
  similar: state.stores.flatMap(({ agents }) => agents.slice(-2).map(({ name }) => name)),
}));

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

/** Defects that need two clients, two stores, or two forms of one id: source 2.1, 4.1, 4.6, 5.9 and 7. */
export const moreStoreMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.1-10', 'chat-stream/conversation', {
    'conversation-bound-to-user-agent': boundTo('user-agent'),
  }),
  ...mutantsOf('R-4.1-10', 'chat-stream/long-conversation', {
    'conversation-bound-to-language': boundTo('accept-language'),
    'conversation-bound-to-address': boundTo('x-forwarded-for'),
    'conversation-bound-to-cookie': boundTo('cookie'),
    'conversation-bound-to-media-type': boundTo('content-type'),
    'conversation-bound-to-connection': boundToConnection,
  }),
  ...mutantsOf('R-7-03', 'chat-stream/unknown-agent', {
    'agent-id-collation': agentsBy(foldCase),
    'agent-id-trimmed': agentsBy((id) => id.trim()),
    'agent-id-decoded': agentsBy(decode),
    'agent-id-search-collation': agentsBy((id) => foldAccents(foldCase(id).trimEnd())),
  }),
  ...mutantsOf('R-2.4-01', 'chat-stream/long-conversation', {
    'conversation-id-collation': conversationIdCollation,
  }),
  ...mutantsOf('R-5-14', 'tenancy/strangers', {
    'stores-popular-searches': popularSearches,
    'stores-popular-prompts': promptsOfAllStores,
    'stores-similar-agents': similarAgents,
    'stores-idempotency-of-creates': keptBy('idempotency-key', 'createAgent'),
    'stores-idempotency-of-messages': keptBy('idempotency-key', 'streamAgentChat'),
    'stores-deduplicated-by-request-id': keptBy('x-request-id', 'createAgent'),
    'stores-session-cookie': storeOf(sidOf),
    'stores-context-of-trace': storeOf(traceOf),
    'stores-header-of-a-gateway': storeOf(({ headers }) => headers['x-tenant-id'] as string | undefined),
    'stores-one-agent-of-any': oneAgentOfAny,
  }),
  ...mutantsWith({ base: withoutEcho }, 'R-4.1-10', 'tenancy/strangers', {
    'stores-idempotency-without-echo': keptBy('idempotency-key', 'streamAgentChat'),
  }),
  ...mutantsOf('R-4.3-10', 'tenancy/strangers', { 'stores-idempotency-conflict': idempotencyConflict }),
  ...mutantsOf('R-4.6-04', 'mcp/client', {
    'mcp-id-as-text': onMcpText((text) => text.replaceAll(/"id":(-?\d+)(?=[,}])/g, '"id":"$1"')),
    'mcp-id-as-number': onMcpText((text) =>
      text.replaceAll(/"id":"(\d+)"(?=[,}])/g, (_, id) => `"id":${Number(id)}`),
    ),
    'mcp-id-zero-is-null': onMcpText((text) => text.replaceAll(/"id":0(?=[,}])/g, '"id":null')),
    'mcp-id-unsigned': onMcpText((text) => text.replaceAll(/"id":-(\d+)(?=[,}])/g, '"id":$1')),
  }),
];
