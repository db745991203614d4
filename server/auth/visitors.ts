import type { ChatbotRecord, StoreRecord } from '../db/records.ts';
import type { Database } from '../db/database.ts';
import { readChatbot } from '../db/chatbots.ts';
import { readStore } from '../db/stores.ts';
import type { Clock } from '../support/clock.ts';
import type { VisitorKeys } from './visitor-keys.ts';
import { type TokenPurpose, verifyVisitorToken, type Visitor } from './visitor-token.ts';

export interface VisitorDeps {
  readonly database: Pick<Database, 'reader'>;
  readonly clock: Clock;
  readonly visitorKeys: VisitorKeys;
}

export interface AuthenticatedVisitor {
  readonly visitor: Visitor;
  readonly store: StoreRecord;
  readonly chatbot: ChatbotRecord;
}

/**
 * The visitor of a token with the present chatbot and store. Undefined when the token is invalid or expired, `origin`
 * is another page's, or the chatbot is disabled, has changed its agent or no longer allows the origin (decision 0016).
 */
export async function findVisitor(
  deps: VisitorDeps,
  token: string,
  origin: string | undefined,
  purpose: TokenPurpose = 'visitor',
): Promise<AuthenticatedVisitor | undefined> {
  const visitor = await verifyVisitorToken(deps.visitorKeys.signing, deps.clock, token, purpose);
  // A page of the service's own origin sends no Origin with a GET.
  if (visitor === undefined || (origin !== undefined && origin !== visitor.origin)) return undefined;
  const chatbot = await readChatbot(deps.database.reader(visitor.storeId), visitor.chatbotId);
  if (chatbot?.agent_id !== visitor.agentId || chatbot.status !== 'active') return undefined;
  if (!chatbot.allowed_origins.includes(visitor.origin)) return undefined;
  const store = await readStore(deps.database.reader(visitor.storeId));
  return store === undefined ? undefined : { visitor, store, chatbot };
}
