import { ServiceError } from '../errors.ts';
import { DatabaseTimeout, withinDeadline } from './deadline.ts';
import type { Repositories } from './repositories.ts';

/** Gets each error of the database that becomes a 503, for the log. */
export type ReportUnavailable = (cause: unknown) => void;

/**
 * The repositories of the process that serves requests: each call has what is left of its request's deadline, and
 * throws ServiceError `unavailable` where the database cannot do it now (decision 0019). Commands use the repositories
 * without it.
 */
export function guardRepositories(repositories: Repositories, report: ReportUnavailable): Repositories {
  const guard: Guard = (call) => whenAvailable(() => withinDeadline(call), report);
  const { catalog } = repositories;
  return {
    stores: guardMethods(repositories.stores, guard),
    keys: guardMethods(repositories.keys, guard),
    agents: guardMethods(repositories.agents, guard),
    chatbots: guardMethods(repositories.chatbots, guard),
    conversations: guardMethods(repositories.conversations, guard),
    messages: guardMethods(repositories.messages, guard),
    catalog: {
      ...guardMethods(catalog, guard),
      // Loaded once for many requests, and a large one takes longer than the deadline.
      list: (storeId) => whenAvailable(() => catalog.list(storeId), report),
    },
    connections: guardMethods(repositories.connections, guard),
    idempotency: guardMethods(repositories.idempotency, guard),
    masterKey: guardMethods(repositories.masterKey, guard),
    users: guardMethods(repositories.users, guard),
    sessions: guardMethods(repositories.sessions, guard),
    audit: guardMethods(repositories.audit, guard),
    widgetEvents: guardMethods(repositories.widgetEvents, guard),
    requestHours: guardMethods(repositories.requestHours, guard),
    analytics: guardMethods(repositories.analytics, guard),
    transaction: (name, work) => guard(() => repositories.transaction(name, work)),
  };
}

type Guard = <Result>(call: () => Promise<Result>) => Promise<Result>;

function guardMethods<Repository extends object>(repository: Repository, guard: Guard): Repository {
  const methods = Object.entries(repository).map(([name, method]) => [
    name,
    (...input: unknown[]) => guard(() => method(...input)),
  ]);
  // Every method of a repository returns a promise, and the guard keeps its parameters and its result.
  return Object.fromEntries(methods) as Repository;
}

/** Calls `report` with an error that means "not now", and throws `databaseUnavailable` for it. */
async function whenAvailable<Result>(
  call: () => Promise<Result>,
  report: ReportUnavailable,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    report(error);
    throw databaseUnavailable(error);
  }
}

const retryAfterSeconds = 2;

/** The error of a request that the database cannot serve now: 503 with Retry-After. */
export function databaseUnavailable(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'the database is not available: try again in a moment', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  });
}

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
