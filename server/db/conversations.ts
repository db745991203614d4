import type { Knex } from 'knex';
import { addCounts, lockConversation } from './conversation-sums.ts';
import type { Context, StoreReader, StoreTables } from './database.ts';
import { removeLeftIn } from './left-messages.ts';
import { firstMessageOf } from './messages.ts';
import { anonymizeOrders } from './orders.ts';
import { addAsked } from './visits.ts';
import type {
  Channel,
  ConversationRecord,
  ListedConversation,
  NewConversation,
  NewMessage,
  Result,
  Thumb,
} from './records.ts';
import { withoutHelp } from './results.ts';

/** A conversation of the store; undefined for an unknown one and another store's. */
export function readConversation(
  reader: StoreReader,
  conversationId: string,
): Promise<ConversationRecord | undefined> {
  return reader.read(async (tables) => tables('conversations').where({ id: conversationId }).first());
}

/** The same with the name of its agent. */
export function readListedConversation(
  reader: StoreReader,
  conversationId: string,
): Promise<ListedConversation | undefined> {
  return reader.read(async (tables): Promise<ListedConversation | undefined> => {
    const listed = selectListed(tables).where('conversations.id', conversationId);
    return (await withResults(tables, await listed))[0];
  });
}

type ProductEvent = 'shown' | 'clicked' | 'added' | 'chosen';

/** What a list of conversations is narrowed to. */
export interface ConversationFilter {
  readonly visitor_id?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly channel?: Channel | undefined;
  /** Of at least one reply. */
  readonly result?: Result | 'without_help' | undefined;
  readonly thumb?: Thumb | undefined;
  /** Those in which a product card was shown, its link followed, or its product put into the cart. */
  readonly product?: ProductEvent | undefined;
  /** Begun at this time or later. */
  readonly from?: string | undefined;
  /** Begun before this time. */
  readonly until?: string | undefined;
  /** A part of a message that was sent in the range, without regard to case (SQLite: of ASCII letters). */
  readonly text?: string | undefined;
}

/** Where a conversation stands in a list. */
export type ConversationPosition = Pick<ConversationRecord, 'created_at' | 'id'>;

/** Newest first, those after a position; without tests. */
export function listConversations(
  reader: StoreReader,
  filter: ConversationFilter,
  { after, limit }: { readonly after: ConversationPosition | undefined; readonly limit: number },
): Promise<ListedConversation[]> {
  return reader.read(async (tables): Promise<ListedConversation[]> => {
    const query = selectListed(tables).where('conversations.is_test', false);
    applyFilter(tables, query, filter);
    if (after !== undefined) {
      query.whereRaw('(conversations.created_at, conversations.id) < (?, ?)', [after.created_at, after.id]);
    }
    const newestFirst = [
      { column: 'conversations.created_at', order: 'desc' },
      { column: 'conversations.id', order: 'desc' },
    ];
    return withResults(tables, await query.orderBy(newestFirst).limit(limit));
  });
}

async function withResults(
  tables: StoreTables,
  listed: readonly Omit<ListedConversation, 'results'>[],
): Promise<ListedConversation[]> {
  const replies = await tables('replies')
    .whereIn(
      'conversation_id',
      listed.map(({ id }) => id),
    )
    .whereNotNull('result')
    .distinct('conversation_id', 'result');
  const own = Map.groupBy(replies, ({ conversation_id: id }) => id);
  return listed.map((conversation) => ({
    ...conversation,
    results: (own.get(conversation.id) ?? []).flatMap(({ result }) => result ?? []),
  }));
}

function selectListed(tables: StoreTables): Knex.QueryBuilder {
  return tables('conversations')
    .leftJoin('agents', {
      'agents.store_id': 'conversations.store_id',
      'agents.id': 'conversations.agent_id',
    })
    .select('conversations.*')
    .select({ agent_name: 'agents.name' });
}

function applyFilter(tables: StoreTables, query: Knex.QueryBuilder, filter: ConversationFilter): void {
  const { result, product, text } = filter;
  for (const column of ['visitor_id', 'agent_id', 'channel', 'thumb'] as const) {
    if (filter[column] !== undefined) query.where(`conversations.${column}`, filter[column]);
  }
  if (result !== undefined) {
    const replies = tables('replies')
      .where({ is_test: false })
      .whereIn('result', result === 'without_help' ? withoutHelp : [result])
      .select('replies.conversation_id');
    applyRange(replies, 'replies.conversation_started_at', filter);
    query.whereIn('conversations.id', replies);
  }
  if (product !== undefined) query.whereExists(productEvents(tables, product));
  applyRange(query, 'conversations.created_at', filter);
  if (text === undefined) return;
  // Not `exists`: the messages of the range are read in the order of their index.
  const containing = tables('messages')
    .whereRaw(String.raw`lower(messages.text) like lower(?) escape '\'`, [`%${escapeLike(text)}%`])
    .select('messages.conversation_id');
  applyRange(containing, 'messages.created_at', filter);
  query.whereIn('conversations.id', containing);
}

