import { keptBy } from '../changes/agents.ts';
import { onEventsOf, onOperation } from '../changes/changes.ts';
import { maximal } from '../conforming/maximal.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, Conversation, Deployment } from '../server/deployment.ts';
import { without } from '../server/responses.ts';

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
    'R-4.1-10 responses/after-a-minute conversation-expires-after-two-seconds': lifetime(1800),
    'R-4.1-10 responses/end-of-run widget-load-closes-conversations': closedByWidget,
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
  }),
];
