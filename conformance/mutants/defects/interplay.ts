import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Call, Change, Conversation, JsonObject, Store } from '../server/deployment.ts';
import { operationOf } from '../server/handle.ts';
import { failingAgentName } from '../server/operations.ts';
import { isObject, jsonResponse } from '../server/responses.ts';
import { beforeOperation, onOperation } from './changes.ts';
import { onLeave } from './concurrency.ts';
import { overlap } from '../server/overlap.ts';

function bodyOf({ body }: Pick<Call, 'body'>): JsonObject {
  return isObject(body) ? body : {};
}

function agentOf(call: Call): JsonObject | undefined {
  return call.deployment.findAgent(bodyOf(call)['agent_id'], call);
}

/** Conversations that end after some time without a message. */
function lifetime(milliseconds: number): Change {
  return (base) => {
    const used = new WeakMap<Conversation, number>();
    return {
      findConversation: (id, agent, call) => {
        const now = call.state.now();
        const known = call.store.conversations.get(String(id));
        if (known !== undefined && now - (used.get(known) ?? now) > milliseconds) return undefined;
        const found = base.findConversation(id, agent, call);
        if (found !== undefined) used.set(found, now);
        return found;
      },
    };
  };
}

/** A new visitor session of a chatbot ends those before it. */
const closedByWidget: Change = onOperation('getWidgetConfig', (response, call) => {
  if (response.status !== 200) return response;
  const chatbot = call.deployment.findChatbot(String(call.request.query.get('chatbot_id')), call);
  for (const { id, agentId } of call.store.conversations.values())
    if (agentId === chatbot?.['agent_id']) call.store.conversations.delete(id);
  return response;
});

const flushedByCreate: Change = onOperation('createAgent', (response, { store }) => {
  if (response.status === 201) store.conversations.clear();
  return response;
});

const endsUnstreamed: Change = onOperation('streamAgentChat', (response, call) => {
  const { stream, conversation_id } = bodyOf(call);
  if (stream === false) call.store.conversations.delete(String(conversation_id));
  return response;
});

/** `stream: false` returns one object, and is kept with the conversation. */
const stickyStream: Change = (base) => {
  const whole = new Set<unknown>();
  return onOperation('streamAgentChat', (response, call) => {
    const { stream, conversation_id } = bodyOf(call);
    if (response.status !== 200) return response;
    if (stream !== false && (stream === true || !whole.has(conversation_id))) return response;
    const id = conversation_id ?? [...call.store.conversations.keys()].at(-1);
    whole.add(id);
    return jsonResponse(200, { conversation_id: id, content: 'Hello', tool_calls: [] });
  })(base);
};

/** The rest of a reply stays in the buffer of its agent. */
const leftover: Change = (base) => {
  const rest = new Map<unknown, string>();
  return {
    ...onLeave(
      (call) => rest.set(bodyOf(call)['agent_id'], `you wrote: ${String(bodyOf(call)['message'])}. `),
      () => undefined,
    )(base),
    eventsOf: (turn) => {
      const events = base.eventsOf(turn);
      const content = rest.get(turn.agent['id']);
      rest.delete(turn.agent['id']);
      return content === undefined ? events : [{ type: 'text', content }, ...events];
    },
  };
};

const opensCircuit: Change = (base) => {
  let open = 0;
  return beforeOperation('streamAgentChat', (call) => {
    const agent = agentOf(call);
    if (agent?.['name'] === failingAgentName) open = 5;
    else if (agent !== undefined && open > 0) {
      open -= 1;
      return base.errorResponse(503, 'the circuit is open');
    }
    return undefined;
  })(base);
};

/** A store beyond its agent limit is taken for one beyond its plan. */
const suspended: Change = ({ operations }) => {
  const stores = new WeakSet<Store>();
  return {
    operations: {
      ...operations,
      createAgent: (call) => {
        const response = operations.createAgent(call);
        if (response.status === 403) stores.add(call.store);
        return response;
      },
      streamAgentChat: (call) =>
        stores.has(call.store)
          ? call.deployment.errorResponse(403, 'the plan is exceeded')
          : operations.streamAgentChat(call),
    },
  };
};

const poolSize = 20;

/** A connection of a pool is held as long as a reply takes. */
const poolOfConnections: Change = () => {
  let inUse = 0;
  return {
    around: async (call, respond) => {
      if (call.operation !== 'streamAgentChat') return respond();
      if (inUse >= poolSize) return call.deployment.errorResponse(500, 'no free connection in the pool');
      inUse += 1;
      try {
        await overlap();
        return respond();
      } finally {
        inUse -= 1;
      }
    },
  };
};

/** A follow-up is authenticated by the conversation that it names. */
const keylessFollowUps: Change = (base) => ({
  identify: (request, state) => {
    const store = base.identify(request, state);
    const isKeyless = request.headers.authorization === undefined;
    if (store !== undefined || !isKeyless || operationOf(request) !== 'streamAgentChat') return store;
    const id = bodyOf({ body: base.readJson(request) })['conversation_id'];
    return state.stores.find(({ conversations }) => conversations.has(String(id)));
  },
});

/** The agent of the conversation, whatever agent_id is. */
const agentOfConversation: Change = (base) => ({
  findAgent: (id, call) => {
    const known = call.store.conversations.get(String(bodyOf(call)['conversation_id']));
    return base.findAgent(known?.agentId ?? id, call);
  },
});

/** Requests that change what others find, clients that leave, and states that some code does not know. */
export const interplayMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.1-10', 'responses/after-a-minute', {
    'conversation-expires-after-30-seconds': lifetime(30_000),
    'conversation-expires-after-two-seconds': lifetime(1800),
  }),
  ...mutantsOf('R-4.1-10', 'responses/end-of-run', { 'widget-load-closes-conversations': closedByWidget }),
  ...mutantsOf('R-4.1-10', 'agents/stateful-model', { 'create-flushes-conversations': flushedByCreate }),
  ...mutantsOf('R-4.1-10', 'chat-stream/long-conversation', {
    'conversation-ends-at-stream-false': endsUnstreamed,
  }),
  ...mutantsOf('R-4.1-07', 'chat-stream/long-conversation', {
    'stream-false-sticks-to-conversation': stickyStream,
  }),
  ...mutantsOf('R-4.1-06', 'responses/every-response', { 'text-of-a-left-reply-in-the-next': leftover }),
  ...mutantsOf('R-4.1-16', 'chat-stream/failing-agent', {
    'failure-opens-the-circuit-for-all': opensCircuit,
  }),
  ...mutantsOf('R-4.1-16', 'limits/agents', {
    'chat-403-after-agent-limit': suspended,
    'full-store-rejects-messages': beforeOperation('streamAgentChat', ({ store, deployment }) =>
      store.agents.length >= store.agentLimit
        ? deployment.errorResponse(403, 'the agent limit of the plan is reached')
        : undefined,
    ),
  }),
  ...mutantsOf('R-4.1-16', 'chat-stream/long-conversation', {
    'chat-beyond-20-at-once-500': poolOfConnections,
  }),
  ...mutantsOf('R-5-01', 'responses/every-response', { 'follow-up-needs-no-key': keylessFollowUps }),
  ...mutantsOf('R-7-03', 'chat-stream/long-conversation', {
    'follow-up-of-unknown-agent-200': agentOfConversation,
  }),
];
