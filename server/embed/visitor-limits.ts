import { ServiceError } from '../errors.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { limitsOf } from '../services/plans.ts';
import type { FoundVisitor } from './find-visitor.ts';
import { networkOf } from './network-of.ts';

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
  { visitor, store }: FoundVisitor,
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
