import { keptBy } from '../changes/agents.ts';
import { beforeOperation, onEvents } from '../changes/changes.ts';
import { script } from '../changes/requests.ts';
import { embeddable, workingScript } from '../conforming/embeddable.ts';
import { embedSource } from '../conforming/maximal.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Call, Change, HttpRequest, HttpResponse, JsonObject, Store } from '../server/deployment.ts';
import { overlap } from '../server/overlap.ts';
import { isObject, jsonResponse, textResponse } from '../server/responses.ts';
import { keyOf } from '../server/server-state.ts';

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
export const storesMutants: readonly Mutant[] = [
  ...mutantsOf({
    'R-5-10 responses/every-response widget-config-has-api-key': () => ({
      showChatbot: (chatbot, { store }) => ({ ...chatbot, api_key: store.key }),
    }),
    'R-5-10 embed/script embed-key-inside': script(`const key = '${keyOf('main')}';\n${embedSource}`),
  }),
  ...mutantsOf(
    {
      'R-5-10 embed/in-browser embed-sends-the-key': () => ({
        embed: () =>
          textResponse(200, 'text/javascript', workingScript.replace("'Bearer visitor'", reversedKey)),
      }),
    },
    { base: embeddable },
  ),
  ...mutantsOf({
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
      findAgent: (id, call) =>
        acrossStores(call, (store) => store.agents.find((agent) => agent['id'] === id)),
    }),
    'R-5-14 tenancy/foreign-chatbot tenancy-widget-of-any-store': () => ({
      findChatbot: (id, call) =>
        acrossStores(call, (store) => store.chatbots.find((bot) => bot['chatbot_id'] === id)),
    }),
  }),
];
