import type { ChatbotRecord } from '../../db/records.ts';
import { findStore } from '../find-store.ts';
import type { ChatbotDeps } from './chatbot-deps.ts';

/** The chatbots of a store, oldest first. Throws ServiceError `not_found`. */
export async function listChatbots(
  deps: Pick<ChatbotDeps, 'repositories'>,
  storeId: string,
): Promise<ChatbotRecord[]> {
  const store = await findStore(deps, storeId);
  return deps.repositories.chatbots.list(store.id);
}
