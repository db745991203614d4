import { keptBy } from '../changes/agents.ts';
import { beforeOperation, onEvents, onEventsOf, onOperation } from '../changes/changes.ts';
import { sentObject } from '../changes/replies.ts';
import { maximal } from '../conforming/maximal.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Call, Change, Conversation, Deployment, Turn } from '../server/deployment.ts';
import { isObject, without } from '../server/responses.ts';

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

/** Rejects some messages to known conversations. */
function rejects(
  status: number,
  when: (conversation: Conversation, message: string, call: Call) => boolean,
): Change {
  return beforeOperation('streamAgentChat', (call) => {
    const conversation = continued(call);
    return conversation !== undefined && when(conversation, String(sentObject(call)['message']), call)
      ? call.deployment.errorResponse(status, 'not accepted')
      : undefined;
  });
}

/** The conversation that a message continues. */
function continued(call: Call): Conversation | undefined {
  return call.store.conversations.get(String(sentObject(call)['conversation_id']));
}

const maxHistory = 6000;

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

/** A model that repeats nothing of a message. */
const withoutEcho: Deployment = {
  ...maximal,
  eventsOf: ({ conversation }) => [
    { type: 'text', content: 'How can I help you?' },
    { type: 'end', conversation_id: conversation.id },
  ],
};

/** A message with `stream: true` takes another way, on which a new conversation is not kept. */
const streamedConversationUnsaved: Change = (base) => ({
  findConversation: (id, agent, call) => {
    const conversation = base.findConversation(id, agent, call);
    const streams = isObject(call.body) && call.body['stream'] === true;
    if (id === undefined && streams && conversation !== undefined)
      call.store.conversations.delete(conversation.id);
    return conversation;
  },
});

/** Replies that end with an error event at once. */
function failing(when: (turn: Turn) => boolean): Change {
  return onEvents((events, turn) => (when(turn) ? [failure] : events));
}

const failure = { type: 'error', error: 'the model rejected the request', status: 500 };

/** The conversation ends with a rejected message. */
const endedByRejection: Change = (base) => {
  let isEnded = false;
  return {
    validateChat: (body) => {
      const problem = base.validateChat(body);
      if (problem !== undefined) isEnded = true;
      return problem;
    },
    findConversation: (id, agent, call) => {
      const given = isEnded && id !== undefined ? undefined : id;
      isEnded = false;
      return base.findConversation(given, agent, call);
    },
  };
};

const reusedAfterRejection: Change = (base) => {
  let last: string | undefined;
  let isReused = false;
  return {
    validateChat: (body) => {
      const problem = base.validateChat(body);
      if (problem !== undefined) isReused = true;
      return problem;
    },
    eventsOf: (turn) =>
      base.eventsOf(turn).map((event) => {
        if (event['type'] !== 'end') return event;
        const id = isReused && last !== undefined ? last : turn.conversation.id;
        isReused = false;
        last = id;
        return { ...event, conversation_id: id };
      }),
  };
};

/** The id of a conversation is the second it began in, and its store. */
const sharedBySecond: Change = (base) => ({
  findConversation: (id, agent, call) => {
    if (id !== undefined) return base.findConversation(id, agent, call);
    const second = `c${Math.floor(call.state.now() / 1000)}`;
    const known = call.store.conversations.get(second);
    if (known !== undefined && known.agentId !== agent['id']) return known;
    const begun = base.findConversation(undefined, agent, call);
    if (begun === undefined || known !== undefined) return begun;
    call.store.conversations.set(second, { ...begun, id: second });
    return call.store.conversations.get(second);
  },
});

/** Mutants of section 4.1 of the source. */
export const conversationsMutants: readonly Mutant[] = [
  ...mutantsOf({
    'R-4.1-09 chat-stream/hostile-message end-id-missing': onEventsOf('end', (event) =>
      without(event, 'conversation_id'),
    ),
    'R-4.1-10 chat-stream/conversation conversation-not-stored': (base) => ({
      findConversation: (id, agent, call) => {
        const found = base.findConversation(id, agent, call);
        call.store.conversations.clear();
        return found;
      },
    }),
    'R-4.1-10 chat-stream/long-conversation conversations-lru-of-ten': tenConversations,
    'R-4.1-10 chat-stream/long-conversation follow-up-500-beyond-a-history': rejects(
      500,
      ({ messages }, message) => [...messages, message].join('').length > maxHistory,
    ),
    'R-4.1-10 responses/after-a-minute conversation-expires-after-two-seconds': lifetime(1800),
    'R-4.1-10 responses/end-of-run widget-load-closes-conversations': closedByWidget,
    'R-4.1-10 responses/every-response create-flushes-conversations': flushedByCreate,
  }),
  ...mutantsOf(
    {
      'R-4.1-10 tenancy/strangers stores-idempotency-without-echo': keptBy(
        'idempotency-key',
        'streamAgentChat',
      ),
    },
    { base: withoutEcho },
  ),
  ...mutantsOf({
    'R-4.1-10 chat-stream/stream-field streamed-conversation-unsaved': streamedConversationUnsaved,
    'R-4.1-10 responses/every-response follow-up-always-error-event': failing(
      ({ conversation }) => conversation.messages.length > 0,
    ),
    'R-4.1-18 chat-stream/conversation conversation-always-new': (base) => ({
      findConversation: (_id, agent, call) => base.findConversation(undefined, agent, call),
    }),
    'R-4.1-18 chat-stream/long-conversation conversation-ended-by-rejection': endedByRejection,
    'R-4.1-19 chat-stream/conversation conversation-always-the-same': () => ({
      findConversation: (_id, agent) => ({ id: 'cnv_only', agentId: String(agent['id']), messages: [] }),
    }),
    'R-4.1-19 responses/every-response conversation-id-of-rejected-message-reused': reusedAfterRejection,
    'R-4.1-19 responses/every-response conversation-id-of-the-agent': (base) => ({
      findConversation: (id, agent, call) => {
        const found = base.findConversation(id, agent, call);
        if (id !== undefined || found === undefined) return found;
        const key = `cnv_${String(agent['id'])}_${Math.floor(Date.now() / 1000)}`;
        const known = call.store.conversations.get(key) ?? { ...found, id: key };
        call.store.conversations.set(key, known);
        return known;
      },
    }),
    'R-4.1-19 chat-stream/generated-messages conversation-shared-by-second': sharedBySecond,
  }),
];
