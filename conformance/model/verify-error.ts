import type { RequirementId } from '../../generated/requirements.ts';
import type { Expectation, Finding } from '../check.ts';
import { describeResponse } from '../client/describe-exchange.ts';
import { isJson, isObject, type Exchange } from '../exchange.ts';

/** The clauses of every error body: source 1, 2.5 and 7. */
export const errorBodyClauses = ['R-7-13', 'R-2.5-01', 'R-2.5-02', 'R-2.5-03', 'R-1-07'] as const;

/** What programs write and read: a missing value, a key of a message, a page, JSON, and where an exception came from. */
const unreadable: readonly RegExp[] = [
  /^(?:\[object \w+\]|undefined|null|none|nil|true|false|NaN)$/i,
  /^[A-Za-z]\w*(?:\.\w+)+$|^[A-Za-z]+(?:_[A-Za-z0-9]+)+$/,
  /^<(?:!doctype|html)\b/i,
  /^(?:\{\s*"|\[\s*\{).*[\]}]$/s,
  /\n\s+at (?:.*:\d+:\d+\)?$|[\w.$<>`]+\(.*\)(?: in .*)?$)|^Traceback \(/m,
];

/** Whether a value is a text with a word in it for a person. */
function isReadable(error: unknown): boolean {
  if (typeof error !== 'string') return false;
  const text = error.trim();
  return /\p{L}/u.test(text) && !unreadable.some((one) => one.test(text));
}

/** Verifies the body of an error response, whatever its status. */
export function verifyErrorBody(exchange: Exchange): readonly Finding[] {
  const { json, status } = exchange;
  const actual = describeResponse(exchange);
  const found: Finding[] = [];
  const add = (requirement: RequirementId, expected: Expectation): void => {
    found.push({ requirement, expected, actual, exchange });
  };
  if (!isJson(exchange)) add('R-1-07', 'error-is-json');
  if (!isObject(json)) {
    add('R-7-13', 'error-is-object');
    return found;
  }
  if (!isReadable(json['error'])) add('R-2.5-01', 'error-is-readable');
  if (!Number.isInteger(json['status'])) add('R-2.5-02', 'error-status-is-integer');
  else if (json['status'] !== status) add('R-2.5-03', ['error-status-is-http-status', status]);
  return found;
}

/** The finding of a response that is not what a clause demands. */
export function unexpected(requirement: RequirementId, expected: Expectation, exchange: Exchange): Finding {
  return { requirement, expected, actual: describeResponse(exchange), exchange };
}

/** Verifies the status of an error response, as `requirement` demands; the model verifies its body. */
export function verifyErrorResponse(
  exchange: Exchange,
  requirement: RequirementId,
  ...statuses: readonly number[]
): readonly Finding[] {
  if (statuses.includes(exchange.status)) return [];
  return [unexpected(requirement, ['error-status', statuses.join(' or ')], exchange)];
}

/** The findings with a reason after each expectation. */
export function withReason(findings: readonly Finding[], reason: string): readonly Finding[] {
  return findings.map(({ expected, ...rest }) => {
    const [slug, ...values] = typeof expected === 'string' ? [expected] : expected;
    return { ...rest, expected: [slug, ...values, reason] };
  });
}
