import type { Database, Statement } from 'better-sqlite3';
import type { Knex } from 'knex';
import { prepared, sqliteHandle } from './sqlite-handle.ts';

interface Seen {
  readonly question: Statement<unknown[]>;
  version: unknown;
  changes: number;
  isCurrent: boolean;
}

const signs = new WeakMap<Database, Seen>();

/**
 * A number that is another one after every commit of another process, at once: SQLite's `data_version` tells of them.
 * Undefined for PostgreSQL, which has no such sign.
 */
export function changeSign(db: Knex): number | undefined {
  const connection = sqliteHandle(db);
  if (connection === undefined) return undefined;
  const seen = signs.get(connection) ?? begin(connection);
  if (!seen.isCurrent) look(seen);
  return seen.changes;
}

function begin(connection: Database): Seen {
  const question = prepared(connection, 'pragma data_version').pluck();
  const seen = { question, version: undefined, changes: 0, isCurrent: false };
  signs.set(connection, seen);
  return seen;
}

function look(seen: Seen): void {
  // Whatever this turn of the event loop still reads arrived before it: one look at the file is enough.
  seen.isCurrent = true;
  setImmediate(() => (seen.isCurrent = false));
  const version = seen.question.get();
  if (version === seen.version) return;
  seen.version = version;
  seen.changes += 1;
}
