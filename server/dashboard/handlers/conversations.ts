import type { ListedConversation } from '../../db/repositories.ts';
import { audited } from '../../services/audit.ts';
import {
  conversationAsCsv,
  deleteConversation,
  listConversations,
  readConversation,
  type ReadConversation,
  type ReadMessage,
} from '../../services/conversations.ts';
import { auditEntry, type HandlersOf, type Schemas } from '../handler.ts';

const defaultLimit = 50;

/** The conversations of a store. */
export const conversationHandlers: HandlersOf<'conversations'> = {
  async listConversations(deps, { store, query }) {
    const { conversations, nextCursor } = await listConversations(deps, store.id, {
      cursor: query.cursor,
      limit: query.limit ?? defaultLimit,
      agentId: query.agent_id,
      visitorId: query.visitor_id,
      channel: query.channel,
      outcome: query.outcome,
      isAnswered: query.answered,
      isUnanswered: query.unanswered,
      thumb: query.thumb,
      product: query.product,
      from: query.from,
      to: query.to,
      timeZone: query.time_zone,
      text: query.text,
    });
    return { status: 200, body: { conversations: conversations.map(summaryView), next_cursor: nextCursor } };
  },

  async getConversation(deps, { store, path }) {
    return {
      status: 200,
      body: conversationView(await readConversation(deps, store.id, path.conversation_id)),
    };
  },

  async exportConversation(deps, { store, path, query, response }) {
    const { conversation_id: id } = path;
    const conversation = await readConversation(deps, store.id, id);
    const disposition = `attachment; filename="conversation-${id}.${query.format}"`;
    const headers = { 'Content-Disposition': disposition };
    if (query.format === 'json') return { status: 200, body: conversationView(conversation), headers };
    response.set({ ...headers, 'Content-Type': 'text/csv; charset=utf-8' });
    response.send(conversationAsCsv(conversation));
    return undefined;
  },

  async deleteConversation(deps, call) {
    const { conversation_id: id } = call.path;
    const visitorToo = call.query.visitor_conversations ?? false;
    const deleted = await audited(
      deps,
      (joined) => deleteConversation(joined, call.store.id, id, { visitorToo }),
      (count) => {
        const detail = count > 1 && { detail: `with ${count - 1} others of the visitor` };
        return auditEntry(call, { action: 'conversation.deleted', subject: id, ...detail });
      },
    );
    return { status: 200, body: { deleted } };
  },
};

function summaryView(conversation: ListedConversation): Schemas['ConversationSummary'] {
  return {
    id: conversation.id,
    agent_id: conversation.agentId,
    agent_name: conversation.agentName,
    channel: conversation.channel,
    visitor_id: conversation.visitorId,
    started_at: conversation.createdAt,
    messages: conversation.messageCount,
    first_message: conversation.firstMessage,
    outcome: conversation.outcome,
    is_unanswered: conversation.isUnanswered,
    thumb: conversation.thumb,
  };
}

function conversationView({ summary, messages }: ReadConversation): Schemas['Conversation'] {
  return { summary: summaryView(summary), messages: messages.map(messageView) };
}

function messageView({ reply, calls, ...message }: ReadMessage): Schemas['Message'] {
  return {
    id: message.id,
    role: message.role,
    text: message.text,
    tool_calls: calls.map((call) => ({ ...call })),
    at: message.createdAt,
    outcome: message.outcome,
    error: reply?.error ?? null,
    model: reply?.model ?? null,
    input_tokens: reply?.inputTokens ?? null,
    output_tokens: reply?.outputTokens ?? null,
    cost: reply === null ? null : reply.costMicros / 1e6,
    is_estimated: reply?.isEstimated ?? false,
    first_word_ms: reply?.firstTokenMs ?? null,
    total_ms: reply?.totalMs ?? null,
    thumb: reply?.thumb ?? null,
  };
}