/** The events of a conversation's visitor, who has an index. */
function productEvents(tables: StoreTables, product: ProductEvent): Knex.QueryBuilder {
  const types = product === 'chosen' ? (['clicked', 'added'] as const) : [product];
  return tables('widget_events')
    .whereRaw('widget_events.visitor_id = conversations.visitor_id')
    .whereRaw('widget_events.conversation_id = conversations.id')
    .whereIn(
      'widget_events.type',
      types.map((type) => `product_${type}` as const),
    )
    .select('widget_events.type');
}

function applyRange(query: Knex.QueryBuilder, column: string, { from, until }: ConversationFilter): void {
  if (from !== undefined) query.where(column, '>=', from);
  if (until !== undefined) query.where(column, '<', until);
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** The ids of up to `limit` conversations, tests too, that began before a time. */
export function listConversationsBefore(
  reader: StoreReader,
  before: string,
  limit: number,
): Promise<string[]> {
  return reader.read(async (tables) => {
    const ids: string[] = [];
    // The index begins with store and test mark.
    for (const is_test of [false, true]) {
      const older = tables('conversations').where({ is_test }).where('created_at', '<', before);
      ids.push(...(await older.limit(limit - ids.length).pluck('id')));
    }
    return ids;
  });
}

/** Inserts a conversation, with its first message if it has one, and counts it in the hourly sums. */
export async function insertConversation(
  context: Context,
  conversation: NewConversation,
  first?: NewMessage,
): Promise<void> {
  const { tables } = context;
  const begun = first && { first_message: firstMessageOf(first), message_count: 1 };
  await tables('conversations').insert({ ...conversation, ...begun });
  if (first === undefined) return;
  await tables('messages').insert({ ...first, position: 0 });
  await addCounts(context, [[conversation, { conversations: 1 }]]);
  await addAsked(context, conversation, first.created_at);
}

/** Removes conversations with their messages and replies, and returns how many there were. Hourly sums stay. */
export async function removeConversations(context: Context, ids: readonly string[]): Promise<number> {
  const { tables } = context;
  const questions = tables('messages').whereIn('conversation_id', ids).select('id');
  // They hold the replies for repetitions of the request.
  const requests = tables('idempotent_requests').whereIn('question_id', questions);
  const conversations = tables('conversations').whereIn('id', ids);
  // In PostgreSQL a message that is appended at the same time waits, and finds no conversation. The rows are locked in the
  // order of such a write, its request first, and each kind in one order: another process may delete the same ones.
  await requests.clone().orderBy(['operation', 'key']).forUpdate().select('key');
  await conversations.clone().orderBy('id').forUpdate().select('id');
  await requests.delete();
  for (const table of ['widget_events', 'replies', 'messages'] as const) {
    await tables(table).whereIn('conversation_id', ids).delete();
  }
  await removeLeftIn(context, ids);
  await anonymizeOrders(context, { conversationIds: ids });
  return conversations.delete();
}

/**
 * Rates conversations, and the latest reply of each. False when one does not exist, or has no reply. All conversations are
 * locked before any sum, and both in one order: others may rate them at the same time.
 */
export async function rateConversations(
  context: Context,
  thumbs: ReadonlyMap<string, Thumb>,
): Promise<boolean> {
  const { tables } = context;
  const counts: Parameters<typeof addCounts>[1][number][] = [];
  for (const [id, thumb] of [...thumbs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const conversation = await lockConversation(context, id);
    const replies = tables('replies').where({ conversation_id: id });
    const latest = await replies.orderBy('sequence', 'desc').first('message_id');
    if (conversation === undefined || latest === undefined) return false;
    await tables('replies').where({ message_id: latest.message_id }).update({ thumb });
    await tables('conversations').where({ id }).update({ thumb });
    const change = (value: Thumb): number => Number(thumb === value) - Number(conversation.thumb === value);
    counts.push([conversation, { thumbs_up: change('up'), thumbs_down: change('down') }]);
  }
  await addCounts(context, counts);
  return true;
}
