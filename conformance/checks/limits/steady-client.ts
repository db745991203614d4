import { plans } from '../../../generated/plans.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { Untested, type Check, type CheckContext } from '../../check.ts';
import type { ApiRequest, Exchange } from '../../exchange.ts';
import { widgetPath } from '../../model/verify-widget.ts';
import { listRequest, sender } from './limited-requests.ts';
import { idleMs } from './measure-limit.ts';

const minuteMs = 60_000;
// A sliding window that is weighted may count one request too many.
const share = 0.9;
const minLimit = 3;

/** The clause that admits N requests a minute. Source 8. */
function clauseOfLimit(limit: number): RequirementId {
  const { free, starter, pro } = plans;
  if (limit === free.requestsPerMinute) return 'R-8-01';
  if (limit === starter.requestsPerMinute) return 'R-8-02';
  return limit === pro.requestsPerMinute ? 'R-8-03' : 'R-8-04';
}

// Whether a rejected request counts is open, but none counts for more than one.
const requests: readonly ApiRequest[] = [
  listRequest,
  { method: 'GET', path: widgetPath },
  { method: 'GET', path: `${widgetPath}?chatbot_id=none` },
];

/** A request that was rejected though the limit was never reached. */
interface Rejected {
  readonly exchange: Exchange;
  /** Its number, from 1. */
  readonly number: number;
}

/** Sends one request after another, fewer than N in any 60 s, until it has sent N + 1. Returns the first that is 429. */
async function sendSteadily(
  context: CheckContext,
  limit: number,
  pauseMs: number,
): Promise<Rejected | undefined> {
  const { clock } = context;
  for (let number = 1; number <= limit + 1; number += 1) {
    const sentAt = clock.now();
    const request = requests[number % requests.length] ?? listRequest;
    const exchange = await sender(context, request, 'steady')();
    if (exchange.status === 429) return { exchange, number };
    if (number <= limit) await clock.wait(Math.max(0, sentAt + pauseMs - clock.now()));
  }
  return undefined;
}

/** Source 8: a client that stays below its limit is admitted for longer than the first minute, too. */
export const steadyClient: Check = {
  id: 'limits/steady-client',
  title: 'A client that stays just below its limit is admitted for longer than a minute',
  requirements: ['R-8-06'],
  profile: 'full',
  limitsOf: 'steady',
  costFor: ({ stores }) => ({
    requests: 2 * (stores.steady?.requestsPerMinute ?? 0) + 3,
    messages: 0,
    agents: 0,
  }),
  needs: ['steady-store'],
  isReadOnly: true,
  run: async (context) => {
    const limit = context.target.stores.steady?.requestsPerMinute ?? 0;
    if (limit < minLimit) throw new Untested(`a limit of ${limit} leaves no room for a client below it`);
    const pauseMs = Math.ceil(minuteMs / Math.floor(share * limit));
    if ((await sendSteadily(context, limit, pauseMs)) === undefined) return;
    // The store may have been in use before.
    await context.clock.wait(idleMs);
    const rejected = await sendSteadily(context, limit, pauseMs);
    if (rejected === undefined) return;
    // What stands before the service may limit the address, whatever the key.
    if ((await sender(context, listRequest, 'main')()).status === 429)
      throw new Untested('the main store is limited at the same time: the limit may be of the address');
    const { exchange, number } = rejected;
    const expected = ['steady-client-admitted', limit + 1, pauseMs, limit] as const;
    const requirement = clauseOfLimit(limit);
    context.report({ requirement, expected, actual: `429 at request ${number}` }, exchange);
  },
};
