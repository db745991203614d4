import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Config } from '../config.ts';
import { connectPostgres } from './connect-postgres.ts';
import { connectSqlite } from './connect-sqlite.ts';
import { DatabaseError } from './database-error.ts';

export type DatabaseLocation = Pick<Config, 'databaseUrl' | 'dataDir'>;

/**
 * Opens PostgreSQL at `databaseUrl`, or without one the SQLite file `service.db` in `dataDir`, and asks it one
 * question. The caller destroys it. Throws DatabaseError, one line without the password, when it does not answer.
 */
export async function connectDatabase(location: DatabaseLocation): Promise<Knex> {
  const { databaseUrl, dataDir } = location;
  const file = join(dataDir, 'service.db');
  const name = databaseUrl === null ? file : describeUrl(databaseUrl);
  const db = databaseUrl === null ? connectSqlite(file) : connectPostgres(databaseUrl);
  try {
    await db.raw('select 1');
    return db;
  } catch (error) {
    await db.destroy();
    throw new DatabaseError(`cannot open the database ${name}: ${reasonOf(error)}`, { cause: error });
  }
}

function describeUrl(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new DatabaseError('DATABASE_URL must look like postgres://user:password@host:5432/name');
  }
  return `${url.protocol}//${url.host}${url.pathname}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n', 1)[0] ?? text;
}
