import type { Repositories } from '../db/repositories.ts';
import type { Clock } from '../support/clock.ts';

/** The origins that any chatbot allows, for CORS where no chatbot is known yet: preflights and errors. */
export interface AllowedOrigins {
  has(origin: string): Promise<boolean>;
}

/** How long a read stays valid: what any process changes is in force within a second (decision 0055). */
export const originsLifetimeMs = 900;

/** Reads all allowed origins at once and caches them, so that unknown origins cannot cause a query each. */
export function createAllowedOrigins(deps: {
  readonly repositories: Pick<Repositories, 'chatbots'>;
  readonly clock: Clock;
}): AllowedOrigins {
  let origins: Promise<ReadonlySet<string>> = Promise.resolve(new Set());
  let readAt = -Infinity;
  const read = (): void => {
    readAt = deps.clock.monotonic();
    origins = deps.repositories.chatbots.listAllowedOrigins().then((list) => new Set(list));
    origins.catch(() => (readAt = -Infinity));
  };
  return {
    async has(origin) {
      if (deps.clock.monotonic() - readAt >= originsLifetimeMs) read();
      return (await origins).has(origin);
    },
  };
}
