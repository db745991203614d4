import { unexpected, verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { JsonCase } from '../../arbitraries/json-cases.ts';
import type { CheckContext, Finding } from '../../check.ts';
import type { ApiRequest, Exchange } from '../../exchange.ts';

/** Failing cases after which a check sends no more: a target that accepts everything stays within the plan. */
export const maxFailingCases = 6;

/** The request that sends a case to the byte. */
export function requestOf(path: string, { body, contentType = 'application/json' }: JsonCase): ApiRequest {
  return { method: 'POST', path, headers: { 'content-type': contentType }, body };
}

/** Verifies that a body which is no JSON is 400. Source 7. */
export function verifyRejected(
  exchange: Exchange,
  { what }: JsonCase,
  requirement: RequirementId,
): readonly Finding[] {
  return withReason(verifyErrorResponse(exchange, requirement, 400), ` for a body with ${what}`);
}

/** Whether a target may reject a case. */
export function isOpen({ expectation }: JsonCase): boolean {
  return expectation === 'either' || expectation === 'unreliable';
}

/** Verifies that a body which the contract leaves open is a 4xx or accepted, and no 5xx. Decision 0025. */
export function verifyNoFault(
  exchange: Exchange,
  { what }: JsonCase,
  requirement: RequirementId,
): readonly Finding[] {
  const { status } = exchange;
  if (status < 300 || (status >= 400 && status < 500)) return [];
  return [unexpected(requirement, ['unusual-body-no-fault', what], exchange)];
}

/** Records what a target does with bodies that the contract leaves open, as one observation. */
export function observeOpenCases(
  context: CheckContext,
  sent: readonly { readonly one: JsonCase; readonly exchange: Exchange }[],
): void {
  const open = sent.filter(({ one }) => isOpen(one));
  const named = (accepted: boolean): string =>
    open
      .filter(({ exchange }) => exchange.status < 300 === accepted)
      .map(({ one, exchange }) => (accepted ? one.what : `${one.what} (${exchange.status})`))
      .join(', ');
  const path = open[0]?.exchange.request.path ?? '';
  context.observe(
    'R-7-16',
    `POST ${path} accepts ${named(true) || 'none'}; rejects ${named(false) || 'none'}`,
  );
}
