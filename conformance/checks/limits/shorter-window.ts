import type { RequirementId } from '../../../generated/requirements.ts';
import type { CheckContext } from '../../check.ts';
import { readRetryAfter } from '../../client/rate-limit-queue.ts';
import type { Exchange } from '../../exchange.ts';
import { type Admissions, sendAtOnce } from './measure-limit.ts';
import { reportEarlyReturn, slackMs, verifyRetryAfter } from './verify-rejected.ts';

/** A store at its limit. */
interface AtLimit {
  readonly limit: number;
  /** The clause of the limit. */
  readonly requirement: RequirementId;
  readonly admissions: Admissions;
  /** Counts on `admissions`. */
  readonly send: () => Promise<Exchange>;
  /** The last 429. */
  readonly rejected: Exchange;
}

// Twice this is within a minute: a window of up to this length shows by a third full one.
const maxPauseMs = 28_000;
const windows = 2;
// Beyond the limit, so that its end shows.
const excess = 4;

/** Waits as the last 429 asks, or for the pause; then sends until it is rejected again. Returns the last 429, if any. */
async function sendNextWindow(
  context: CheckContext,
  { limit, send }: AtLimit,
  rejected: Exchange,
): Promise<Exchange | undefined> {
  const asked = readRetryAfter(rejected, context.clock.now());
  const waitMs = asked.type === 'wait' ? asked.milliseconds + slackMs : maxPauseMs;
  await context.clock.wait(Math.min(waitMs, maxPauseMs));
  const first = await send();
  if (first.status === 429) {
    if (asked.type === 'wait' && waitMs <= maxPauseMs) reportEarlyReturn(context, asked.milliseconds, first);
    return first;
  }
  const { rejected: next } = await sendAtOnce(context, { send, limit, max: limit + excess });
  return next;
}

/**
 * Verifies that a limit is one a minute, and not a shorter time: no kind of window admits more than 2N in some 60 s.
 * Then verifies the last Retry-After. Source 8.
 */
export async function verifyWindow(context: CheckContext, store: AtLimit): Promise<void> {
  let last: Exchange | undefined = store.rejected;
  for (let window = 0; window < windows && last !== undefined; window += 1)
    last = await sendNextWindow(context, store, last);
  const { limit, requirement, admissions } = store;
  const most = admissions.maxInAMinute();
  if (most > 2 * limit) {
    const actual = `${most} admitted within 60 s`;
    context.report({ requirement, expected: ['limit-of-any-minute', limit, limit], actual });
  } else if (last?.status === 429) await verifyRetryAfter(context, last, store.send);
  else context.untested('the limit admitted a request before the wait', 'R-8-11');
}
