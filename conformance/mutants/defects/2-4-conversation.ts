import { foldCase } from '../changes/agents.ts';
import { onEventsOf } from '../changes/changes.ts';
import { withWordsOf } from '../changes/replies.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, JsonObject } from '../server/deployment.ts';

const byPrefix: Change = (base) => ({
  findConversation: (id, agent, call) => {
    const known = [...call.store.conversations.values()].find(
      (one) => String(id).startsWith(one.id) && one.agentId === agent['id'],
    );
    return (id === undefined ? undefined : known) ?? base.findConversation(id, agent, call);
  },
});

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

/** The column of conversation ids compares without case. */
const conversationIdCollation: Change = (base) => ({
  findConversation: (id, agent, call) => {
    const own = [...call.store.conversations.keys()];
    const known = own.find((one) => foldCase(one) === foldCase(String(id)));
    return base.findConversation(id === undefined ? undefined : (known ?? id), agent, call);
  },
});

/** A cache of replies whose key lacks the conversation. */
const cachedByMessage: Change = (base) => {
  const cached = new Map<string, readonly JsonObject[]>();
  return {
    eventsOf: (turn) => {
      const events = base.eventsOf(turn);
      const key = `${String(turn.agent['id'])} ${turn.message}`;
      const known = cached.get(key) ?? events.slice(0, -1);
      cached.set(key, known);
      return [...known, ...events.slice(-1)];
    },
  };
};

/** Mutants of section 2.4 of the source. */
export const conversationMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.4-01', 'chat-stream/hostile-message', {
    'end-id-empty': onEventsOf('end', (event) => ({ ...event, conversation_id: '' })),
  }),
  ...mutantsOf('R-2.4-01', 'chat-stream/several-at-once', {
    'words-of-every-conversation': withWordsOf((one, _call, own) => one !== own),
    'replies-cached-by-message': cachedByMessage,
  }),
  ...mutantsOf('R-2.4-01', 'chat-stream/long-conversation', {
    'conversation-by-prefix': byPrefix,
    'conversation-id-collation': conversationIdCollation,
  }),
  ...mutantsOf('R-2.4-01', 'responses/every-response', {
    'isolation-foreign-messages-kept': foreignMessagesKept,
  }),
];
