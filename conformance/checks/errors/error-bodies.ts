import type { Check, CheckContext } from '../../check.ts';
import type { ApiRequest } from '../../exchange.ts';
import { browserAccept } from '../http/real-clients.ts';
import { errorBodyClauses, verifyErrorBody, withReason } from './verify-error.ts';

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

/** Statuses of the table of source 7: the bodies of others, such as 406, are open. */
const tableStatuses: readonly number[] = [400, 401, 403, 404, 500];

/** Frameworks choose the form and the language of an error by headers; source 1 has JSON alone, and 2.5 a text. */
const headerSets: readonly (readonly [name: string, value: string])[] = [
  ['accept', browserAccept],
  ['accept', 'text/event-stream'],
  ...['de', 'fr-CA,fr;q=0.9', 'ja'].map((language) => ['accept-language', language] as const),
];

async function run(context: CheckContext): Promise<void> {
  for (const request of invalidRequests(context)) {
    for (const header of [undefined, ...headerSets]) {
      const headers = header && Object.fromEntries([header]);
      const exchange = await context.client.send({ ...request, ...(headers && { headers }) });
      // The status itself is left to other checks.
      const isOfTable = header === undefined || tableStatuses.includes(exchange.status);
      if (exchange.status < 400 || !isOfTable) continue;
      const found = verifyErrorBody(exchange);
      context.report(header === undefined ? found : withReason(found, ` with ${header.join(': ')}`));
    }
  }
}

/** Source 2.5 and 7. */
export const errorBodies: Check = {
  id: 'errors/bodies',
  title:
    'Every error response is JSON with error, a text, and status, the HTTP status as a number, whatever Accept and Accept-Language are',
  requirements: errorBodyClauses,
  level: 'stated',
  profile: 'full',
  cost: { requests: 42, messages: 0, agents: 0 },
  writes: false,
  run,
};
