import type { Change, Conversation, JsonObject } from '../server/deployment.ts';
import type { Mutant } from '../mutant.ts';
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
  {
    id: 'chat-agent-optional',
    clause: 'R-4.1-03',
    killedBy: ['chat-stream/missing-fields'],
    apply: optional('agent_id'),
  },
  {
    id: 'chat-message-optional',
    clause: 'R-4.1-04',
    killedBy: ['chat-stream/missing-fields'],
    apply: optional('message'),
  },
  {
    id: 'chat-agent-of-any-type',
    clause: 'R-4.1-03',
    killedBy: ['chat-stream/invalid-messages'],
    apply: ofAnyType('agent_id', 'string', 'x'),
  },
  {
    id: 'chat-message-of-any-type',
    clause: 'R-4.1-04',
    killedBy: ['chat-stream/invalid-messages'],
    apply: ofAnyType('message', 'string', 'x'),
  },
  {
    id: 'chat-conversation-of-any-type',
    clause: 'R-4.1-05',
    killedBy: ['chat-stream/invalid-messages'],
    apply: ofAnyType('conversation_id', 'string', 'x'),
  },
  {
    id: 'chat-stream-of-any-type',
    clause: 'R-4.1-07',
    killedBy: ['chat-stream/invalid-messages'],
    apply: ofAnyType('stream', 'boolean', true),
  },
  {
    id: 'chat-conversation-required',
    clause: 'R-4.1-06',
    killedBy: ['chat-stream/conversation'],
    apply: beforeOperation('streamAgentChat', ({ body, deployment }) =>
      (body as JsonObject | undefined)?.['conversation_id'] === undefined
        ? deployment.refuse(400, 'conversation_id is missing')
        : undefined,
    ),
  },
  {
    id: 'chat-stream-required',
    clause: 'R-4.1-07',
    killedBy: ['chat-stream/stream-field'],
    apply: beforeOperation('streamAgentChat', ({ body, deployment }) =>
      (body as JsonObject | undefined)?.['stream'] === undefined
        ? deployment.refuse(400, 'stream is missing')
        : undefined,
    ),
  },
  {
    id: 'chat-stream-false-by-default',
    clause: 'R-4.1-07',
    killedBy: ['chat-stream/stream-field'],
    apply: beforeOperation('streamAgentChat', ({ body, deployment }) =>
      deployment.problemOfChat(body) === undefined && (body as JsonObject)['stream'] === undefined
        ? jsonReply(200, { conversation_id: 'c1', content: 'Hello', tool_calls: [] })
        : undefined,
    ),
  },
  {
    id: 'chat-stream-true-refused',
    clause: 'R-4.1-07',
    killedBy: ['chat-stream/stream-field'],
    apply: beforeOperation('streamAgentChat', ({ body, deployment }) =>
      (body as JsonObject | undefined)?.['stream'] === true
        ? deployment.refuse(400, 'no such field')
        : undefined,
    ),
  },
  {
    id: 'chat-refuses-json',
    clause: 'R-4.1-02',
    killedBy: ['chat-stream/hostile-message'],
    apply: beforeOperation('streamAgentChat', ({ deployment, incoming }) =>
      /json/.test(incoming.headers['content-type'] ?? '') ? deployment.refuse(415, 'send a form') : undefined,
    ),
  },
  {
    id: 'chat-missing',
    clause: 'R-4.1-01',
    killedBy: ['chat-stream/hostile-message'],
    apply: beforeOperation('streamAgentChat', ({ deployment }) => deployment.refuse(405, 'not yet')),
  },
  {
    id: 'chat-not-implemented',
    clause: 'R-1-01',
    killedBy: ['chat-stream/missing-fields'],
    apply: beforeOperation('streamAgentChat', ({ deployment }) => deployment.refuse(501, 'planned')),
  },
  {
    id: 'chat-unknown-agent-as-400',
    clause: 'R-7-03',
    killedBy: ['tenancy/foreign-agent'],
    apply: onStatus('POST', chatPath, 404, 400),
  },
  {
    id: 'chat-unknown-agent-as-500',
    clause: 'R-7-03',
    killedBy: ['tenancy/foreign-agent'],
    apply: onStatus('POST', chatPath, 404, 500),
  },
  {
    id: 'chat-unknown-agent-as-403',
    clause: 'R-7-03',
    killedBy: ['tenancy/foreign-agent'],
    apply: onStatus('POST', chatPath, 404, 403),
  },
  {
    id: 'chat-unknown-agent-is-first',
    clause: 'R-7-03',
    killedBy: ['chat-stream/unknown-agent'],
    apply: (base) => ({ findAgent: (id, call) => base.findAgent(id, call) ?? call.store.agents[0] }),
  },
  {
    id: 'chat-agent-by-prefix',
    clause: 'R-4.1-03',
    killedBy: ['chat-stream/unknown-agent'],
    apply: matchingAgents((sent, id) => sent !== '' && id.startsWith(sent)),
  },
  {
    id: 'chat-agent-suffix-ignored',
    clause: 'R-4.1-03',
    killedBy: ['chat-stream/unknown-agent'],
    apply: matchingAgents((sent, id) => sent.startsWith(id)),
  },
  {
    id: 'chat-created-agent-unknown',
    clause: 'R-4.1-03',
    killedBy: ['chat-stream/tools'],
    apply: (base) => ({
      findAgent: (id, call) => call.store.agents.slice(0, 1).find((agent) => agent['id'] === id),
      findConversation: base.findConversation,
    }),
  },
  {
    id: 'chat-invalid-as-422',
    clause: 'R-7-01',
    killedBy: ['chat-stream/invalid-messages'],
    apply: onStatus('POST', chatPath, 400, 422),
  },
  {
    id: 'chat-invalid-as-500',
    clause: 'R-7-01',
    killedBy: ['chat-stream/invalid-messages'],
    apply: onStatus('POST', chatPath, 400, 500),
  },
  {
    id: 'chat-broken-json-as-500',
    clause: 'R-7-01',
    killedBy: ['chat-stream/invalid-messages'],
    apply: beforeOperation('streamAgentChat', ({ body, deployment }) =>
      body === undefined ? deployment.refuse(500, 'Unexpected end of JSON input') : undefined,
    ),
  },
  {
    id: 'chat-invalid-as-event',
    clause: 'R-7-01',
    killedBy: ['chat-stream/missing-fields'],
    apply: (base) =>
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
  },
  {
    id: 'conversation-always-new',
    clause: 'R-4.1-05',
    killedBy: ['chat-stream/conversation'],
    apply: forgetful,
  },
  {
    id: 'conversation-always-the-same',
    clause: 'R-4.1-06',
    killedBy: ['chat-stream/conversation'],
    apply: () => ({ findConversation: (_id, agent) => oneForAll(agent) }),
  },
  {
    id: 'conversation-one-an-agent',
    clause: 'R-4.1-06',
    killedBy: ['chat-stream/conversation'],
    apply: (base) => ({
      findConversation: (id, agent, call) =>
        id === undefined
          ? ([...call.store.conversations.values()].find(({ agentId }) => agentId === agent['id']) ??
            base.findConversation(id, agent, call))
          : base.findConversation(id, agent, call),
    }),
  },
  {
    id: 'conversation-not-kept',
    clause: 'R-4.1-10',
    killedBy: ['chat-stream/conversation'],
    apply: (base) => ({
      findConversation: (id, agent, call) => {
        const found = base.findConversation(id, agent, call);
        call.store.conversations.clear();
        return found;
      },
    }),
  },
  {
    id: 'conversation-id-other-on-follow-up',
    clause: 'R-4.1-05',
    killedBy: ['chat-stream/conversation'],
    apply: (base) => ({
      eventsOf: (turn) =>
        base
          .eventsOf(turn)
          .map((event) =>
            event['type'] === 'end' && turn.conversation.messages.length > 0
              ? { ...event, conversation_id: `${turn.conversation.id}-2` }
              : event,
          ),
    }),
  },
  {
    id: 'conversation-lost-after-two',
    clause: 'R-4.1-10',
    killedBy: ['chat-stream/conversation'],
    apply: (base) => ({
      findConversation: (id, agent, call) => {
        const found = base.findConversation(id, agent, call);
        return (found?.messages.length ?? 0) >= 2 ? undefined : found;
      },
    }),
  },
  {
    id: 'conversation-id-upper-case',
    clause: 'R-4.1-10',
    killedBy: ['chat-stream/conversation'],
    apply: onEventsOf('end', (event) => ({
      ...event,
      conversation_id: String(event['conversation_id']).toUpperCase(),
    })),
  },
];
