import { DatabaseTimeout } from './deadline.ts';

/** Codes of SQLite, with every extended code that begins so: locked, full, not readable or not writable now. */
const sqliteCodes = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL)/;

/**
 * Classes and codes of PostgreSQL's SQLSTATE: connection (08), transaction rolled back by a deadlock (40), resources,
 * among them the disk (53), operator (57, with the statement timeout), system (58); login rejected (28), no such
 * database (3D), read-only (25006), and the timeouts of transactions (25P03, 25P04).
 */
const sqlStates = /^(08|28|3D|40|53|57|58)...$|^(25006|25P03|25P04)$/;

/** Errors of pg that have no code, at the end of a message that Knex may have put the SQL in front of. */
const connectionErrors =
  /(Connection terminated( unexpectedly)?|timeout expired|Query read timeout|is not queryable)$/;

/** Whether an error of the database means that it cannot do this now, and not that it never can. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseTimeout || error.name === 'KnexTimeoutError') return true;
  if (connectionErrors.test(error.message)) return true;
  const code = 'code' in error ? String(error.code) : '';
  return sqliteCodes.test(code) || sqlStates.test(code) || isSystemError(error);
}

/** An error of Node's sockets and name look-ups; one for several addresses is an AggregateError. */
function isSystemError(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some(isSystemError);
  return 'syscall' in error;
}

/** SQLite: another process holds the write lock. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
