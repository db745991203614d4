import { insertConversation } from '../db/conversations.ts';
import { appendMessage, appendReply } from '../db/messages.ts';
import type { MessageRecord, NewConversation, NewMessage, NewReply } from '../db/records.ts';
import type { Deps } from '../deps.ts';
import { changeStore } from './test-shop.ts';

type TestDeps = Pick<Deps, 'database'>;

/** Inserts a conversation, with its first message if it has one. */
export function addConversation(
  deps: TestDeps,
  conversation: NewConversation,
  first?: NewMessage,
): Promise<void> {
  return changeStore(deps, conversation.store_id, (context) =>
    insertConversation(context, conversation, first),
  );
}

/** Appends a message to its conversation. */
export function addMessage(deps: TestDeps, message: NewMessage): Promise<MessageRecord> {
  return changeStore(deps, message.store_id, (context) => appendMessage(context, message));
}

/** Appends an assistant's message and how it came about. */
export function addReply(deps: TestDeps, message: NewMessage, reply: NewReply): Promise<MessageRecord> {
  return changeStore(deps, message.store_id, (context) => appendReply(context, message, reply));
}
