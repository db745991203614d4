import type { VisitorKeys } from '../auth/visitor-keys.ts';
import { signVisitorToken } from '../auth/visitor-token.ts';
import type { ChatbotRecord } from '../db/records.ts';
import type { Clock } from '../support/clock.ts';

export interface PreviewDeps {
  readonly visitorKeys: VisitorKeys;
  readonly clock: Clock;
}

/**
 * A visitor token for the preview in the dashboard: valid for the dashboard's `origin`, which the chatbot need not allow,
 * and its conversations are tests (decision 0044). The visitor is the person.
 */
export function signPreviewToken(
  { visitorKeys, clock }: PreviewDeps,
  chatbot: ChatbotRecord,
  { userId, origin }: { readonly userId: string; readonly origin: string },
): Promise<{ token: string; expiresAt: string }> {
  return signVisitorToken(visitorKeys.signing, clock, {
    chatbotId: chatbot.id,
    storeId: chatbot.storeId,
    agentId: chatbot.agentId,
    visitorId: userId,
    origin,
    isPreview: true,
  });
}
