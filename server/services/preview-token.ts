import type { VisitorDeps } from '../auth/visitors.ts';
import { signVisitorToken, verifyVisitorToken } from '../auth/visitor-token.ts';
import type { ChatbotRecord } from '../db/records.ts';
import { readChatbot } from '../db/chatbots.ts';
import { readMember } from '../db/users.ts';

/**
 * A token for the preview of a chatbot in the dashboard: like a visitor's, but for the dashboard's `origin`, which the
 * chatbot need not allow, and for nothing but the preview (decision 0044). The visitor is the person.
 */
export function signPreviewToken(
  { visitorKeys, clock }: Pick<VisitorDeps, 'visitorKeys' | 'clock'>,
  chatbot: ChatbotRecord,
  { userId, origin }: { readonly userId: string; readonly origin: string },
): Promise<{ token: string; expiresAt: string }> {
  const { id: chatbotId, store_id: storeId, agent_id: agentId } = chatbot;
  const visitor = { chatbotId, storeId, agentId, visitorId: userId, origin };
  return signVisitorToken(visitorKeys.signing, clock, visitor, 'preview');
}

/**
 * The chatbot and the person of a preview token. Undefined when it is invalid or expired, `origin` is another page's, the
 * chatbot has changed its agent, or the person has left the store.
 */
export async function findPreview(
  { database, visitorKeys, clock }: VisitorDeps,
  token: string,
  origin: string | undefined,
): Promise<{ readonly chatbot: ChatbotRecord; readonly userId: string } | undefined> {
  const visitor = await verifyVisitorToken(visitorKeys.signing, clock, token, 'preview');
  if (visitor === undefined || origin !== visitor.origin) return undefined;
  const { storeId, chatbotId, agentId, visitorId: userId } = visitor;
  const chatbot = await readChatbot(database.reader(storeId), chatbotId);
  if (chatbot?.agent_id !== agentId) return undefined;
  const member = await readMember(database.reader(storeId), userId);
  return member === undefined ? undefined : { chatbot, userId };
}
