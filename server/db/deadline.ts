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

interface Budget {
  remainingMs: number;
}

const budgets = new AsyncLocalStorage<Budget>();

/** Runs `work`, a request, with a deadline for what it and all that it awaits do in the database. */
export function withDatabaseDeadline<Result>(work: () => Result): Result {
  return budgets.run({ remainingMs: databaseDeadlineMs }, work);
}

/**
 * When the present call must be done, by `performance.now()`; undefined outside of `withDatabaseDeadline`, where
 * commands and the start of the service wait as long as their work takes.
 */
export function databaseDeadline(): number | undefined {
  const budget = budgets.getStore();
  return budget && performance.now() + budget.remainingMs;
}

/**
 * Runs one call of the database in the time that the request has left, and subtracts its duration: waiting for a model
 * does not count. Throws DatabaseTimeout at the deadline; the call itself may end later.
 */
export async function withinDeadline<Result>(call: () => Promise<Result>): Promise<Result> {
  const budget = budgets.getStore();
  if (budget === undefined) return call();
  const startedAt = performance.now();
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DatabaseTimeout()), budget.remainingMs);
  try {
    return await Promise.race([call(), expired]);
  } finally {
    clearTimeout(timer);
    budget.remainingMs -= performance.now() - startedAt;
  }
}
