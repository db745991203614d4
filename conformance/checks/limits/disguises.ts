import type { CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import type { ApiRequest, Exchange } from '../../exchange.ts';
import { addressed } from '../auth/forged-headers.ts';
import { followUp, type Conversation } from './limited-conversation.ts';
import { messageTo, sender } from './limited-requests.ts';

/** How a client beyond its limit may look like another one; `change` replaces parts of its request. */
interface Disguise {
  readonly what: string;
  readonly change: (request: ApiRequest, round: number) => Partial<ApiRequest>;
}

// Addresses for documentation (RFC 5737), which no client has.
const addressOf = (round: number): string => `203.0.113.${round + 7}`;

function disguises({ target }: CheckContext, otherAgent: string | undefined): readonly Disguise[] {
  const { key = '' } = target.stores.limited ?? {};
  return [
    ...(otherAgent === undefined ? [] : [{ what: 'to another agent', change: () => messageTo(otherAgent) }]),
    { what: 'over a new connection', change: (_, round) => ({ connection: `at the limit ${round}` }) },
    {
      what: 'with a forged address in X-Forwarded-For and its like',
      change: (_, round) => ({ headers: addressed(addressOf(round)) }),
    },
    {
      what: 'as another user agent with a cookie',
      change: (_, round) => ({ headers: { 'user-agent': `Shop/${round}`, cookie: `session=${round}` } }),
    },
    {
      what: 'with a query',
      change: ({ path }, round) => ({ path: `${path}?attempt=${round}` }),
    },
    {
      what: 'with the scheme in lower case',
      change: () => ({
        credential: {
          type: 'header',
          value: `bearer ${key}`,
          shell: 'bearer $CONFORMANCE_LIMITED_API_KEY',
        },
      }),
    },
  ];
}

const rounds = 3;

/**
 * The disguised request that was admitted although a plain one after it was not, three times; otherwise undefined: a
 * limit that refills admits either one at times.
 */
async function admittedAlone(
  plain: () => Promise<Exchange>,
  disguised: (round: number) => Promise<Exchange>,
): Promise<Exchange | undefined> {
  let admitted: Exchange | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const exchange = await disguised(round);
    if (exchange.status >= 300 || (await plain()).status !== 429) return undefined;
    admitted = exchange;
  }
  return admitted;
}

/** Verifies that a store at its limit stays rejected, whatever its request looks like. Source 8. */
export async function verifyDisguises(
  context: CheckContext,
  request: ApiRequest,
  otherAgent?: string,
): Promise<void> {
  const credential = { type: 'store', store: 'limited' } as const;
  const send = (change: Partial<ApiRequest> = {}): Promise<Exchange> =>
    context.client.send({ credential, raw: true, ...request, ...change });
  for (const { what, change } of disguises(context, otherAgent)) {
    const admitted = await admittedAlone(send, (round) => send(change(request, round)));
    if (admitted === undefined) continue;
    const expected = `status 429 for a request beyond the limit ${what}`;
    const actual = `status ${admitted.status}, while the same request without that is 429`;
    context.report({ requirement: 'R-8-06', expected, actual }, admitted);
  }
}

/** Verifies that a message is counted whether it begins a conversation or continues one. Source 8. */
export async function verifyFollowUpAtLimit(
  context: CheckContext,
  agent: string,
  conversation: Conversation,
): Promise<void> {
  const first = sender(context, messageTo(agent));
  const next = sender(context, followUp(context, conversation));
  const admitted = await admittedAlone(first, () => next());
  if (admitted === undefined) return;
  const expected = 'status 429 for a follow-up beyond the limit, as for a first message';
  context.report({ requirement: 'R-8-06', expected, actual: describeResponse(admitted) }, admitted);
}
