import { z } from 'zod';
import type { Catalog } from '../../catalog/catalog.ts';
import { type LeftMessageRecord, listWaiting } from '../../db/left-messages.ts';
import type { ListedConversation } from '../../db/records.ts';
import {
  conversationAsCsv,
  type ConversationWithMessages,
  costOf,
  deleteConversation,
  findConversationWithMessages,
  listConversations,
  type ReadMessage,
} from '../../services/conversations.ts';
import { finishLeftMessage } from '../../services/left-messages.ts';
import { changeBy, type HandlersOf, type Schemas } from '../handler.ts';

const defaultLimit = 50;

/** The conversations of a store. */
export const conversationHandlers: HandlersOf<'conversations'> = {
  async listConversations({ database }, { store, query }) {
    const limit = query.limit ?? defaultLimit;
    const { conversations, next_cursor } = await listConversations(database.reader(store.id), {
      ...query,
      limit,
    });
    return { status: 200, body: { conversations: conversations.map(summaryView), next_cursor } };
  },

  async getConversation(deps, { store, path }) {
    const found = await findConversationWithMessages(deps.database.reader(store.id), path.conversation_id);
    return { status: 200, body: conversationView(found, await deps.catalogs.get(store.id)) };
  },

  async exportConversation({ database, catalogs }, { store, path, query, response }) {
    const { conversation_id: id } = path;
    const conversation = await findConversationWithMessages(database.reader(store.id), id);
    const disposition = `attachment; filename="conversation-${id}.${query.format}"`;
    const headers = { 'Content-Disposition': disposition };
    if (query.format === 'json') {
      return { status: 200, body: conversationView(conversation, await catalogs.get(store.id)), headers };
    }
    response.set({ ...headers, 'Content-Type': 'text/csv; charset=utf-8' });
    response.send(conversationAsCsv(conversation));
    return undefined;
  },

  async deleteConversation({ database }, call) {
    const { conversation_id: id } = call.path;
    const visitorToo = call.query.visitor_conversations ?? false;
    const deleted = await database.change(changeBy(call), (context) =>
      deleteConversation(context, id, { visitorToo }),
    );
    return { status: 200, body: { deleted } };
  },

  async listLeftMessages({ database }, { store }) {
    const { messages, total } = await listWaiting(database.reader(store.id));
    return { status: 200, body: { messages: messages.map(leftMessageView), total } };
  },

  async finishLeftMessage({ database }, call) {
    await database.change(changeBy(call), (context) => finishLeftMessage(context, call.path.left_message_id));
    return { status: 204, body: undefined };
  },
};

function leftMessageView(message: LeftMessageRecord): Schemas['LeftMessage'] {
  const { id, conversation_id, email, text, left_at, done_at } = message;
  return { id, conversation_id, email, text, left_at, done_at };
}

function summaryView({
  id,
  agent_id,
  agent_name,
  channel,
  visitor_id,
  created_at: started_at,
  message_count: messages,
  first_message,
  results,
  thumb,
}: ListedConversation): Schemas['ConversationSummary'] {
  const talk = { agent_id, agent_name, channel, visitor_id, started_at, messages, first_message };
  return { id, ...talk, results: [...results], thumb };
}

function conversationView(
  { summary, messages, left, events, orders }: ConversationWithMessages,
  catalog: Pick<Catalog, 'byId'>,
): Schemas['Conversation'] {
  const named = (product_id: string) => ({ product_id, title: catalog.byId(product_id)?.title ?? null });
  return {
    summary: summaryView(summary),
    messages: messages.map((message) => messageView(message, catalog)),
    left_messages: left.map(leftMessageView),
    events: events.flatMap(({ type, product_id, at }) =>
      type === 'opened' || product_id === null ? [] : { type, ...named(product_id), at },
    ),
    orders: orders.map(({ order_id, items, amount, currency, at }) => ({
      order_id,
      items: items.map(({ product_id, quantity }) => ({ ...named(product_id), quantity })),
      total: { amount, currency },
      at,
    })),
  };
}

function messageView(message: ReadMessage, catalog: Pick<Catalog, 'byId'>): Schemas['Message'] {
  const { id, role, text, result, error, model, input_tokens, output_tokens } = message;
  return {
    id,
    role,
    text,
    result,
    error,
    model,
    input_tokens,
    output_tokens,
    tool_calls: message.calls.map((call) => ({ ...call })),
    cards: cardsOf(message, catalog),
    at: message.created_at,
    cost: costOf(message),
    is_estimated: message.is_estimated ?? false,
    first_token_ms: message.first_token_ms,
    total_ms: message.total_ms,
    thumb: message.thumb,
  };
}

/** The results of these tools are cards. */
const showingTools = ['show_products', 'add_to_cart'];

const shownProducts = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    price: z.object({ amount: z.number(), currency: z.string() }).nullable().default(null),
    available: z.boolean().nullable().default(null),
    why: z.string().nullable().default(null),
  }),
);

function cardsOf({ calls }: ReadMessage, catalog: Pick<Catalog, 'byId'>): Schemas['Message']['cards'] {
  const showing = calls.filter(({ tool }) => showingTools.includes(tool));
  const cards = showing.flatMap(({ output }) => shownProducts.safeParse(output?.['products']).data ?? []);
  return cards.map((card) => ({ ...card, image_url: catalog.byId(card.id)?.image_url ?? null }));
}
