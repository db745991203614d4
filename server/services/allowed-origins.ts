import type { Repositories } from '../db/repositories.ts';
import type { Clock } from '../support/clock.ts';

/** Knows which origins some chatbot allows, for the answers to browsers that name no chatbot: preflights and errors. */
export interface AllowedOrigins {
  has(origin: string): Promise<boolean>;
}

/** How long what was read is believed, in milliseconds: for origins that are known, and for others. */
const knownLifetime = 4_000;
const unknownLifetime = 1_000;

/** Reads all allowed origins at once, at most every second, however many strangers ask. */
export function createAllowedOrigins(deps: {
  readonly repositories: Pick<Repositories, 'chatbots'>;
  readonly clock: Clock;
}): AllowedOrigins {
  let origins: Promise<ReadonlySet<string>> = Promise.resolve(new Set());
  let readAt = -Infinity;
  const read = (): void => {
    readAt = deps.clock.monotonic();
    origins = deps.repositories.chatbots.listAllowedOrigins().then((found) => new Set(found));
    origins.catch(() => (readAt = -Infinity));
  };
  return {
    async has(origin) {
      const age = deps.clock.monotonic() - readAt;
      if (age > knownLifetime) read();
      const isKnown = (await origins).has(origin);
      if (isKnown || deps.clock.monotonic() - readAt <= unknownLifetime) return isKnown;
      read();
      return (await origins).has(origin);
    },
  };
}
