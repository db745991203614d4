import type { Clock } from '../clock.ts';
import type { ChatbotRecord, StoreRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import type { EmbedKeys } from './embed-keys.ts';
import { verifyVisitorToken, type Visitor } from './visitor-token.ts';

export interface VisitorDeps {
  readonly repositories: Pick<Repositories, 'chatbots' | 'stores'>;
  readonly clock: Clock;
  readonly embed: EmbedKeys;
}

export interface FoundVisitor {
  readonly visitor: Visitor;
  readonly store: StoreRecord;
  readonly chatbot: ChatbotRecord;
}

/**
 * The visitor of a token, with the chatbot and store as they are now. Undefined for a token that does not hold, that
 * came from another page's origin, or whose chatbot has since got another agent or lost the origin.
 */
export async function findVisitor(
  deps: VisitorDeps,
  token: string,
  origin: string | undefined,
): Promise<FoundVisitor | undefined> {
  const visitor = await verifyVisitorToken(deps.embed.signing, deps.clock, token);
  // A page of our own origin sends no Origin with a GET.
  if (visitor === undefined || (origin !== undefined && origin !== visitor.origin)) return undefined;
  const chatbot = await deps.repositories.chatbots.find(visitor.storeId, visitor.chatbotId);
  if (chatbot?.agentId !== visitor.agentId || !chatbot.allowedOrigins.includes(visitor.origin))
    return undefined;
  const store = await deps.repositories.stores.find(visitor.storeId);
  return store === undefined ? undefined : { visitor, store, chatbot };
}
