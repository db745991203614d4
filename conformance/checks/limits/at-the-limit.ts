import { rejectedText } from '../../model/seen-store.ts';
import { markOf } from '../agents/create.ts';
import { unexpected } from '../../model/verify-error.ts';
import type { CheckContext } from '../../check.ts';
import type { AgentCreate, ApiRequest, Exchange } from '../../exchange.ts';
import { maxAdmitted } from './measure-limit.ts';
import { readReply } from '../../model/read-stream.ts';
import { addressed } from '../auth/forged-headers.ts';
import { followUp, type Conversation, messageTo, sender } from './limited-requests.ts';

const unknownKey = `Bearer svc_${'4qQ1'.repeat(8)}`;

/** Requests of all kinds that come between those of a store at its limit. */
function others(body: AgentCreate | undefined, hasSecond: boolean): readonly ApiRequest[] {
  const credential = { type: 'store', store: 'limited' } as const;
  const list = { method: 'GET', path: '/api/agents' };
  const create = { method: 'POST', path: '/api/agents', credential };
  return [
    { ...list, credential: { type: 'none' } },
    { ...list, credential: { type: 'header', value: unknownKey, shell: unknownKey } },
    { ...create, json: {} },
    ...(body === undefined ? [] : [{ ...create, json: body }]),
    { method: 'GET', path: '/api/widget/config', credential },
    { ...list, credential: { type: 'store', store: 'main' } },
    ...(hasSecond ? [{ ...list, credential: { type: 'store', store: 'second' } } as const] : []),
    { method: 'OPTIONS', path: '/api/agents', credential: { type: 'none' } },
  ];
}

/**
 * Sends requests of other kinds for a store at its limit. Reports a limit that they lift, twice: plain requests after them
 * are admitted, and not before them. Where creates are not counted, none is sent; the model finds an agent of one that was
 * rejected. Source 4.3 and 8.
 */
export async function verifyOthersLiftNothing(
  context: CheckContext,
  plain: () => Promise<Exchange>,
  limit: number,
  countsCreates = true,
): Promise<void> {
  const twin = await context.fixtures.acceptedCreate();
  const body = countsCreates ? { ...twin, name: rejectedText(markOf(context)) } : undefined;
  const sendOthers = async (): Promise<void> => {
    for (const request of others(body, context.target.stores.second !== undefined)) {
      const isMain = request.credential?.type === 'store' && request.credential.store === 'main';
      // Requests of the main store wait where it is at a limit of its own.
      await context.client.send({ ...request, raw: !isMain });
    }
  };
  for (let round = 0; round < 2; round += 1) {
    if ((await admittedUntilRejected(plain, limit)) > limit) return;
    const began = context.clock.now();
    await sendOthers();
    const admitted = await admittedUntilRejected(plain, limit);
    // A limit that refills admits some by itself.
    if (admitted <= maxAdmitted(limit, context.clock.now() - began) - limit + 1) return;
  }
  const actual =
    'admitted after requests of other stores, without a key, with an unknown one, and creates; before them 429';
  context.report({ requirement: 'R-8-06', expected: 'limit-across-operations', actual });
}

/** Sends until a request is 429; how many were not, limit + 1 at most. */
async function admittedUntilRejected(plain: () => Promise<Exchange>, limit: number): Promise<number> {
  let admitted = 0;
  while (admitted <= limit && (await plain()).status !== 429) admitted += 1;
  return admitted;
}

/** Whether a reply is nothing but an error event about a limit, in place of a 429. */
export function isLimitInStream(exchange: Exchange): boolean {
  const { failed, text, events } = readReply(exchange);
  const last = JSON.stringify(events.at(-1)) ?? '';
  return failed && text === '' && /429|rate.?limit|too many requests/i.test(last);
}

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
    const actual = `status ${admitted.status}, while the same request without that is 429`;
    context.report({ requirement: 'R-8-06', expected: ['beyond-limit-429', what], actual }, admitted);
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
  context.report(unexpected('R-8-06', 'follow-up-beyond-limit', admitted));
}
