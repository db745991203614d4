import type { Check, CheckContext } from '../../check.ts';
import type { ApiRequest } from '../../exchange.ts';
import { errorBodyClauses, verifyErrorBody } from './verify-error.ts';

/** Requests that are rejected with each status of the source, as far as that creates nothing. */
function invalidRequests(context: CheckContext): readonly ApiRequest[] {
  const missing = `nothing-${context.seed.toString(36)}`;
  const reads: readonly ApiRequest[] = [
    { method: 'GET', path: '/api/agents', credential: { type: 'none' } },
    { method: 'GET', path: '/api/widget/config' },
    { method: 'GET', path: `/api/widget/config?chatbot_id=${missing}` },
  ];
  if (context.target.readOnly) return reads;
  const json = { agent_id: missing, message: 'Hello' };
  const chat = { method: 'POST', path: '/api/agents/chat/stream' };
  return [
    ...reads,
    { method: 'POST', path: '/api/agents', json: {} },
    { ...chat, json: {} },
    { ...chat, json },
    { ...chat, json, credential: { type: 'none' } },
  ];
}

async function run(context: CheckContext): Promise<void> {
  for (const request of invalidRequests(context)) {
    const exchange = await context.client.send(request);
    // The status itself is left to other checks.
    if (exchange.status >= 400) context.report(verifyErrorBody(exchange));
  }
}

/** Source 2.5 and 7. */
export const errorBodies: Check = {
  id: 'errors/bodies',
  title: 'Every error response is JSON with error, a text, and status, the HTTP status as a number',
  requirements: errorBodyClauses,
  level: 'stated',
  profile: 'full',
  cost: { requests: 7, messages: 0, agents: 0 },
  writes: false,
  run,
};
