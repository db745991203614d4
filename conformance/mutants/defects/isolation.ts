import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Change, HttpRequest, HttpResponse } from '../server/deployment.ts';
import { operationOf } from '../server/handle.ts';
import { beforeOperation } from './changes.ts';

/** Caches responses by what `keyOf` returns; `isCached` says which. */
function cache(
  keyOf: (request: HttpRequest) => string | undefined,
  isCached: (response: HttpResponse) => boolean,
): Change {
  return (base) => {
    const responses = new Map<string, HttpResponse>();
    return {
      finish: (response, request, call) => {
        const finished = base.finish(response, request, call);
        const key = keyOf(request);
        if (key === undefined) return finished;
        const cached = responses.get(key);
        if (cached !== undefined) return cached;
        if (isCached(finished)) responses.set(key, finished);
        return finished;
      },
    };
  };
}

const widgetKey = (request: HttpRequest): string | undefined =>
  operationOf(request) === 'getWidgetConfig' ? (request.query.get('chatbot_id') ?? undefined) : undefined;

/** A response that stays in a cache until the next request without a key. */
const lastListForStrangers: Change = (base) => {
  let last: HttpResponse | undefined;
  return {
    finish: (response, request, call) => {
      const finished = base.finish(response, request, call);
      if (operationOf(request) !== 'listAgents') return finished;
      if (call !== undefined && finished.status === 200) last = finished;
      else if (finished.status === 401 && last !== undefined) return last;
      return finished;
    },
  };
};

/** An agent that was not found once is not found again. */
const missingAgentsCached: Change = (base) => {
  const missing = new Set<unknown>();
  return {
    findAgent: (id, call) => {
      const agent = missing.has(id) ? undefined : base.findAgent(id, call);
      if (agent === undefined) missing.add(id);
      return agent;
    },
  };
};

/** A 404 that names what it hides. */
function discloses(field: 'name' | 'config'): Change {
  return (base) => ({
    operations: {
      ...base.operations,
      streamAgentChat: (call) => {
        const response = base.operations.streamAgentChat(call);
        if (response.status !== 404) return response;
        const id = (call.body as { agent_id?: unknown }).agent_id;
        const agents = call.state.stores.flatMap((store) => store.agents);
        const agent = agents.find((one) => one['id'] === id);
        return agent === undefined
          ? response
          : base.errorResponse(404, `${JSON.stringify(agent[field])} belongs to another store`);
      },
    },
  });
}

/** Compares the store of one value of chatbot_id and returns the other. */
function looksUp(index: 0 | -1): Change {
  return (base) => ({
    findChatbot: (_id, call) => {
      const ids = call.request.query.getAll('chatbot_id');
      const compared = base.findChatbot(ids.at(index === 0 ? -1 : 0) ?? '', call);
      if (compared === undefined) return undefined;
      const chatbots = call.state.stores.flatMap((store) => store.chatbots);
      return chatbots.find((one) => one['chatbot_id'] === ids.at(index));
    },
  });
}

function sameName(status: number): Change {
  return (base) =>
    beforeOperation('createAgent', ({ store, state, body }) => {
      const name = (body as { name?: unknown } | undefined)?.name;
      const others = state.stores.filter((one) => one.key !== store.key);
      const isTaken = others.some(({ agents }) => agents.some((agent) => agent['name'] === name));
      return isTaken ? base.errorResponse(status, 'the name is taken') : undefined;
    })(base);
}

/** Appends the message to a thread before it compares whose thread it is. */
const foreignMessagesKept: Change = (base) => ({
  findConversation: (id, agent, call) => {
    const own = base.findConversation(id, agent, call);
    if (own !== undefined) return own;
    const { message } = call.body as { readonly message?: unknown };
    for (const { conversations } of call.state.stores)
      conversations.get(String(id))?.messages.push(String(message));
    return undefined;
  },
});

/** Defects of isolation by caches, error texts, names and MCP: source 5.9. */
export const isolationMutants: readonly Mutant[] = [
  ...mutantsOf('R-5-14', 'tenancy/strangers', {
    'isolation-404-names-agent': discloses('name'),
    'isolation-404-shows-prompt': discloses('config'),
    'isolation-first-id-last-store': looksUp(0),
    'isolation-last-id-first-store': looksUp(-1),
  }),
  ...mutantsOf('R-2.4-01', 'responses/every-response', {
    'isolation-foreign-messages-kept': foreignMessagesKept,
  }),
  ...mutantsOf('R-4.4-04', 'tenancy/strangers', {
    'isolation-404-of-widget-cached': cache(widgetKey, ({ status }) => status === 404),
    'isolation-error-of-widget-cached': cache(widgetKey, ({ status }) => status >= 400),
  }),
  ...mutantsOf('R-5-06', 'tenancy/strangers', {
    'isolation-widget-cached': cache(widgetKey, ({ status }) => status === 200),
    'isolation-list-cached-for-strangers': lastListForStrangers,
  }),
  ...mutantsOf('R-4.1-16', 'tenancy/strangers', {
    'isolation-missing-agents-cached': missingAgentsCached,
  }),
  ...mutantsOf('R-4.3-10', 'tenancy/strangers', {
    'isolation-names-unique-over-stores': sameName(409),
    'isolation-names-unique-as-400': sameName(400),
  }),
  ...mutantsOf('R-5-14', 'tenancy/mcp-tools', {
    'isolation-mcp-of-first-store': (base) => ({
      identifyMcp: (request, state) =>
        base.identifyMcp(request, state) === undefined ? undefined : state.stores[0],
    }),
    'isolation-mcp-of-all-stores': (base) => ({
      identifyMcp: (request, state) => {
        const store = base.identifyMcp(request, state);
        return store && { ...store, agents: state.stores.flatMap(({ agents }) => agents) };
      },
    }),
    'isolation-mcp-lists-created': (base) => ({
      identifyMcp: (request, state) => {
        const store = base.identifyMcp(request, state);
        const newest = state.stores.flatMap(({ agents }) => agents.slice(-1));
        return store && { ...store, agents: [...store.agents, ...newest] };
      },
    }),
  }),
];
