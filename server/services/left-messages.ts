import type { components } from '../../generated/api.d.ts';
import type { AuthenticatedVisitor } from '../auth/visitors.ts';
import { readConversation } from '../db/conversations.ts';
import { lockConversation } from '../db/conversation-sums.ts';
import type { Context, StoreReader } from '../db/database.ts';
import { noticeKey } from '../db/left-messages.ts';
import { queueNotice } from '../db/notices.ts';
import { withoutHelp } from '../db/results.ts';
import { ServiceError } from '../errors.ts';
import { later } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { audit } from './audit.ts';
import { conversationNotFound } from './conversations.ts';
import { tooManyRequests } from './rate-limit.ts';

type ByVisitor = Pick<AuthenticatedVisitor, 'visitor' | 'chatbot'>;

/**
 * Whether a visitor may leave a message for a person: after a reply that was no help, once, where the chatbot offers it.
 * Throws ServiceError `not_found` for a conversation of others.
 */
export async function offersMessage(
  reader: StoreReader,
  { visitor, chatbot }: ByVisitor,
  conversationId: string,
): Promise<boolean> {
  const conversation = await readConversation(reader, conversationId);
  if (conversation?.visitor_id !== visitor.visitorId) throw conversationNotFound();
  return (await findOpenReply(reader, chatbot, conversationId)) !== undefined;
}

/**
 * Stores what a visitor leaves for a person; again with the same id, nothing. No entry in the audit log: no person of the
 * store did it. Throws ServiceError `not_found` for a conversation of others, `conflict` where nothing is offered, and
 * `rate_limited` with Retry-After.
 */
export async function leaveMessage(
  context: Context,
  { visitor: { visitorId }, chatbot }: ByVisitor,
  { id: key, conversation_id, email, text }: components['schemas']['LeftMessage'],
): Promise<void> {
  const { tables, allStores, storeId, now } = context;
  const conversation = await lockConversation(context, conversation_id);
  if (conversation?.visitor_id !== visitorId) throw conversationNotFound();
  const stored = await tables('left_messages').where({ conversation_id, key }).first('id');
  if (stored !== undefined) return;
  const reply_id = await findOpenReply(context, chatbot, conversation_id);
  if (reply_id === undefined) {
    throw new ServiceError('conflict', 'the last reply was a help, or a message was left after it');
  }
  // Messages of a store that are left at the same time are counted one after the other.
  await allStores('stores').where({ id: storeId }).forNoKeyUpdate().first('id');
  await requireWithinLimits(context, visitorId);
  const own = { id: newId('lef'), store_id: storeId, conversation_id, visitor_id: visitorId };
  const message = { ...own, key, reply_id, email, text, left_at: now, done_at: null };
  await tables('left_messages').insert(message);
  await queueNotice(context, {
    kind: 'left_message',
    key: noticeKey(own.id),
    subject: 'A shopper left a message',
    text: `${email} asks:\n\n${text}`,
    path: `conversations/${conversation_id}`,
    replyTo: email,
  });
}

/** Marks a message as done: it leaves the list. Throws ServiceError `not_found` for one that does not wait. */
export async function finishLeftMessage(context: Context, id: string): Promise<void> {
  const { tables, now } = context;
  const waiting = tables('left_messages').where({ id, done_at: null });
  if ((await waiting.update({ done_at: now })) === 0) {
    throw new ServiceError('not_found', 'no such message waits');
  }
  await tables('notices')
    .where({ dedupe_key: noticeKey(id) })
    .update({ done_at: now });
  await audit(context, { action: 'message.done', subject: id });
}

/** The message of the last reply of a conversation, where it was no help and nothing was left after it. */
async function findOpenReply(
  reader: StoreReader,
  { config }: ByVisitor['chatbot'],
  conversationId: string,
): Promise<string | undefined> {
  if (config.leave_message === false) return undefined;
  const own = { conversation_id: conversationId };
  return reader.read(async (tables) => {
    const last = await tables('replies').where(own).orderBy('sequence', 'desc').first('message_id', 'result');
    if (last === undefined || !withoutHelp.some((result) => result === last.result)) return undefined;
    const { message_id: reply_id } = last;
    const left = await tables('left_messages')
      .where({ ...own, reply_id })
      .first('id');
    return left === undefined ? reply_id : undefined;
  });
}

const dayMs = 86_400_000;
/** Messages in 24 hours. */
const maxPerVisitor = 5;
const maxPerStore = 200;

async function requireWithinLimits({ tables, now }: Context, visitorId: string): Promise<void> {
  const since = later(now, -dayMs);
  const recent = await tables('left_messages')
    .where('left_at', '>', since)
    .orderBy('left_at', 'desc')
    .select('visitor_id', 'left_at');
  const own = recent.filter(({ visitor_id: id }) => id === visitorId);
  // The message whose 24 hours must end first.
  const last = own[maxPerVisitor - 1] ?? recent[maxPerStore - 1];
  if (last === undefined) return;
  const leftMs = Date.parse(last.left_at) + dayMs - Date.parse(now);
  throw tooManyRequests({ resetAfter: Math.ceil(leftMs / 1000) });
}
