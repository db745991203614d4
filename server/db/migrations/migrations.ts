import type { Knex } from 'knex';
import * as firstTables from './0001-first-tables.ts';

/** In the order in which they run. A name stays for ever: databases remember it. */
export const migrations: Readonly<Record<string, Knex.Migration>> = {
  '0001-first-tables': firstTables,
};
