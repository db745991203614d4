import type { Repositories } from '../db/repositories.ts';
import type { Clock } from '../support/clock.ts';

/** The origins that any chatbot allows, for CORS where no chatbot is known yet: preflights and errors. */
export interface AllowedOrigins {
  has(origin: string): Promise<boolean>;
}

/** How long a read serves origins that are in it, and those that are not. */
const allowedLifetimeMs = 4_000;
const otherLifetimeMs = 1_000;

/** Reads all allowed origins at once, at most every second, so that unknown origins cannot cause a query each. */
export function createAllowedOrigins(deps: {
  readonly repositories: Pick<Repositories, 'chatbots'>;
  readonly clock: Clock;
}): AllowedOrigins {
  let origins: Promise<ReadonlySet<string>> = Promise.resolve(new Set());
  let readAt = -Infinity;
  const readIfOlderThan = (lifetimeMs: number): void => {
    if (deps.clock.monotonic() - readAt <= lifetimeMs) return;
    readAt = deps.clock.monotonic();
    origins = deps.repositories.chatbots.listAllowedOrigins().then((list) => new Set(list));
    origins.catch(() => (readAt = -Infinity));
  };
  return {
    async has(origin) {
      readIfOlderThan(allowedLifetimeMs);
      if ((await origins).has(origin)) return true;
      readIfOlderThan(otherLifetimeMs);
      return (await origins).has(origin);
    },
  };
}
