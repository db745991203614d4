import type { CheckContext } from '../../check.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { judgeErrorBody } from '../errors/judge-error.ts';
import { readRetryAfter } from './retry-after.ts';

const longestWaitMs = 61_000;
// Two clocks never agree on a second: a request that comes back a moment early says nothing about the limit.
const slackMs = 250;

function retryAfterOf({ clock }: CheckContext, { headers }: Exchange): ReturnType<typeof readRetryAfter> {
  return readRetryAfter(headers['retry-after'], headers['date'], clock.now());
}

/** A 429 carries a Retry-After that can be read, and a sound error body: source 7 and 8. */
export function judgeRefusedRequest(
  context: CheckContext,
  exchange: Exchange,
  requirement: RequirementId,
): void {
  const retryAfter = retryAfterOf(context, exchange);
  if (retryAfter.type === 'malformed') {
    const expected = 'Retry-After in whole seconds or as an HTTP date';
    context.breach({ requirement, expected, actual: retryAfter.reason }, exchange);
  } else context.observe('R-8-07', `Retry-After comes in the form of ${retryAfter.form}`);
  for (const found of judgeErrorBody(exchange)) context.breach(found, exchange);
}

/** Waiting what Retry-After says is enough for the next request: source 8. */
export async function judgeWaiting(
  context: CheckContext,
  refused: Exchange,
  send: () => Promise<Exchange>,
): Promise<void> {
  const retryAfter = retryAfterOf(context, refused);
  if (retryAfter.type === 'malformed') return;
  if (retryAfter.milliseconds > longestWaitMs) {
    context.untested(
      `Retry-After asks for ${retryAfter.milliseconds / 1000} s, which is not waited`,
      'R-8-06',
    );
    return;
  }
  await context.clock.wait(retryAfter.milliseconds + slackMs);
  const next = await send();
  if (next.status !== 429) return;
  const expected = `the next request admitted ${slackMs} ms after the ${retryAfter.milliseconds / 1000} s of Retry-After`;
  context.breach({ requirement: 'R-8-06', expected, actual: 'status 429 again' }, next);
}
