import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from '../errors.ts';

/** How long one request may wait for the database unless DATABASE_DEADLINE_SECONDS is set (decision 0019). */
const defaultDeadlineMs = 2_000;

/** The database did not respond before the deadline. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout';

  constructor() {
    super('the database did not respond before the deadline');
  }
}

/** Rejects what waits in a queue when its caller no longer waits, so that it is not done later. */
export function isInTime(waiting: { readonly deadline: number; reject(error: unknown): void }): boolean {
  if (waiting.deadline > performance.now()) return true;
  waiting.reject(new DatabaseTimeout());
  return false;
}

/** The address of the database leads to a standby, which rejects every write until it is promoted. */
export class StandbyServer extends Error {
  override readonly name = 'StandbyServer';

  constructor() {
    super('the server is a standby: its address must lead to the primary');
  }
}

/** The time that a request has left. It passes only while calls are in progress: a slow model uses none of it. */
interface Budget {
  /** For all calls of the request together. */
  readonly deadlineMs: number;
  remainingMs: number;
  callsInProgress: number;
  /** When the first of the calls in progress began, by `performance.now()`. */
  startedAt: number;
}

const budgets = new AsyncLocalStorage<Budget>();

/**
 * Runs `work`, a request, with a deadline for what it and all that it awaits do in the database. A part of a request that
 * has a deadline of its own has one of the same length.
 */
export function withDatabaseDeadline<Result>(
  work: () => Result,
  deadlineMs = budgets.getStore()?.deadlineMs ?? defaultDeadlineMs,
): Result {
  return budgets.run({ deadlineMs, remainingMs: deadlineMs, callsInProgress: 0, startedAt: 0 }, work);
}

/** Runs work that a request starts and does not wait for, without the deadline of the request. */
export function withoutDatabaseDeadline<Result>(work: () => Result): Result {
  return budgets.exit(work);
}

/**
 * When the calls of the present request must be done, by `performance.now()`; undefined outside of
 * `withDatabaseDeadline`, where commands and the start of the service wait as long as their work takes.
 */
export function databaseDeadline(): number | undefined {
  const budget = budgets.getStore();
  return budget && deadlineOf(budget);
}

function deadlineOf({ remainingMs, callsInProgress, startedAt }: Budget): number {
  return (callsInProgress === 0 ? performance.now() : startedAt) + remainingMs;
}

/**
 * Runs one call of the database in the time that the request has left. Throws DatabaseTimeout at the deadline, when the
 * call itself may go on, and without calling after it.
 */
export async function withinDeadline<Result>(call: () => Promise<Result>): Promise<Result> {
  const budget = budgets.getStore();
  if (budget === undefined) return call();
  const now = performance.now();
  const leftMs = deadlineOf(budget) - now;
  if (leftMs <= 0) throw new DatabaseTimeout();
  if (budget.callsInProgress === 0) budget.startedAt = now;
  budget.callsInProgress += 1;
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DatabaseTimeout()), leftMs);
  try {
    return await Promise.race([call(), expired]);
  } finally {
    clearTimeout(timer);
    budget.callsInProgress -= 1;
    if (budget.callsInProgress === 0) budget.remainingMs -= performance.now() - budget.startedAt;
  }
}

/** Gets each error of the database that becomes a 503, for the log. */
export type ReportUnavailable = (cause: unknown) => void;

/** Makes a call of the database in the time that its request has left. Throws ServiceError `unavailable`. */
export type Guard = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** The guard of the process that serves requests (decision 0019). Commands use the database without it. */
export function createGuard(report: ReportUnavailable): Guard {
  return (call) => whenAvailable(() => withinDeadline(call), report);
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

const retryAfterSeconds = 1;

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
 * database (3D), read-only (25006), and the timeouts of transactions (25P03, 25P04) and of locks (55P03).
 */
const sqlStates = /^(08|28|3D|40|53|57|58)...$|^(25006|25P03|25P04|55P03)$/;

/** Errors of pg that have no code, at the end of a message that Knex may have put the SQL in front of. */
const connectionErrors =
  /(Connection terminated( unexpectedly)?|timeout expired|Query read timeout|is not queryable)$/;

/** Whether an error of the database means that it cannot do this now, and not that it never can. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseTimeout || error instanceof StandbyServer) return true;
  if (error.name === 'KnexTimeoutError') return true;
  if (connectionErrors.test(error.message)) return true;
  const code = 'code' in error ? String(error.code) : '';
  return sqliteCodes.test(code) || sqlStates.test(code) || isSystemError(error);
}

/** An error of Node's sockets and name look-ups; one for several addresses is an AggregateError. */
function isSystemError(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some(isSystemError);
  return 'syscall' in error;
}
