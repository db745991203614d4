import ipaddr from 'ipaddr.js';
import type { AuthenticatedVisitor } from '../auth/visitors.ts';
import type { StoreRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { limitsOf } from './plans.ts';
import type { RateDecision, RateLimiter } from './rate-limiter.ts';

type Headers = Readonly<Record<string, string>>;

const none: Headers = {};

/**
 * Counts one request of a store against its plan and returns the header fields that say what is left, at once where
 * the limiter answers at once. None for a store without a limit. Throws ServiceError `rate_limited` with Retry-After
 * in whole seconds (source 7, 8).
 */
export function admitRequest(
  deps: { readonly rateLimiter: RateLimiter },
  store: StoreRecord,
): Headers | Promise<Headers> {
  const limit = limitsOf(store).requestsPerMinute;
  if (limit === null) return none;
  const decision = deps.rateLimiter.admit(store.id, limit);
  if (!(decision instanceof Promise)) return headersOf(decision, limit);
  return decision.then((decided) => headersOf(decided, limit));
}

function headersOf({ admitted, remaining, resetAfter }: RateDecision, limit: number): Headers {
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

/** Requests in any 60 seconds. A chatbot as a whole gets what the store's plan gives its key, in a window of its own. */
const perVisitor = 20;
const perAddress = 60;
const sessionsPerAddress = 60;
/** For a store without a limit: many shoppers, and still an end. */
const perChatbotUnlimited = 6_000;

/**
 * Counts a visitor's request against the visitor, the address and the chatbot, so that shoppers never use up the
 * store's plan and a visitor token is no way around it. Throws ServiceError `rate_limited` with Retry-After.
 */
export async function admitVisitor(
  limiter: RateLimiter,
  { visitor, store }: AuthenticatedVisitor,
  address: string,
): Promise<void> {
  const perChatbot = limitsOf(store).requestsPerMinute ?? perChatbotUnlimited;
  await admit(limiter, `visitor:${visitor.visitorId}`, perVisitor);
  await admit(limiter, `address:${networkOf(address)}`, perAddress);
  await admit(limiter, `chatbot:${visitor.chatbotId}`, perChatbot);
}

/** Counts the opening of a session against the address. Throws ServiceError `rate_limited` with Retry-After. */
export async function admitSession(limiter: RateLimiter, address: string): Promise<void> {
  await admit(limiter, `session:${networkOf(address)}`, sessionsPerAddress);
}

async function admit(limiter: RateLimiter, name: string, limit: number): Promise<void> {
  const { admitted, resetAfter } = await limiter.admit(name, limit);
  if (admitted) return;
  throw new ServiceError('rate_limited', `too many requests: retry after ${resetAfter} s`, {
    headers: { 'Retry-After': String(resetAfter) },
  });
}

/**
 * What one customer of a network has: an IPv4 address, or the first 64 bits of an IPv6 one, within which anybody may
 * choose a new address for every request. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
