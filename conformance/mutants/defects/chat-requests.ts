import type { Change, Conversation, JsonObject } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { jsonReply } from '../server/replies.ts';
import { acceptChat, beforeOperation, onEventsOf, onStatus, repaired } from './changes.ts';

const chatPath = '/api/agents/chat/stream';

function optional(name: string): Change {
  return (base) => ({
    ...acceptChat((body) => ({ [name]: 'x', ...body }))(base),
    findAgent: (id, call) => (id === undefined ? call.store.agents[0] : base.findAgent(id, call)),
  });
}

function ofAnyType(name: string, type: string, replacement: unknown): Change {
  return (base) => ({
    ...acceptChat((body) =>
      name in body ? { ...body, [name]: repaired(body[name], type, replacement) } : body,
    )(base),
    findAgent: (id, call) => (typeof id === 'string' ? base.findAgent(id, call) : call.store.agents[0]),
    findConversation: (id, agent, call) =>
      base.findConversation(typeof id === 'string' ? id : undefined, agent, call),
  });
}

/** A new conversation whatever was sent, in place of what the base does. */
const forgetful: Change = (base) => ({
  findConversation: (_id, agent, call) => base.findConversation(undefined, agent, call),
});

function oneForAll(agent: JsonObject): Conversation {
  return { id: 'cnv_only', agentId: String(agent['id']), messages: [] };
}

function matchingAgents(matches: (sent: string, id: string) => boolean): Change {
  return (base) => ({
    findAgent: (id, call) =>
      base.findAgent(id, call) ?? call.store.agents.find((agent) => matches(String(id), String(agent['id']))),
  });
}

