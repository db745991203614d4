import { configOf, firstAgentFor, keptBy, toolsOf } from '../changes/agents.ts';
import {
  acceptChat,
  beforeOperation,
  onEventsOf,
  onOperation,
  rejectCalls,
  repaired,
} from '../changes/changes.ts';
import { maximal } from '../conforming/maximal.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, Conversation, Deployment, JsonObject } from '../server/deployment.ts';
import { without, jsonResponse, isObject } from '../server/responses.ts';
import { failsOnChat, hasJson, isFull, isUnstreamed } from '../changes/requests.ts';
import { atMost, bodyOf, onLeave, unavailable } from '../changes/replies.ts';

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

/** A model that repeats nothing of a message. */
const withoutEcho: Deployment = {
  ...maximal,
  eventsOf: ({ conversation }) => [
    { type: 'text', content: 'How can I help you?' },
    { type: 'end', conversation_id: conversation.id },
  ],
};

/** The handler of replies that are not streamed leaves the status out. */
const unstreamedErrorAs200: Change = onOperation('streamAgentChat', (response, { body }) =>
  isUnstreamed(body) && response.status === 404 ? { ...response, status: 200 } : response,
);

/** Accepts a chat without the field; without `agent_id`, the first agent replies. */
function optional(name: string): Change {
  return (base) => ({
    ...acceptChat((body) => ({ [name]: 'x', ...body }))(base),
    findAgent: (id, call) => (id === undefined ? call.store.agents[0] : base.findAgent(id, call)),
  });
}

/** Accepts a chat whose field has another type. */
function ofAnyType(name: string, replacement: unknown): Change {
  return (base) => ({
    ...acceptChat((body) => repaired(body, name, replacement))(base),
    findAgent: (id, call) => (typeof id === 'string' ? base.findAgent(id, call) : call.store.agents[0]),
    findConversation: (id, agent, call) =>
      base.findConversation(typeof id === 'string' ? id : undefined, agent, call),
  });
}

const slotsThatLeak: Change = (base) => {
  let left = 0;
  return onLeave(
    () => (left += 1),
    ({ deployment }) => (left >= 3 ? deployment.errorResponse(500, 'no slot is free') : undefined),
  )(base);
};

function isRepeated(capabilities: readonly unknown[]): boolean {
  return new Set(capabilities.map((item) => isObject(item) && item['type'])).size < capabilities.length;
}

/** Responds with an error to messages to some agents. */
function failsOnAgent(status: number, when: (agent: JsonObject, config: JsonObject) => boolean): Change {
  return rejectCalls('streamAgentChat', status, (call) => {
    const agent = call.store.agents.find((one) => one['id'] === bodyOf(call)['agent_id']);
    return agent !== undefined && when(agent, configOf(agent));
  });
}

function rejectsMessage(status: number, when: (message: string) => boolean): Change {
  return rejectCalls('streamAgentChat', status, (call) => {
    const { message } = bodyOf(call);
    return typeof message === 'string' && when(message);
  });
}

