import type { CaseBreach } from '../../check.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { isObject } from '../is-object.ts';
import { describeAnswer } from '../../client/describe-answer.ts';

/** What the body of a refusal breaks, whatever its status: source 1, 2.5 and 7. */
export function judgeErrorBody(exchange: Exchange): readonly CaseBreach[] {
  const actual = describeAnswer(exchange);
  const breach = (requirement: RequirementId, expected: string): CaseBreach => ({
    requirement,
    expected,
    actual,
    exchange,
  });
  const { json, status } = exchange;
  const mediaType = exchange.headers['content-type'] ?? '';
  const breaches: CaseBreach[] = [];
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(mediaType)) {
    breaches.push(breach('R-1-07', 'an error as JSON, with content-type application/json'));
  }
  if (!isObject(json)) return [...breaches, breach('R-7-13', 'a JSON object with error and status')];
  if (typeof json['error'] !== 'string' || json['error'] === '') {
    breaches.push(breach('R-2.5-01', 'error is a string for people to read'));
  }
  if (!Number.isInteger(json['status'])) breaches.push(breach('R-2.5-02', 'status is an integer'));
  else if (json['status'] !== status) breaches.push(breach('R-2.5-03', `status in the body is ${status}`));
  return breaches;
}

/**
 * A refusal with one of the statuses, and a sound error body.
 * `requirement` is the clause that demands the status; a wrong status hides the body's breaches.
 */
export function judgeRefusal(
  exchange: Exchange,
  requirement: RequirementId,
  ...statuses: readonly number[]
): readonly CaseBreach[] {
  if (statuses.includes(exchange.status)) return judgeErrorBody(exchange);
  const expected = `status ${statuses.join(' or ')}`;
  return [{ requirement, expected, actual: describeAnswer(exchange), exchange }];
}
