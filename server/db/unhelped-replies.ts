import type { StoreReader } from './database.ts';
import type { MessageWithReply } from './records.ts';

/** A question that a reply was no help for. */
export interface UnhelpedQuestion {
  /** Of the message with the question. */
  readonly message_id: string;
  readonly conversation_id: string;
  readonly agent_id: string;
  readonly question: string;
  readonly at: string;
  readonly reply: string;
}

/** Whether a reply ended well, and is yet no help: another text or word of the shop would have been. */
export function isWithoutHelp(reply: Pick<MessageWithReply, 'outcome' | 'is_unanswered'>): boolean {
  return reply.outcome === 'complete' && reply.is_unanswered === true;
}

/** The questions of the latest `limit` replies that were no help, in conversations from `from` on, without tests. */
export function listUnhelped(
  reader: StoreReader,
  { from, limit }: { readonly from: string; readonly limit: number },
): Promise<UnhelpedQuestion[]> {
  return reader.read(async (tables): Promise<UnhelpedQuestion[]> => {
    const replies = tables('replies')
      .where({ is_test: false, outcome: 'complete' })
      // Written out: SQLite uses a partial index only where the statement has its condition.
      .whereRaw('is_unanswered')
      .where('conversation_started_at', '>=', from)
      .orderBy('conversation_started_at', 'desc')
      .limit(limit)
      .as('replies');
    return tables('messages')
      .join(replies, { 'replies.message_id': 'messages.id', 'replies.store_id': 'messages.store_id' })
      .join('messages as asked', {
        'asked.store_id': 'messages.store_id',
        'asked.conversation_id': 'messages.conversation_id',
      })
      .whereRaw('asked.position = messages.position - 1')
      .where('asked.role', 'user')
      .orderBy('asked.created_at', 'desc')
      .select({
        message_id: 'asked.id',
        conversation_id: 'asked.conversation_id',
        agent_id: 'replies.agent_id',
        question: 'asked.text',
        at: 'asked.created_at',
        reply: 'messages.text',
      });
  });
}
