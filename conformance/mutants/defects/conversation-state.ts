import { mutantsOf, mutantsWith, type Mutant } from '../mutant.ts';
import type { Call, Change, Conversation, HttpResponse, JsonObject } from '../server/deployment.ts';
import { isObject } from '../server/responses.ts';
import { beforeOperation, onEvents } from './changes.ts';
import { overlap } from '../server/overlap.ts';

function bodyOf({ body }: Call): JsonObject {
  return isObject(body) ? body : {};
}

/** The conversation that a message continues. */
function continued(call: Call): Conversation | undefined {
  return call.store.conversations.get(String(bodyOf(call)['conversation_id']));
}

/** Rejects some messages to known conversations. */
function rejects(
  status: number,
  when: (conversation: Conversation, message: string, call: Call) => boolean,
): Change {
  return beforeOperation('streamAgentChat', (call) => {
    const conversation = continued(call);
    return conversation !== undefined && when(conversation, String(bodyOf(call)['message']), call)
      ? call.deployment.errorResponse(status, 'not accepted')
      : undefined;
  });
}

/** A cache of ten conversations a store. */
const tenConversations: Change = (base) => ({
  findConversation: (id, agent, call) => {
    const found = base.findConversation(id, agent, call);
    const { conversations } = call.store;
    if (found !== undefined) {
      conversations.delete(found.id);
      conversations.set(found.id, found);
    }
    const [oldest] = conversations.keys();
    if (conversations.size > 10 && oldest !== undefined) conversations.delete(oldest);
    return found;
  },
});

/** A conversation in the memory of the worker that has its connection. */
const inWorkerMemory: Change = (base) => {
  const workers = new Map<string, number>();
  return {
    findConversation: (id, agent, call) => {
      const worker = call.request.connection;
      if (typeof id === 'string' && (workers.get(id) ?? worker) !== worker) return undefined;
      const found = base.findConversation(id, agent, call);
      if (found !== undefined && !workers.has(found.id)) workers.set(found.id, worker);
      return found;
    },
  };
};

const collidingTurns: Change = () => {
  const busy = new Set<string>();
  return {
    around: async (call, respond): Promise<HttpResponse> => {
      const id = call.operation === 'streamAgentChat' ? continued(call)?.id : undefined;
      if (id === undefined) return respond();
      if (busy.has(id)) return call.deployment.errorResponse(500, 'duplicate key: turn');
      busy.add(id);
      await overlap();
      busy.delete(id);
      return respond();
    },
  };
};

/** A stranger who names a conversation has it. */
const takenByStranger: Change = (base) => ({
  findConversation: (id, agent, call) => {
    for (const { conversations } of call.state.stores.filter(({ key }) => key !== call.store.key))
      conversations.delete(String(id));
    return base.findConversation(id, agent, call);
  },
});

const maxHistory = 6000;

/** Conversations that end, overflow or get lost: source 2.4 and 4.1. */
export const conversationStateMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.1-10', 'chat-stream/long-conversation', {
    'conversations-lru-of-ten': tenConversations,
    'conversation-of-at-most-six-messages': rejects(400, ({ messages }) => messages.length >= 6),
    'follow-up-500-beyond-a-history': rejects(
      500,
      ({ messages }, message) => [...messages, message].join('').length > maxHistory,
    ),
    'follow-ups-at-once-500': collidingTurns,
    'follow-up-with-stream-true-rejected': rejects(
      400,
      (_conversation, _message, call) => bodyOf(call)['stream'] === true,
    ),
  }),
  ...mutantsOf('R-4.1-10', 'chat-stream/long-conversation', {
    'conversation-in-worker-memory': inWorkerMemory,
    'repeated-message-409': rejects(409, ({ messages }, message) => messages.includes(message)),
  }),
  ...mutantsWith({ setup: { main: { seededAgents: 100 } } }, 'R-4.1-16', 'agents/stateful-model', {
    'chat-finds-the-first-100-agents': () => ({
      findAgent: (id, call) => call.store.agents.slice(0, 100).find((agent) => agent['id'] === id),
    }),
  }),
  ...mutantsOf('R-4.1-16', 'json/messages', {
    'conversation-id-of-another-form-500': beforeOperation('streamAgentChat', (call) => {
      const id = bodyOf(call)['conversation_id'];
      return typeof id === 'string' && !/^cnv_\w{12}$/.test(id)
        ? call.deployment.errorResponse(500, 'invalid input syntax')
        : undefined;
    }),
  }),
  ...mutantsOf('R-5-14', 'tenancy/foreign-conversation', {
    'stranger-takes-the-conversation': takenByStranger,
  }),
  ...mutantsOf('R-6-04', 'agents/stateful-model', {
    'tool-output-missing-on-follow-up': onEvents((events, { conversation }) =>
      events.map((event) =>
        event['type'] === 'tool_result' && conversation.messages.length > 0
          ? { type: 'tool_result', tool: event['tool'] }
          : event,
      ),
    ),
  }),
];
