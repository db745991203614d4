import type { CheckContext } from '../../check.ts';
import { verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import type { NearMiss } from './near-miss-credentials.ts';
import type { ProtectedRequest } from './protected-requests.ts';

/** Sends a request with a credential that is not valid, and reports any response but 401 against `requirement`. */
export async function verifyUnauthorized(
  context: CheckContext,
  { request, requirement, isCertain }: ProtectedRequest,
  { what, credential, extra }: Omit<NearMiss, 'requirement'>,
): Promise<void> {
  const separator = request.path.includes('?') ? '&' : '?';
  const path = extra?.query === undefined ? request.path : `${request.path}${separator}${extra.query}`;
  const headers = { ...request.headers, ...extra?.headers };
  const exchange = await context.client.send({ ...request, path, headers, credential });
  if (!isCertain && exchange.status === 404) {
    context.untested('needs a chatbot (--chatbot-id): 404 may come before 401', requirement);
    return;
  }
  context.report(withReason(verifyErrorResponse(exchange, requirement, 401), ` for ${what}`));
  if (credential.type === 'none' && extra === undefined && exchange.status < 300) {
    const expected = `${request.method} ${request.path} rejected without Authorization`;
    context.report({ requirement: 'R-4-01', expected, actual: `status ${exchange.status}` }, exchange);
  }
}
