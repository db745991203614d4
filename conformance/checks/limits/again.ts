import { isWhole, Untested, type Check, type CheckContext } from '../../check.ts';
import type { ApiRequest, Exchange } from '../../exchange.ts';
import { agentIdsOf } from '../../model/listed-agents.ts';
import { idleMs, maxAdmitted, openConnections, sendAtOnce } from './measure-limit.ts';
import { listRequest, messageTo } from './limited-requests.ts';

const excess = 10;

/** Sends `max` requests at once; how many were admitted, and whether that is beyond the limit. */
async function measure(context: CheckContext, limit: number, request: ApiRequest, max: number) {
  const credential = { type: 'store', store: 'limited' } as const;
  let shown: Exchange | undefined;
  const send = async (): Promise<Exchange> => {
    const exchange = await context.client.send({ ...request, credential, raw: true });
    if (exchange.status < 300) shown = exchange;
    return exchange;
  };
  await openConnections(context, max);
  const { admitted, durationMs } = await sendAtOnce(context, { send, limit, max });
  return {
    admitted,
    isOver: admitted > maxAdmitted(limit, durationMs),
    isUnlimited: admitted === max,
    shown,
  };
}

/** Measures again after a minute without requests: a fixed window may have ended within the first burst. */
async function verifyTwice(context: CheckContext, limit: number, request: ApiRequest): Promise<void> {
  if (!(await measure(context, limit, request, limit + excess)).isOver) return;
  await context.clock.wait(idleMs);
  const { admitted, isOver, shown } = await measure(context, limit, request, limit + excess);
  if (!isOver) return;
  const expected = ['limit-holds-again', limit, limit + excess] as const;
  context.report({ requirement: 'R-8-06', expected, actual: `${admitted} admitted` }, shown);
}

/** Source 8: after a limit was reached and its wait is over, the next one holds, for requests sent at once. */
export const limitAgain: Check = {
  id: 'limits/again',
  title: 'A store that was at its limit is limited again, also where its requests are sent at once',
  requirements: ['R-8-06'],
  profile: 'full',
  limitsOf: 'limited',
  costFor: ({ stores }, profile) => {
    const limit = stores.limited?.requestsPerMinute ?? 0;
    return { requests: 8 * limit + 44, messages: isWhole(profile) ? 2 * limit + 20 : 0, agents: 0 };
  },
  needs: ['limited-store', 'limited-rpm'],
  run: async (context) => {
    const limit = context.target.stores.limited?.requestsPerMinute;
    if (limit === undefined) throw new Untested('the rate limit is not known: give it by --limited-rpm');
    const lists = await measure(context, limit, listRequest, 2 * limit + 2);
    if (!lists.isOver) return;
    if (!lists.isUnlimited) {
      await context.clock.wait(idleMs);
      await verifyTwice(context, limit, listRequest);
      return;
    }
    const agent = context.target.stores.limited?.agentId ?? (lists.shown && agentIdsOf(lists.shown)[0]);
    if (!context.isWhole)
      throw new Untested(
        `lists are not counted: it takes up to ${2 * limit} messages (--profile exhaustive)`,
      );
    if (agent === undefined)
      throw new Untested('lists are not counted, and the store has no agent to message');
    await verifyTwice(context, limit, messageTo(agent));
  },
};

/** Our decision 0012: each response to a key whose store has a limit has the rate limit headers. */
export const limitsReference: Check = {
  id: 'limits/reference',
  title: 'The response to a list of a store with a limit has the rate limit headers',
  requirements: ['R-8-07'],
  profile: 'reference',
  limitsOf: 'limited', // after the checks that measure the limit of this store
  needs: ['limited-store', 'limited-rpm'],
  isReadOnly: true,
  run: async ({ client, report }) => {
    // Raw: a 429 has the headers, too, so there is no minute to wait for.
    const credential = { type: 'store', store: 'limited' } as const;
    const exchange = await client.send({ method: 'GET', path: '/api/agents', credential, raw: true });
    for (const name of ['ratelimit', 'ratelimit-policy']) {
      if (exchange.headers[name] !== undefined) continue;
      const expected = ['rate-headers', name] as const;
      report({ requirement: 'R-8-07', expected, actual: `no ${name} in the response to a list` }, exchange);
    }
  },
};
