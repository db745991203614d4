import type { Check, CheckContext } from '../../check.ts';
import type { ApiRequest } from '../../client/exchange.ts';
import { judgeErrorBody } from './judge-error.ts';

/** One refusal of each status that the source names and that can be had for nothing. */
function refusals(context: CheckContext): readonly ApiRequest[] {
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
  for (const request of refusals(context)) {
    const exchange = await context.client.send(request);
    // Which status it is, other checks judge.
    if (exchange.status < 400) continue;
    for (const found of judgeErrorBody(exchange)) context.breach(found, exchange);
  }
}

/** Source 2.5 and 7. */
export const errorBodies: Check = {
  id: 'errors/bodies',
  title: 'Every refusal is JSON with error, a text, and status, the HTTP status as a number',
  requirements: ['R-7-13', 'R-2.5-01', 'R-2.5-02', 'R-2.5-03', 'R-1-07'],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 7, messages: 0, agents: 0 },
  writes: false,
  run,
};
