import { ServiceError } from '../errors.ts';
import type { Context, Database, StoreReader, StoreTables } from './database.ts';
import type { ChatbotRecord } from './records.ts';

/** The chatbots of a store, oldest first. */
export function allChatbots(reader: StoreReader): Promise<ChatbotRecord[]> {
  return reader.read(async (tables) => tables('chatbots').orderBy('sequence'));
}

/** A chatbot of the store; undefined for an unknown one and another store's. */
export function readChatbot(reader: StoreReader, chatbotId: string): Promise<ChatbotRecord | undefined> {
  const load = async (tables: StoreTables) => tables('chatbots').where({ id: chatbotId }).first();
  return reader.cached('chatbots', chatbotId, load);
}

/** A chatbot of the store. Throws ServiceError `not_found`, also for another store's (decision 0015). */
export async function findChatbot(reader: StoreReader, chatbotId: string): Promise<ChatbotRecord> {
  return requireChatbot(await readChatbot(reader, chatbotId));
}

/** A chatbot of any store: its id is public, and its store is not known yet. Throws ServiceError `not_found`. */
export async function findPublicChatbot(database: Database, chatbotId: string): Promise<ChatbotRecord> {
  return requireChatbot(
    await database.readAll(async (all) => all('chatbots').where({ id: chatbotId }).first()),
  );
}

/** The chatbot, which no other transaction changes until this one commits. Throws ServiceError `not_found`. */
export async function lockChatbot({ tables }: Context, chatbotId: string): Promise<ChatbotRecord> {
  return requireChatbot(await tables('chatbots').where({ id: chatbotId }).forUpdate().first());
}

function requireChatbot(chatbot: ChatbotRecord | undefined): ChatbotRecord {
  if (chatbot === undefined) throw new ServiceError('not_found', 'chatbot not found');
  return chatbot;
}
