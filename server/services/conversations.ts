import { storedCalls, type StoredCall } from '../chat/stored-calls.ts';
import {
  type ConversationFilter,
  type ConversationPosition,
  listConversations as listFrom,
  readConversation,
  readListedConversation,
  removeConversations,
} from '../db/conversations.ts';
import type { Context, StoreReader } from '../db/database.ts';
import { leftIn, type LeftMessageRecord } from '../db/left-messages.ts';
import { listMessagesWithReplies } from '../db/messages.ts';
import { anonymizeOrders, type OrderRecord } from '../db/orders.ts';
import { anonymizeVisits } from '../db/visits.ts';
import { removeEventsOfVisitor, type WidgetEventRecord } from '../db/widget-events.ts';
import type { ListedConversation, MessageWithReply } from '../db/records.ts';
import { requireFound, ServiceError } from '../errors.ts';
import { csvOf } from '../support/csv.ts';
import { addDays, daysBetween, startOfDay } from '../support/days.ts';
import { audit } from './audit.ts';
import { invalidQuery, requireDays } from './parse-days.ts';

export interface ConversationQuery extends Omit<ConversationFilter, 'from' | 'until'> {
  /** The first and the last day, of UTC where no time zone is given. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface ConversationPage {
  readonly conversations: readonly ListedConversation[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

const maxSearchDays = 7;

/**
 * Conversations of a store, newest first, without tests. Throws ServiceError `invalid_request` for a cursor, day or time
 * zone that is none, and for a search of text over more than 7 days.
 */
export async function listConversations(
  reader: StoreReader,
  { cursor, limit, from, to, time_zone: timeZone = 'UTC', ...filter }: ConversationQuery,
): Promise<ConversationPage> {
  requireDays({ from, to, timeZone });
  const range = {
    from: from && startOfDay(from, timeZone),
    until: to && startOfDay(addDays(to, 1), timeZone),
  };
  if (filter.text !== undefined) requireShortRange(from, to);
  const after = cursor === undefined ? undefined : positionOf(cursor);
  // One more shows whether there is a next page.
  const found = await listFrom(reader, { ...filter, ...range }, { after, limit: limit + 1 });
  const conversations = found.slice(0, limit);
  const last = conversations.at(-1);
  return { conversations, next_cursor: found.length > limit && last ? cursorOf(last) : null };
}

function requireShortRange(from: string | undefined, to: string | undefined): void {
  if (from !== undefined && to !== undefined && daysBetween(from, to) < maxSearchDays) return;
  throw invalidQuery(`text is searched within at most ${maxSearchDays} days: set from and to`);
}

/** A position and not an id: the conversation may be deleted before the next page is read. */
function cursorOf({ created_at: createdAt, id }: ConversationPosition): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

function positionOf(cursor: string): ConversationPosition {
  const [, created_at, id] = /^([\dTZ:.-]+) (\w+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (created_at === undefined || id === undefined) throw invalidQuery('cursor is unknown');
  return { created_at, id };
}

export type ReadMessage = MessageWithReply & { readonly calls: readonly StoredCall[] };

export interface ConversationWithMessages {
  readonly summary: ListedConversation;
  readonly messages: readonly ReadMessage[];
  /** What its shopper left for a person, in order. */
  readonly left: readonly LeftMessageRecord[];
  /** What its shopper did with products, in order. */
  readonly events: readonly WidgetEventRecord[];
  /** That its shopper's pages have reported, in order. */
  readonly orders: readonly OrderRecord[];
}

/** A conversation, a test too, with all of its messages in order. Throws ServiceError `not_found`. */
export async function findConversationWithMessages(
  reader: StoreReader,
  conversationId: string,
): Promise<ConversationWithMessages> {
  const listed = await readListedConversation(reader, conversationId);
  const summary = requireFound(listed, 'conversation not found');
  const own = { conversation_id: conversationId };
  const [messages, left, events, orders] = await Promise.all([
    listMessagesWithReplies(reader, conversationId),
    leftIn(reader, conversationId),
    reader.read(async (tables) => tables('widget_events').where(own).orderBy(['at', 'sequence'])),
    reader.read(async (tables) => tables('orders').where(own).orderBy('at')),
  ]);
  const read = messages.map((message) => ({ ...message, calls: storedCalls(message) }));
  return { summary, messages: read, left, events, orders };
}

const csvHeader =
  'at,role,text,tools,result,error,model,input_tokens,output_tokens,cost,first_token_ms,total_ms,thumb'.split(
    ',',
  );

/** A conversation as CSV, one line a message, under the names of the JSON export; what was left for a person at the end. */
export function conversationAsCsv({ messages, left }: ConversationWithMessages): string {
  const lines = messages.map((message) => [
    message.created_at,
    message.role,
    message.text,
    message.calls.map(({ tool }) => tool).join(' '),
    message.result,
    message.error,
    message.model,
    message.input_tokens,
    message.output_tokens,
    costOf(message),
    message.first_token_ms,
    message.total_ms,
    message.thumb,
  ]);
  const leftLines = left.map(({ left_at: at, email, text }) => [at, 'left_message', `${email}: ${text}`]);
  return csvOf(csvHeader, [...lines, ...leftLines]);
}

/** In US dollars; null for the user's. */
export function costOf({ cost_micros: micros }: ReadMessage): number | null {
  return micros === null ? null : micros / 1e6;
}

const deletedAtOnce = 100;

/**
 * Deletes a conversation, and with `visitorToo` every other of its visitor and what they did in the widget (erasure). What
 * figures count of them stays, without the visitor. Returns how many were deleted. Throws ServiceError `not_found`.
 */
export async function deleteConversation(
  context: Context,
  conversationId: string,
  { visitorToo }: { readonly visitorToo: boolean },
): Promise<number> {
  const conversation = await readConversation(context, conversationId);
  const visitorId = (visitorToo && conversation?.visitor_id) || null;
  const deleted =
    visitorId === null
      ? await removeConversations(context, [conversationId])
      : await removeVisitor(context, visitorId);
  if (deleted === 0) throw conversationNotFound();
  const others = deleted > 1 && { detail: `with ${deleted - 1} others of the visitor` };
  await audit(context, { action: 'conversation.deleted', subject: conversationId, ...others });
  return deleted;
}

/**
 * Deletes all conversations of a visitor and what they did in the widget (erasure). What figures count of them stays,
 * without the visitor. Returns how many  * conversations were deleted.
 */
export async function eraseVisitor(context: Context, visitorId: string): Promise<number> {
  const deleted = await removeVisitor(context, visitorId);
  const detail = `${deleted} of the visitor`;
  await audit(context, { action: 'conversation.deleted', subject: visitorId, detail });
  return deleted;
}

/** In one order, conversations before what has none: another process may remove the same ones. */
async function removeVisitor(context: Context, visitorId: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const own = context.tables('conversations').where({ visitor_id: visitorId }).orderBy('id');
    const ids: string[] = await own.limit(deletedAtOnce).pluck('id');
    if (ids.length === 0) break;
    deleted += await removeConversations(context, ids);
  }
  await removeEventsOfVisitor(context, visitorId);
  await anonymizeVisits(context, visitorId);
  await anonymizeOrders(context, { visitor_id: visitorId });
  return deleted;
}

export function conversationNotFound(): ServiceError {
  return new ServiceError('not_found', 'conversation not found');
}
