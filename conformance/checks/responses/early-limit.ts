import type { Finding } from '../../check.ts';
import { readRetryAfter } from '../../client/rate-limit-queue.ts';
import type { Exchange } from '../../exchange.ts';

// A minute, and what clocks differ by.
const windowMs = 60_250;
// A message whose client leaves has no exchange.
const unseen = 1;

const endOf = ({ startedAt, durationMs }: Exchange): number => startedAt + durationMs;

/** Whether an earlier 429 asks to wait for longer: a limit may let a client that comes early wait anew. */
function isEarly({ startedAt }: Exchange, rejected: readonly Exchange[]): boolean {
  return rejected.some((one) => {
    const asked = readRetryAfter(one, endOf(one));
    return asked.type === 'wait' && endOf(one) + asked.milliseconds > startedAt;
  });
}

/** How many requests a limit may have counted before it rejected one, which was the latest of them: also rejected ones. */
function countBefore(sent: readonly Exchange[], rejected: Exchange): number {
  const end = endOf(rejected);
  return sent.filter(
    (one) =>
      endOf(one) > rejected.startedAt - windowMs &&
      (one.status === 429 ? endOf(one) <= rejected.startedAt : one.startedAt <= end),
  ).length;
}

/**
 * Verifies that a 429 comes after as many requests within a minute as the limit, whatever a window is. The first minute
 * is left out, as the store may have been in use before. Source 8. Returns the first finding.
 */
export function verifyNotBeforeLimit(sent: readonly Exchange[], limit: number): readonly Finding[] {
  const firstAt = Math.min(...sent.map(({ startedAt }) => startedAt));
  const rejected = sent.filter(({ status }) => status === 429);
  for (const exchange of rejected) {
    const before = rejected.filter((one) => endOf(one) <= exchange.startedAt);
    if (exchange.startedAt - windowMs < firstAt || isEarly(exchange, before)) continue;
    const count = countBefore(sent, exchange);
    if (count + unseen >= limit) continue;
    const expected = `429 only after ${limit} requests within a minute, also after an earlier one`;
    return [{ requirement: 'R-8-06', expected, actual: `429 after ${count} within a minute`, exchange }];
  }
  return [];
}
