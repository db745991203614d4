import { storedCalls, type StoredCall } from '../chat/stored-calls.ts';
import type { MessageRecord, ReplyRecord, Thumb } from '../db/records.ts';
import type {
  ConversationFilter,
  ConversationPosition,
  ListedConversation,
  Repositories,
} from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { csvOf } from '../support/csv.ts';
import { addDays, daysBetween, startOfDay } from '../support/days.ts';
import { invalidQuery, requireDays } from './parse-days.ts';

interface ConversationDeps {
  readonly repositories: Pick<Repositories, 'conversations' | 'messages' | 'widgetEvents'>;
}

/** Days of a time zone, the last one included. */
export interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** UTC where it is not given. */
  readonly timeZone?: string | undefined;
}

export interface ConversationQuery extends DayRange, Omit<ConversationFilter, 'from' | 'until'> {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface ConversationPage {
  readonly conversations: readonly ListedConversation[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

const maxSearchDays = 7;

/**
 * Conversations of a store, newest first, without tests. Throws ServiceError `invalid_request` for a cursor, day or time
 * zone that is none, and for a search of text over more than 7 days.
 */
export async function listConversations(
  { repositories }: ConversationDeps,
  storeId: string,
  { cursor, limit, from, to, timeZone, ...filter }: ConversationQuery,
): Promise<ConversationPage> {
  const range = rangeOf({ from, to, timeZone });
  if (filter.text !== undefined) requireShortRange(from, to);
  const after = cursor === undefined ? undefined : positionOf(cursor);
  // One more shows whether there is a next page.
  const page = { after, limit: limit + 1 };
  const found = await repositories.conversations.list(storeId, { ...filter, ...range }, page);
  const conversations = found.slice(0, limit);
  const last = conversations.at(-1);
  return { conversations, nextCursor: found.length > limit && last ? cursorOf(last) : null };
}

function rangeOf({ from, to, timeZone = 'UTC' }: DayRange): Pick<ConversationFilter, 'from' | 'until'> {
  requireDays({ from, to, timeZone });
  return {
    from: from && startOfDay(from, timeZone),
    until: to && startOfDay(addDays(to, 1), timeZone),
  };
}

function requireShortRange(from: string | undefined, to: string | undefined): void {
  if (from !== undefined && to !== undefined && daysBetween(from, to) < maxSearchDays) return;
  throw invalidQuery(`text is searched within at most ${maxSearchDays} days: set from and to`);
}

/** A position and not an id: the conversation may be deleted before the next page is read. */
function cursorOf({ createdAt, id }: ConversationPosition): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

function positionOf(cursor: string): ConversationPosition {
  const [, createdAt, id] = /^([\dTZ:.-]+) (\w+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt === undefined || id === undefined) throw invalidQuery('cursor is unknown');
  return { createdAt, id };
}

export type ReadMessage = MessageRecord & {
  readonly reply: ReplyRecord | null;
  readonly calls: readonly StoredCall[];
};

export interface ReadConversation {
  readonly summary: ListedConversation;
  readonly messages: readonly ReadMessage[];
}

/** A conversation, a test too, with all of its messages in order. Throws ServiceError `not_found`. */
export async function readConversation(
  { repositories }: ConversationDeps,
  storeId: string,
  conversationId: string,
): Promise<ReadConversation> {
  const summary = await repositories.conversations.findListed(storeId, conversationId);
  if (summary === undefined) throw conversationNotFound();
  const messages = await repositories.messages.listWithReplies(storeId, conversationId);
  return { summary, messages: messages.map((message) => ({ ...message, calls: storedCalls(message) })) };
}

const csvHeader =
  'at,role,text,tools,outcome,error,model,input_tokens,output_tokens,cost,first_word_ms,total_ms,thumb'.split(
    ',',
  );

/** A conversation as CSV, one line a message, under the names of the JSON export. */
export function conversationAsCsv({ messages }: ReadConversation): string {
  const lines = messages.map(({ reply, calls, ...message }) => [
    message.createdAt,
    message.role,
    message.text,
    calls.map(({ tool }) => tool).join(' '),
    message.outcome,
    reply?.error ?? null,
    reply?.model ?? null,
    reply?.inputTokens ?? null,
    reply?.outputTokens ?? null,
    reply === null ? null : reply.costMicros / 1e6,
    reply?.firstTokenMs ?? null,
    reply?.totalMs ?? null,
    reply?.thumb ?? null,
  ]);
  return csvOf(csvHeader, lines);
}

const deletedAtOnce = 100;

/**
 * Deletes a conversation, and with `visitorToo` every other of its visitor and what they did in the widget (erasure). Hourly
 * sums stay. Returns how many were deleted. Throws ServiceError `not_found`.
 */
export async function deleteConversation(
  { repositories }: ConversationDeps,
  storeId: string,
  conversationId: string,
  { visitorToo }: { readonly visitorToo: boolean },
): Promise<number> {
  const { conversations } = repositories;
  const conversation = await conversations.find(storeId, conversationId);
  if (conversation === undefined) throw conversationNotFound();
  const { visitorId } = conversation;
  const deleted = await conversations.remove(storeId, [conversationId]);
  if (deleted === 0) throw conversationNotFound();
  if (!visitorToo || visitorId === null) return deleted;
  return deleted + (await eraseVisitor({ repositories }, storeId, visitorId));
}

/**
 * Deletes all conversations of a visitor and what they did in the widget (erasure). Hourly sums stay. Returns how many
 * conversations were deleted.
 */
export async function eraseVisitor(
  { repositories: { conversations, widgetEvents } }: ConversationDeps,
  storeId: string,
  visitorId: string,
): Promise<number> {
  await widgetEvents.removeOfVisitor(storeId, visitorId);
  let deleted = 0;
  for (;;) {
    // Read again: the visitor may begin another one in between.
    const ids = await conversations.listOfVisitor(storeId, visitorId, deletedAtOnce);
    if (ids.length === 0) return deleted;
    deleted += await conversations.remove(storeId, ids);
  }
}

/** Rates the latest reply of a conversation. Throws ServiceError `not_found`, also where there is no reply yet. */
export async function setThumb(
  { repositories }: { readonly repositories: Pick<Repositories, 'conversations'> },
  storeId: string,
  conversationId: string,
  thumb: Thumb,
): Promise<void> {
  if (!(await repositories.conversations.setThumb(storeId, conversationId, thumb))) {
    throw conversationNotFound();
  }
}

function conversationNotFound(): ServiceError {
  return new ServiceError('not_found', 'conversation not found');
}
