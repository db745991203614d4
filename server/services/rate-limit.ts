import ipaddr from 'ipaddr.js';
import type { AuthenticatedVisitor } from '../auth/visitors.ts';
import type { StoreRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { limitsOf } from './plans.ts';
import type { RateLimiter } from './rate-limiter.ts';

/**
 * Counts one request of a store against its plan and returns the RateLimit headers; none for a store without a limit.
 * Throws ServiceError `rate_limited` with Retry-After in whole seconds (source 7, 8).
 */
export function admitRequest(
  deps: { readonly rateLimiter: RateLimiter },
  store: StoreRecord,
): Readonly<Record<string, string>> {
  const limit = limitsOf(store).requestsPerMinute;
  if (limit === null) return {};
  const { admitted, remaining, resetAfter } = deps.rateLimiter.admit(store.id, limit);
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

/** Requests in any 60 seconds. */
const perVisitor = 20;
const perAddress = 60;
const sessionsPerAddress = 60;
/** For a chatbot of a store without a limit. */
const perChatbotUnlimited = 6_000;

/**
 * Counts a visitor's request against the visitor, the address and the chatbot (decision 0016). A chatbot has the
 * store's limit in a window of its own, so that shoppers do not use up the requests of the store's keys.
 * Throws ServiceError `rate_limited` with Retry-After.
 */
export function admitVisitor(
  limiter: RateLimiter,
  { visitor, store }: AuthenticatedVisitor,
  address: string,
): void {
  const perChatbot = limitsOf(store).requestsPerMinute ?? perChatbotUnlimited;
  admit(limiter, `visitor:${visitor.visitorId}`, perVisitor);
  admit(limiter, `address:${networkOf(address)}`, perAddress);
  admit(limiter, `chatbot:${visitor.chatbotId}`, perChatbot);
}

/** Counts the opening of a session against the address. Throws ServiceError `rate_limited` with Retry-After. */
export function admitSession(limiter: RateLimiter, address: string): void {
  admit(limiter, `session:${networkOf(address)}`, sessionsPerAddress);
}

/** Attempts to sign in, in any 60 seconds. */
const signInsPerAccount = 10;
const signInsPerAddress = 30;

/** Counts an attempt to sign in to the dashboard (decision 0039). Throws ServiceError `rate_limited` with Retry-After. */
export function admitSignIn(
  limiter: RateLimiter,
  { address, account }: { readonly address: string; readonly account?: string },
): void {
  admit(limiter, `sign-in:${networkOf(address)}`, signInsPerAddress);
  if (account !== undefined) admit(limiter, `account:${account}`, signInsPerAccount);
}

function admit(limiter: RateLimiter, key: string, limit: number): void {
  const { admitted, resetAfter } = limiter.admit(key, limit);
  if (admitted) return;
  throw new ServiceError('rate_limited', `too many requests: retry after ${resetAfter} s`, {
    headers: { 'Retry-After': String(resetAfter) },
  });
}

/**
 * The network of one customer: an IPv4 address, or the /64 of an IPv6 address, within which a client can choose
 * addresses freely. Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
