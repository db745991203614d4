import ipaddr from 'ipaddr.js';
import type { AuthenticatedVisitor } from '../auth/visitors.ts';
import type { RateCheck } from '../db/counted-requests.ts';
import type { StoreRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { limitsOf, type PlanUse } from './plans.ts';
import type { RateDecision, RateLimiter } from './rate-limiter.ts';

/** A rate limiter whose decisions on a store's plan are counted for the dashboard. */
interface CountingLimiter {
  readonly rateLimiter: RateLimiter;
  readonly planUse: Pick<PlanUse, 'count'>;
}

/**
 * Counts one request of a store against its plan and returns the RateLimit headers; none for a store without a limit.
 * Throws ServiceError `rate_limited` with Retry-After in whole seconds (source 7, 8).
 */
export async function admitRequest(
  deps: CountingLimiter,
  store: StoreRecord,
): Promise<Readonly<Record<string, string>>> {
  const limit = limitsOf(store).requestsPerMinute;
  if (limit === null) {
    deps.planUse.count(store.id, store.id, true);
    return {};
  }
  const { admitted, remaining, resetAfter } = await deps.rateLimiter.admit({ key: store.id, limit });
  deps.planUse.count(store.id, store.id, admitted);
  const headers = {
    'RateLimit-Policy': `"minute";q=${limit};w=60`,
    RateLimit: `"minute";r=${remaining};t=${resetAfter}`,
  };
  if (admitted) return headers;
  throw new ServiceError(
    'rate_limited',
    `the rate limit of ${limit} requests a minute is exceeded: retry after ${resetAfter} s`,
    { headers: { ...headers, 'Retry-After': String(resetAfter) } },
  );
}

/** Upper limits of visitors, in requests in any 60 seconds (decision 0016). */
const maxPerVisitor = 20;
const maxPerAddress = 60;
const maxSessionsPerAddress = 60;
/** The allowance of a chatbot whose store has no limit. */
const allowanceWithoutLimit = 6_000;

/**
 * Counts a visitor's request against the visitor, the address, its networks and the chatbot, or against none of them when
 * one rejects it (decision 0016). A chatbot has the store's limit in a window of its own, so that shoppers do not use up the requests
 * of the store's keys. `address` is the client's. Throws ServiceError `rate_limited` with Retry-After.
 */
export async function admitVisitor(
  { rateLimiter, planUse }: CountingLimiter,
  { visitor, store }: AuthenticatedVisitor,
  address: string,
): Promise<void> {
  const allowance = limitsOf(store).requestsPerMinute ?? allowanceWithoutLimit;
  // Every share is at least one request, so that a small allowance admits somebody.
  const share = (part: number): number => Math.max(1, Math.floor(allowance * part));
  const quarter = Math.floor(allowance / 4);
  const [visitorKey, chatbotKey] = [`visitor:${visitor.visitorId}`, `chatbot:${visitor.chatbotId}`];
  const keyOf = (network: string): string => `${chatbotKey} address:${network}`;
  const networks = networksOf(address);
  const decision = await rateLimiter.admit(
    { key: visitorKey, limit: Math.min(maxPerVisitor, share(1 / 4)) },
    { key: `address:${networkOf(address)}`, limit: maxPerAddress },
    ...networks.map(({ name, part }) => ({ key: keyOf(name), limit: share(part) })),
    { key: chatbotKey, limit: allowance, reserve: { requests: quarter, newKey: visitorKey } },
    // Counts the same: a check has one reserve.
    {
      key: `${chatbotKey} networks`,
      limit: allowance,
      reserve: { requests: Math.floor(quarter / 2), newKey: keyOf(siteOf(address)) },
    },
  );
  planUse.count(store.id, chatbotKey, decision.admitted);
  if (!decision.admitted) throw tooManyRequests(decision);
}

/** What is limited beside plans, in any 60 seconds, and by whom; `admit` counts it. */
export const limitOf = {
  /** A page opens a session. */
  session: (address: string): RateCheck[] => [
    { key: `session:${networkOf(address)}`, limit: maxSessionsPerAddress },
  ],
  /** By the address only, so that page views do not use up a chatbot's allowance: once a page, or twice when its token was rejected. */
  configRead: (address: string): RateCheck[] => [
    { key: `config:${networkOf(address)}`, limit: 2 * maxSessionsPerAddress },
  ],
  /** A batch of a visitor's widget events (decision 0043). */
  widgetEvents: (visitorId: string, address: string): RateCheck[] => [
    { key: `events:${visitorId}`, limit: 20 },
    { key: `events address:${networkOf(address)}`, limit: 120 },
  ],
  /** A message that a visitor leaves for a person (decision 0068). */
  leftMessage: (visitorId: string, address: string): RateCheck[] => [
    { key: `left:${visitorId}`, limit: 3 },
    { key: `left network:${siteOf(address)}`, limit: 6 },
  ],
  /** An attempt to sign in to the dashboard, whether it succeeds or not (decision 0039). */
  signIn: (address: string): RateCheck[] => [{ key: `sign-in:${siteOf(address)}`, limit: 30 }],
  /** With the password of an account: others cannot use up the attempts of a network. */
  signInTo: (account: string, address: string): RateCheck[] => [
    ...limitOf.signIn(address),
    { key: `account:${account} ${siteOf(address)}`, limit: 10 },
    { key: `account:${account}`, limit: 100 },
  ],
  /** A valid session signs in again: nobody else uses up its attempts. */
  repeatedSignIn: (sessionId: string): RateCheck[] => [{ key: `sign-in-again:${sessionId}`, limit: 10 }],
  /** A test message of a person of the dashboard (decision 0044). */
  testMessage: (userId: string): RateCheck[] => [{ key: `test:${userId}`, limit: 30 }],
};

/** Counts a request by all of these, or by none when one rejects it. Throws ServiceError `rate_limited` with Retry-After. */
export async function admit(limiter: RateLimiter, checks: readonly RateCheck[]): Promise<void> {
  const decision = await limiter.admit(...checks);
  if (!decision.admitted) throw tooManyRequests(decision);
}

/** Whether a failed sign-in is the first of the account and network in 60 seconds: attackers cannot fill the audit log. */
export async function isFirstFailure(
  limiter: RateLimiter,
  { address, account }: { readonly address: string; readonly account: string },
): Promise<boolean> {
  return (await limiter.admit({ key: `failure:${account} ${siteOf(address)}`, limit: 1 })).admitted;
}

/** The error of a limit that admits again after `resetAfter` seconds. */
export function tooManyRequests({ resetAfter }: Pick<RateDecision, 'resetAfter'>): ServiceError {
  return new ServiceError('rate_limited', `too many requests: retry after ${resetAfter} s`, {
    headers: { 'Retry-After': String(resetAfter) },
  });
}

/**
 * The network of one customer: an IPv4 address, or the /64 of an IPv6 address, within which a client can choose
 * addresses freely. Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 64);
}

/** The widest network that one customer may have: an IPv4 address, or the /48 of an IPv6 address. */
function siteOf(address: string): string {
  return prefixOf(address, 48);
}

const networkShares = [
  { bits: 64, part: 1 / 2 },
  { bits: 56, part: 5 / 8 },
  { bits: 48, part: 3 / 4 },
];

/** The networks of an address, with the part of a chatbot's allowance that each may use. */
function networksOf(address: string): { readonly name: string; readonly part: number }[] {
  const all = networkShares.map(({ bits, part }) => ({ name: prefixOf(address, bits), part }));
  // An IPv4 address is one network, whatever the length.
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

function prefixOf(address: string, bits: number): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`;
}
