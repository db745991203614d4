import type { CheckContext } from '../../check.ts';
import { judgeRefusal } from '../errors/judge-error.ts';
import type { NearMiss } from './near-miss-credentials.ts';
import type { ProtectedRequest } from './protected-requests.ts';

/** Sends a request with a credential that must not count. Anything but 401 is a breach of `requirement`. */
export async function judgeUnauthorized(
  context: CheckContext,
  { request, requirement, isCertain }: ProtectedRequest,
  { what, credential, extra }: Omit<NearMiss, 'requirement'>,
): Promise<void> {
  const glue = request.path.includes('?') ? '&' : '?';
  const path = extra?.query === undefined ? request.path : `${request.path}${glue}${extra.query}`;
  const headers = { ...request.headers, ...extra?.headers };
  const exchange = await context.client.send({ ...request, path, headers, credential });
  if (!isCertain && exchange.status === 404) {
    context.untested('needs a chatbot (--chatbot-id): 404 may come before 401', requirement);
    return;
  }
  for (const found of judgeRefusal(exchange, requirement, 401)) {
    context.breach({ ...found, expected: `${found.expected} for ${what}` }, exchange);
  }
  if (credential.type === 'none' && extra === undefined && exchange.status < 300) {
    const expected = `${request.method} ${request.path} refused without Authorization`;
    context.breach({ requirement: 'R-4-01', expected, actual: `status ${exchange.status}` }, exchange);
  }
}