/** Mutants of section 4.1 of the source. */
export const chatMutants: readonly Mutant[] = mutantsOf({
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
  'R-4.1-10 responses/after-a-minute conversation-expires-after-two-seconds': lifetime(1800),
  'R-4.1-10 responses/end-of-run widget-load-closes-conversations': closedByWidget,
  'R-4.1-10 tenancy/strangers stores-idempotency-without-echo': {
    apply: keptBy('idempotency-key', 'streamAgentChat'),
    base: withoutEcho,
  },
  'R-4.1-18 chat-stream/conversation conversation-always-new': (base) => ({
    findConversation: (_id, agent, call) => base.findConversation(undefined, agent, call),
  }),
  'R-4.1-19 chat-stream/conversation conversation-always-the-same': () => ({
    findConversation: (_id, agent) => ({ id: 'cnv_only', agentId: String(agent['id']), messages: [] }),
  }),
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
  'R-4.1-01 chat-stream/hostile-message chat-missing': rejectCalls('streamAgentChat', 405),
  'R-4.1-02 chat-stream/hostile-message chat-rejects-json': rejectCalls('streamAgentChat', 415, hasJson),
  'R-4.1-03 chat-stream/invalid-messages message-null-agent': firstAgentFor((id) => id === null),
  'R-4.1-03 chat-stream/unknown-agent unstreamed-404-as-200': unstreamedErrorAs200,
  'R-4.1-03 chat-stream/failing-agent chat-with-the-first-agent': (base) => ({
    findAgent: (id, call) => base.findAgent(id, call) && call.store.agents[0],
  }),
  'R-4.1-04 chat-stream/missing-fields chat-message-optional': optional('message'),
  'R-4.1-04 chat-stream/invalid-messages message-null-as-text': acceptChat((body) =>
    body['message'] === null ? { ...body, message: 'null' } : body,
  ),
  'R-4.1-05 chat-stream/invalid-messages chat-conversation-of-any-type': ofAnyType('conversation_id', 'x'),
  'R-4.1-06 chat-stream/conversation chat-conversation-required': rejectCalls(
    'streamAgentChat',
    400,
    (call) => bodyOf(call)['conversation_id'] === undefined,
  ),
  'R-4.1-07 chat-stream/invalid-messages chat-stream-of-any-type': ofAnyType('stream', true),
  'R-4.1-07 chat-stream/stream-field chat-stream-required': rejectCalls(
    'streamAgentChat',
    400,
    (call) => bodyOf(call)['stream'] === undefined,
  ),
  'R-4.1-07 chat-stream/stream-field chat-stream-false-by-default': beforeOperation(
    'streamAgentChat',
    ({ body, deployment }) =>
      deployment.validateChat(body) === undefined && (body as JsonObject)['stream'] === undefined
        ? jsonResponse(200, { conversation_id: 'c1', content: 'Hello', tool_calls: [] })
        : undefined,
  ),
  'R-4.1-08 chat-stream/hostile-message event-type-missing': onEventsOf('text', (event) =>
    without(event, 'type'),
  ),
  'R-4.1-08 chat-stream/hostile-message stream-without-blank-lines': () => ({
    encodeEvent: (event) => `data: ${JSON.stringify(event)}\n`,
  }),
  'R-4.1-08 chat-stream/reply event-over-several-data-lines': () => ({
    encodeEvent: (event) => `data: ${JSON.stringify(event, null, 1).replaceAll('\n', '\ndata: ')}\n\n`,
  }),
  'R-4.1-16 responses/every-response one-chat-at-a-time': atMost(1, 'streamAgentChat', unavailable),
  'R-4.1-16 chat-stream/client-leaves slots-leak-when-clients-leave': slotsThatLeak,
  'R-4.1-16 json/messages conversation-id-of-another-form-500': failsOnChat(
    ({ conversation_id: id }) => typeof id === 'string' && !/^cnv_\w{12}$/.test(id),
  ),
  'R-4.1-16 chat-stream/generated-messages agent-name-with-braces-chat-500': failsOnAgent(500, ({ name }) =>
    /[{}]/.test(String(name)),
  ),
  'R-4.1-16 chat-stream/generated-messages agent-with-two-tools-chat-500': failsOnAgent(
    500,
    (_agent, config) => isRepeated(toolsOf(config)),
  ),
  'R-4.1-16 chat-stream/generated-messages message-500-beyond-255': rejectsMessage(
    502,
    (text) => text.length > 255,
  ),
  'R-4.1-16 chat-stream/generated-messages agent-of-provider-two-404': failsOnAgent(
    404,
    (_agent, config) => config['model_provider'] === 'provider_two',
  ),
  'R-4.1-16 chat-stream/generated-messages agent-of-temperature-1-500': failsOnAgent(
    500,
    (_agent, config) => config['temperature'] === 1,
  ),
  'R-4.1-16 chat-stream/generated-messages agent-with-a-disabled-tool-500': failsOnAgent(
    500,
    (_agent, { mcp_capabilities: items }) => JSON.stringify(items ?? []).includes('"enabled":false'),
  ),
  'R-4.1-16 chat-stream/generated-messages message-of-emoji-rejected': rejectsMessage(
    400,
    (text) =>
      text !== '' &&
      !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replaceAll(/\p{Extended_Pictographic}|\p{M}|\u200D/gu, '')),
  ),
  'R-4.1-16 chat-stream/generated-messages firewall-rejects-select-from': rejectsMessage(403, (text) =>
    /\bselect\b.*\bfrom\b/i.test(text),
  ),
  'R-4.1-16 limits/agents full-store-rejects-messages': rejectCalls('streamAgentChat', 403, isFull),
  'R-4.1-16 chat-stream/long-conversation chat-beyond-20-at-once-500': atMost(
    20,
    'streamAgentChat',
    unavailable,
  ),
});
