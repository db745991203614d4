import type { Change, JsonObject } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { bytes, jsonResponse } from '../server/responses.ts';
import { acceptChat, beforeOperation, onEventsOf, onStatus, repaired } from './changes.ts';

/** Accepts a chat without the field; without `agent_id`, the first agent replies. */
function optional(name: string): Change {
  return (base) => ({
    ...acceptChat((body) => ({ [name]: 'x', ...body }))(base),
    findAgent: (id, call) => (id === undefined ? call.store.agents[0] : base.findAgent(id, call)),
  });
}

/** Takes the agent of a follow-up from its conversation where the body has none. */
const agentOfConversation: Change = (base) => ({
  ...acceptChat((body) => (typeof body['conversation_id'] === 'string' ? { agent_id: 'x', ...body } : body))(
    base,
  ),
  findAgent: (id, call) => {
    const { conversation_id: conversation } = call.body as JsonObject;
    const known = call.store.conversations.get(String(conversation));
    return base.findAgent(id ?? known?.agentId, call);
  },
});

/** Accepts a chat whose field has another type. */
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

function matchingAgents(matches: (sent: string, id: string) => boolean): Change {
  return (base) => ({
    findAgent: (id, call) =>
      base.findAgent(id, call) ?? call.store.agents.find((agent) => matches(String(id), String(agent['id']))),
  });
}

/** Defects of chat requests and conversations: source 4.1, 2.4 and 7. */
export const chatRequestMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.1-03', 'chat-stream/missing-fields', {
    'chat-agent-optional': optional('agent_id'),
  }),
  ...mutantsOf('R-4.1-04', 'chat-stream/missing-fields', {
    'chat-message-optional': optional('message'),
  }),
  ...mutantsOf('R-4.1-03', 'chat-stream/invalid-messages', {
    'chat-agent-of-any-type': ofAnyType('agent_id', 'string', 'x'),
    'chat-agent-optional-in-follow-ups': agentOfConversation,
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
        ? deployment.errorResponse(400, 'conversation_id is missing')
        : undefined,
    ),
  }),
  ...mutantsOf('R-4.1-19', 'chat-stream/conversation', {
    'conversation-always-the-same': () => ({
      findConversation: (_id, agent) => ({ id: 'cnv_only', agentId: String(agent['id']), messages: [] }),
    }),
    'conversation-one-per-agent': (base) => ({
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
        ? deployment.errorResponse(400, 'stream is missing')
        : undefined,
    ),
    'chat-stream-false-by-default': beforeOperation('streamAgentChat', ({ body, deployment }) =>
      deployment.validateChat(body) === undefined && (body as JsonObject)['stream'] === undefined
        ? jsonResponse(200, { conversation_id: 'c1', content: 'Hello', tool_calls: [] })
        : undefined,
    ),
    'chat-stream-true-rejected': beforeOperation('streamAgentChat', ({ body, deployment }) =>
      (body as JsonObject | undefined)?.['stream'] === true
        ? deployment.errorResponse(400, 'no such field')
        : undefined,
    ),
  }),
  ...mutantsOf('R-4.1-02', 'chat-stream/hostile-message', {
    'chat-rejects-json': beforeOperation('streamAgentChat', ({ deployment, request }) =>
      /json/.test(request.headers['content-type'] ?? '')
        ? deployment.errorResponse(415, 'send a form')
        : undefined,
    ),
  }),
  ...mutantsOf('R-4.1-01', 'chat-stream/hostile-message', {
    'chat-missing': beforeOperation('streamAgentChat', ({ deployment }) =>
      deployment.errorResponse(405, 'not yet'),
    ),
  }),
  ...mutantsOf('R-4.1-16', 'chat-stream/hostile-message', {
    'chat-rejects-line-ends': beforeOperation('streamAgentChat', ({ body, deployment }) =>
      /\n/.test(String((body as JsonObject | undefined)?.['message']))
        ? deployment.errorResponse(400, 'one line, please')
        : undefined,
    ),
  }),
  ...mutantsOf('R-1-01', 'chat-stream/missing-fields', {
    'chat-not-implemented': beforeOperation('streamAgentChat', ({ deployment }) =>
      deployment.errorResponse(501, 'planned'),
    ),
  }),
  ...mutantsOf('R-7-03', 'chat-stream/unknown-agent', {
    'chat-unknown-agent-as-400': onStatus('streamAgentChat', 404, 400),
    'chat-unknown-agent-as-500': onStatus('streamAgentChat', 404, 500),
    'chat-unknown-agent-as-403': onStatus('streamAgentChat', 404, 403),
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
    'chat-created-agent-unknown': () => ({
      findAgent: (id, call) => call.store.agents.slice(0, 1).find((agent) => agent['id'] === id),
    }),
  }),
  ...mutantsOf('R-7-01', 'chat-stream/invalid-messages', {
    'chat-invalid-as-422': onStatus('streamAgentChat', 400, 422),
    'chat-invalid-as-500': onStatus('streamAgentChat', 400, 500),
    'chat-broken-json-as-500': beforeOperation('streamAgentChat', ({ body, deployment }) =>
      body === undefined ? deployment.errorResponse(500, 'Unexpected end of JSON input') : undefined,
    ),
  }),
  ...mutantsOf('R-7-01', 'chat-stream/missing-fields', {
    'chat-invalid-as-event': beforeOperation('streamAgentChat', ({ body, deployment }) =>
      deployment.validateChat(body) === undefined
        ? undefined
        : {
            status: 200,
            headers: { 'content-type': 'text/event-stream' },
            frames: [bytes(deployment.encodeEvent({ type: 'error', error: 'invalid' }, 0))],
          },
    ),
  }),
  ...mutantsOf('R-4.1-18', 'chat-stream/conversation', {
    'conversation-always-new': (base) => ({
      findConversation: (_id, agent, call) => base.findConversation(undefined, agent, call),
    }),
    'conversation-id-changes-on-follow-up': onEventsOf('end', (event, { conversation: { id, messages } }) =>
      messages.length > 0 ? { ...event, conversation_id: `${id}-2` } : event,
    ),
  }),
  ...mutantsOf('R-4.1-10', 'chat-stream/conversation', {
    'conversation-not-stored': (base) => ({
      findConversation: (id, agent, call) => {
        const found = base.findConversation(id, agent, call);
        call.store.conversations.clear();
        return found;
      },
    }),
    'conversation-not-found-after-two': (base) => ({
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
