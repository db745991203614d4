import { AsyncLocalStorage } from 'node:async_hooks';

/** How long one request may wait for the database, all of its calls together (decision 0019). */
export const databaseDeadlineMs = 2_000;

/** The database did not respond before the deadline. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout';

  constructor() {
    super('the database did not respond before the deadline');
  }
}

/** The time that a request has left. It passes only while calls are in progress: a slow model uses none of it. */
interface Budget {
  remainingMs: number;
  callsInProgress: number;
  /** When the first of the calls in progress began, by `performance.now()`. */
  startedAt: number;
}

const budgets = new AsyncLocalStorage<Budget>();

/** Runs `work`, a request, with a deadline for what it and all that it awaits do in the database. */
export function withDatabaseDeadline<Result>(work: () => Result): Result {
  return budgets.run({ remainingMs: databaseDeadlineMs, callsInProgress: 0, startedAt: 0 }, work);
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
