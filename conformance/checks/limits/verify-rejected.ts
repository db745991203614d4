import type { RequirementId } from '../../../generated/requirements.ts';
import type { CheckContext } from '../../check.ts';
import { readRetryAfter } from '../../client/rate-limit-queue.ts';
import type { Exchange } from '../../exchange.ts';
import { verifyErrorBody } from '../../model/verify-error.ts';

const maxWaitMs = 61_000;
// Clocks differ: a request that is a moment early proves nothing about the limit.
export const slackMs = 250;

/** Verifies that a 429 has a valid Retry-After and error body. Source 7 and 8. */
export function verifyTooManyRequests(
  context: CheckContext,
  exchange: Exchange,
  requirement: RequirementId,
): void {
  const retryAfter = readRetryAfter(exchange, context.clock.now());
  if (retryAfter.type === 'malformed') {
    const expected = 'retry-after-form';
    const isMissing = exchange.headers['retry-after'] === undefined;
    context.report(
      { requirement: isMissing ? requirement : 'R-8-11', expected, actual: retryAfter.reason },
      exchange,
    );
  } else context.observe('R-8-07', `Retry-After has the form ${retryAfter.form}`);
  context.report(verifyErrorBody(exchange));
}

/** Reports that a request after the wait of Retry-After was rejected again. */
export function reportEarlyReturn(context: CheckContext, milliseconds: number, again: Exchange): void {
  const expected = ['admitted-after-retry-after', slackMs, milliseconds / 1000] as const;
  context.report({ requirement: 'R-8-11', expected, actual: 'status 429 again' }, again);
}

const earlyMs = 600;
const minAnewMs = 50_000;

/** Sends a request less than a second before the end of a wait, where seconds that are rounded down are 0. */
async function sendEarly(
  { clock }: CheckContext,
  waitMs: number,
  send: () => Promise<Exchange>,
): Promise<Exchange | undefined> {
  if (waitMs < 2 * earlyMs) return undefined;
  await clock.wait(waitMs - earlyMs);
  return send();
}

/** Verifies that the next request is admitted after the wait of Retry-After. Source 8. */
export async function verifyRetryAfter(
  context: CheckContext,
  rejected: Exchange,
  send: () => Promise<Exchange>,
): Promise<void> {
  const retryAfter = readRetryAfter(rejected, context.clock.now());
  if (retryAfter.type === 'malformed') return;
  if (retryAfter.milliseconds > maxWaitMs) {
    const seconds = retryAfter.milliseconds / 1000;
    await context.clock.wait(maxWaitMs);
    const early = await send();
    if (early.status < 300) {
      const actual = `${seconds} s, and a request after ${maxWaitMs / 1000} s is admitted`;
      context.report({ requirement: 'R-8-11', expected: 'retry-after-is-right', actual }, rejected);
    } else context.untested(`Retry-After asks for ${seconds} s, longer than a check waits`, 'R-8-11');
    return;
  }
  const early = await sendEarly(context, retryAfter.milliseconds, send);
  if (early !== undefined && early.status !== 429) return;
  const again = early && readRetryAfter(early, context.clock.now());
  const askedMs = again?.type === 'wait' ? again.milliseconds : undefined;
  // Less than a second is left: what a limit asks for now, or the rest of what it asked for before.
  const isCounted = askedMs !== undefined && askedMs <= 1000;
  const restMs = isCounted ? askedMs : early === undefined ? retryAfter.milliseconds : earlyMs;
  await context.clock.wait(restMs + slackMs);
  let next = await send();
  // A limit may let a client that comes early wait a minute anew.
  if (next.status === 429 && askedMs !== undefined && askedMs >= minAnewMs && askedMs <= maxWaitMs) {
    await context.clock.wait(askedMs);
    next = await send();
  }
  if (next.status === 429) reportEarlyReturn(context, isCounted ? askedMs : retryAfter.milliseconds, next);
}
