import { foldCase } from '../changes/agents.ts';
import { withFields } from '../changes/changes.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, JsonObject } from '../server/deployment.ts';

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

/** The column of conversation ids compares without case. */
const conversationIdCollation: Change = (base) => ({
  findConversation: (id, agent, call) => {
    const own = [...call.store.conversations.keys()];
    const known = own.find((one) => foldCase(one) === foldCase(String(id)));
    return base.findConversation(id === undefined ? undefined : (known ?? id), agent, call);
  },
});

/** Mutants of section 2.4 of the source. */
export const conversationMutants: readonly Mutant[] = mutantsOf({
  'R-2.4-01 chat-stream/hostile-message end-id-empty': withFields('end', { conversation_id: '' }),
  'R-2.4-01 chat-stream/several-at-once replies-cached-by-message': cachedByMessage,
  'R-2.4-01 chat-stream/long-conversation conversation-id-collation': conversationIdCollation,
});
