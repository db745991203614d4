import type { Database } from '../db/database.ts';
import type { Clock } from '../support/clock.ts';

export type AllowedOrigins = ReturnType<typeof createAllowedOrigins>;

/** How long a read stays valid: what any process changes is in force within a second (decision 0055). */
const originsLifetimeMs = 900;

/**
 * The origins that any chatbot allows, for CORS where no chatbot is known yet: preflights and errors. All are read at once
 * and cached, so that unknown origins cannot cause a query each.
 */
export function createAllowedOrigins(deps: {
  readonly database: Pick<Database, 'readAll'>;
  readonly clock: Clock;
}) {
  let origins: Promise<ReadonlySet<string>> = Promise.resolve(new Set());
  let readAt = -Infinity;
  const read = (): void => {
    readAt = deps.clock.monotonic();
    origins = readAllowedOrigins(deps.database);
    origins.catch(() => (readAt = -Infinity));
  };
  return {
    async has(origin: string): Promise<boolean> {
      if (deps.clock.monotonic() - readAt >= originsLifetimeMs) read();
      return (await origins).has(origin);
    },
  };
}

async function readAllowedOrigins(database: Pick<Database, 'readAll'>): Promise<ReadonlySet<string>> {
  const rows = await database.readAll(async (all) => all('chatbots').distinct('allowed_origins'));
  return new Set(rows.flatMap(({ allowed_origins: origins }) => origins));
}
