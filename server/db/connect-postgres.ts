import knexModule, { type Knex } from 'knex';
import { knexLog } from './knex-log.ts';

/** A pool of up to ten connections, none kept open when idle. Nothing is asked yet. */
export function connectPostgres(databaseUrl: string): Knex {
  return knexModule.knex({
    client: 'pg',
    connection: {
      connectionString: databaseUrl,
      application_name: 'agent-service',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    },
    log: knexLog,
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 10_000,
  });
}
