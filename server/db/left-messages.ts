import type { Context, StoreReader } from './database.ts';

/** What a shopper left for a person of the shop after a reply that was no help (decision 0068). */
export interface LeftMessageRecord {
  readonly id: string;
  readonly store_id: string;
  readonly conversation_id: string;
  /** The widget's id of it: sent again, it is stored once. */
  readonly key: string;
  /** The message of that reply. */
  readonly reply_id: string;
  readonly visitor_id: string;
  readonly email: string;
  readonly text: string;
  readonly left_at: string;
  /** Null while it waits. */
  readonly done_at: string | null;
  readonly sequence?: number;
}

const maxListed = 100;

/** Those that wait, the oldest first, at most 100, and how many there are. */
export async function listWaiting(
  reader: StoreReader,
): Promise<{ readonly messages: readonly LeftMessageRecord[]; readonly total: number }> {
  return reader.read(async (tables) => {
    const waiting = () => tables('left_messages').whereNull('done_at');
    const messages = await waiting().orderBy(['left_at', 'id']).limit(maxListed);
    const [count] = await waiting().count({ total: '*' });
    return { messages, total: Number(count?.['total']) };
  });
}

/** Those of a conversation, in order. */
export function leftIn(reader: StoreReader, conversationId: string): Promise<LeftMessageRecord[]> {
  return reader.read(async (tables) =>
    tables('left_messages').where({ conversation_id: conversationId }).orderBy('left_at'),
  );
}

const keyPrefix = 'message ';

/** Which notice goes out for a message. */
export function noticeKey(messageId: string): string {
  return keyPrefix + messageId;
}

/** Which message a notice is about. */
export function messageIdOf(key: string): string {
  return key.slice(keyPrefix.length);
}

/** Removes those of conversations, with their notices. */
export async function removeLeftIn({ tables }: Context, conversationIds: readonly string[]): Promise<void> {
  const left = tables('left_messages').whereIn('conversation_id', conversationIds);
  const ids = await left.clone().pluck('id');
  await left.delete();
  await tables('notices').whereIn('dedupe_key', ids.map(noticeKey)).delete();
}
