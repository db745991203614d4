import type { RequirementId } from '../../../generated/requirements.ts';
import type { CheckContext } from '../../check.ts';
import type { ApiRequest } from '../../exchange.ts';
import { forbiddenName } from '../../model/seen-store.ts';
import { plainCreate } from '../fixtures.ts';

/** A request that succeeds with the right key, so that only the credential can be rejected. */
export interface ProtectedRequest {
  readonly request: ApiRequest;
  /** The clause of section 7 for the operation. */
  readonly requirement: RequirementId;
  /** False where the chatbot is not known to exist: then 404 may come before 401 (decision 0018). */
  readonly isCertain: boolean;
}

export function listRequest(): ProtectedRequest {
  return { request: { method: 'GET', path: '/api/agents' }, requirement: 'R-7-12', isCertain: true };
}

export function widgetRequest({ target }: CheckContext): ProtectedRequest {
  const { chatbotId } = target.stores.main;
  const path = `/api/widget/config?chatbot_id=${encodeURIComponent(chatbotId ?? 'chatbot-1')}`;
  return { request: { method: 'GET', path }, requirement: 'R-7-10', isCertain: chatbotId !== undefined };
}

export function createRequest(): ProtectedRequest {
  return {
    request: { method: 'POST', path: '/api/agents', json: plainCreate(forbiddenName) },
    requirement: 'R-7-07',
    isCertain: true,
  };
}

export async function chatRequest({ fixtures }: CheckContext): Promise<ProtectedRequest> {
  const agent_id = await fixtures.agentId();
  return {
    request: { method: 'POST', path: '/api/agents/chat/stream', json: { agent_id, message: 'Hello' } },
    requirement: 'R-7-02',
    isCertain: true,
  };
}