/** Defects of what a message may say, and of conversations: source 4.1, 2.4 and 7. */
export const chatRequestMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.1-03', 'chat-stream/missing-fields', {
    'chat-agent-optional': optional('agent_id'),
  }),
  ...mutantsOf('R-4.1-04', 'chat-stream/missing-fields', {
    'chat-message-optional': optional('message'),
  }),
  ...mutantsOf('R-4.1-03', 'chat-stream/invalid-messages', {
    'chat-agent-of-any-type': ofAnyType('agent_id', 'string', 'x'),
  }),
  ...mutantsOf('R-4.1-04', 'chat-stream/invalid-messages', {
    'chat-message-of-any-type': ofAnyType('message', 'string', 'x'),
  }),
  ...mutantsOf('R-4.1-05', 'chat-stream/invalid-messages', {
    'chat-conversation-of-any-type': ofAnyType('conversation_id', 'string', 'x'),
  }),
  ...mutantsOf('R-4.1-07', 'chat-stream/invalid-messages', {
    'chat-stream-of-any-type': ofAnyType('stream', 'boolean', true),
  }),
  ...mutantsOf('R-4.1-06', 'chat-stream/conversation', {
    'chat-conversation-required': beforeOperation('streamAgentChat', ({ body, deployment }) =>
      (body as JsonObject | undefined)?.['conversation_id'] === undefined
        ? deployment.refuse(400, 'conversation_id is missing')
        : undefined,
    ),
    'conversation-always-the-same': () => ({ findConversation: (_id, agent) => oneForAll(agent) }),
    'conversation-one-an-agent': (base) => ({
      findConversation: (id, agent, call) =>
        id === undefined
          ? ([...call.store.conversations.values()].find(({ agentId }) => agentId === agent['id']) ??
            base.findConversation(id, agent, call))
          : base.findConversation(id, agent, call),
    }),
  }),
  ...mutantsOf('R-4.1-07', 'chat-stream/stream-field', {
    'chat-stream-required': beforeOperation('streamAgentChat', ({ body, deployment }) =>
      (body as JsonObject | undefined)?.['stream'] === undefined
        ? deployment.refuse(400, 'stream is missing')
        : undefined,
    ),
    'chat-stream-false-by-default': beforeOperation('streamAgentChat', ({ body, deployment }) =>
      deployment.problemOfChat(body) === undefined && (body as JsonObject)['stream'] === undefined
        ? jsonReply(200, { conversation_id: 'c1', content: 'Hello', tool_calls: [] })
        : undefined,
    ),
    'chat-stream-true-refused': beforeOperation('streamAgentChat', ({ body, deployment }) =>
      (body as JsonObject | undefined)?.['stream'] === true
        ? deployment.refuse(400, 'no such field')
        : undefined,
    ),
  }),
  ...mutantsOf('R-4.1-02', 'chat-stream/hostile-message', {
    'chat-refuses-json': beforeOperation('streamAgentChat', ({ deployment, incoming }) =>
      /json/.test(incoming.headers['content-type'] ?? '') ? deployment.refuse(415, 'send a form') : undefined,
    ),
  }),
  ...mutantsOf('R-4.1-01', 'chat-stream/hostile-message', {
    'chat-missing': beforeOperation('streamAgentChat', ({ deployment }) => deployment.refuse(405, 'not yet')),
  }),
  ...mutantsOf('R-1-01', 'chat-stream/missing-fields', {
    'chat-not-implemented': beforeOperation('streamAgentChat', ({ deployment }) =>
      deployment.refuse(501, 'planned'),
    ),
  }),
  ...mutantsOf('R-7-03', 'tenancy/foreign-agent', {
    'chat-unknown-agent-as-400': onStatus('POST', chatPath, 404, 400),
    'chat-unknown-agent-as-500': onStatus('POST', chatPath, 404, 500),
    'chat-unknown-agent-as-403': onStatus('POST', chatPath, 404, 403),
  }),
  ...mutantsOf('R-7-03', 'chat-stream/unknown-agent', {
    'chat-unknown-agent-is-first': (base) => ({
      findAgent: (id, call) => base.findAgent(id, call) ?? call.store.agents[0],
    }),
  }),
  ...mutantsOf('R-4.1-03', 'chat-stream/unknown-agent', {
    'chat-agent-by-prefix': matchingAgents((sent, id) => sent !== '' && id.startsWith(sent)),
    'chat-agent-suffix-ignored': matchingAgents((sent, id) => sent.startsWith(id)),
  }),
  ...mutantsOf('R-4.1-03', 'chat-stream/tools', {
    'chat-created-agent-unknown': (base) => ({
      findAgent: (id, call) => call.store.agents.slice(0, 1).find((agent) => agent['id'] === id),
      findConversation: base.findConversation,
    }),
  }),
  ...mutantsOf('R-7-01', 'chat-stream/invalid-messages', {
    'chat-invalid-as-422': onStatus('POST', chatPath, 400, 422),
    'chat-invalid-as-500': onStatus('POST', chatPath, 400, 500),
    'chat-broken-json-as-500': beforeOperation('streamAgentChat', ({ body, deployment }) =>
      body === undefined ? deployment.refuse(500, 'Unexpected end of JSON input') : undefined,
    ),
  }),
  ...mutantsOf('R-7-01', 'chat-stream/missing-fields', {
    'chat-invalid-as-event': (base) =>
      beforeOperation('streamAgentChat', ({ body, deployment }) =>
        deployment.problemOfChat(body) === undefined
          ? undefined
          : {
              status: 200,
              headers: { 'content-type': 'text/event-stream' },
              frames: [
                { type: 'bytes', bytes: deployment.encodeEvent({ type: 'error', error: 'invalid' }, 0) },
              ],
            },
      )(base),
  }),
  ...mutantsOf('R-4.1-05', 'chat-stream/conversation', {
    'conversation-always-new': forgetful,
    'conversation-id-other-on-follow-up': (base) => ({
      eventsOf: (turn) =>
        base
          .eventsOf(turn)
          .map((event) =>
            event['type'] === 'end' && turn.conversation.messages.length > 0
              ? { ...event, conversation_id: `${turn.conversation.id}-2` }
              : event,
          ),
    }),
  }),
  ...mutantsOf('R-4.1-10', 'chat-stream/conversation', {
    'conversation-not-kept': (base) => ({
      findConversation: (id, agent, call) => {
        const found = base.findConversation(id, agent, call);
        call.store.conversations.clear();
        return found;
      },
    }),
    'conversation-lost-after-two': (base) => ({
      findConversation: (id, agent, call) => {
        const found = base.findConversation(id, agent, call);
        return (found?.messages.length ?? 0) >= 2 ? undefined : found;
      },
    }),
    'conversation-id-upper-case': onEventsOf('end', (event) => ({
      ...event,
      conversation_id: String(event['conversation_id']).toUpperCase(),
    })),
  }),
];
