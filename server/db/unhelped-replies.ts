import type { StoreReader } from './database.ts';
import type { Result } from './records.ts';

/** A question that a reply was no help for. */
export interface UnhelpedQuestion {
  /** Of the message with the question. */
  readonly message_id: string;
  readonly conversation_id: string;
  readonly agent_id: string;
  readonly question: string;
  readonly at: string;
  readonly result: Result;
  /** Of the message with the reply. */
  readonly reply_id: string;
  readonly reply: string;
}

/** Results of replies for which another text or word of the shop would have been a help (decision 0042). */
export const resultsWithoutHelp: readonly Result[] = ['nothing_found', 'not_known'];

/** The questions of the latest `limit` replies of each such result, in conversations from `from` on, without tests. */
export async function listUnhelped(
  reader: StoreReader,
  { from, limit }: { readonly from: string; readonly limit: number },
): Promise<UnhelpedQuestion[]> {
  const lists = resultsWithoutHelp.map((result) =>
    reader.read(async (tables): Promise<UnhelpedQuestion[]> => {
      const replies = tables('replies')
        .where({ is_test: false, result })
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
        .select({
          message_id: 'asked.id',
          conversation_id: 'asked.conversation_id',
          agent_id: 'replies.agent_id',
          question: 'asked.text',
          at: 'asked.created_at',
          result: 'replies.result',
          reply_id: 'messages.id',
          reply: 'messages.text',
        });
    }),
  );
  return (await Promise.all(lists)).flat();
}
