import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { isLocked, isPostgres } from './connect.ts';
import { databaseDeadline, DatabaseTimeout, isInTime } from './guard.ts';

/**
 * Runs `work` in a transaction and returns its result after the commit. Rejects with what `work` throws, and keeps
 * none of its rows; rejects as well when the commit fails. `work` may run twice, so it changes nothing but rows, and
 * it queries only through `trx`: another query would wait for this transaction.
 */
export type Write = <Result>(work: (trx: Knex.Transaction) => Promise<Result>) => Promise<Result>;

interface QueuedWrite {
  /** By `performance.now()`: what has not begun by then is rejected. */
  readonly deadline: number;
  /** Runs the work, and returns the function that resolves the caller's promise. */
  run(trx: Knex.Transaction): Promise<() => void>;
  reject(error: unknown): void;
}

/**
 * In PostgreSQL each write has its own transaction. In SQLite, which has one writer, writes that arrive together share
 * one transaction and one fsync; those that arrive during it form the next group. Throws DatabaseTimeout for a write of
 * a request that has reached its deadline: it is not committed (decision 0019).
 */
export function createWriter(db: Knex): Write {
  return isPostgres(db) ? (work) => writeInPostgres(db, work) : createGroupWriter(db);
}

function writeInPostgres<Result>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  const deadline = databaseDeadline();
  if (deadline === undefined) return db.transaction(work);
  return db.transaction(async (trx) => {
    await limitTransaction(trx, deadline);
    const result = await work(trx);
    timeUntil(deadline);
    return result;
  });
}

/**
 * PostgreSQL itself ends a statement that waits too long, and the transaction of a client that is gone, whose locks
 * would stop others. In the transaction, because PgBouncer shares sessions.
 */
async function limitTransaction(trx: Knex.Transaction, deadline: number): Promise<void> {
  const limit = String(Math.ceil(timeUntil(deadline)));
  await trx.raw(
    `select set_config('statement_timeout', ?, true), set_config('idle_in_transaction_session_timeout', ?, true)`,
    [limit, limit],
  );
}

function timeUntil(deadline: number): number {
  const milliseconds = deadline - performance.now();
  if (milliseconds <= 0) throw new DatabaseTimeout();
  return milliseconds;
}

/** How long a write outside of a request waits: for the write lock, which an import has for seconds, or a busy loop. */
const maxLockWaitMs = 30_000;
const lockRetryMs = 25;

function createGroupWriter(db: Knex): Write {
  let queue: QueuedWrite[] = [];
  let isCommitting = false;
  const commitAll = async (): Promise<void> => {
    isCommitting = true;
    while (queue.length > 0) {
      // Requests that the event loop reads in this turn join the group.
      await nextTurn();
      const group = queue.filter(isInTime);
      queue = [];
      if ((await commitGroup(db, group)) === 'committed') continue;
      // Another process writes. Reads and streams go on while this one waits.
      queue.unshift(...group);
      await sleep(lockRetryMs);
    }
    isCommitting = false;
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const deadline = databaseDeadline() ?? performance.now() + maxLockWaitMs;
      const run = async (trx: Knex.Transaction): Promise<() => void> => {
        const result = await work(trx);
        return () => resolve(result);
      };
      queue.push({ deadline, run, reject });
      if (!isCommitting) void commitAll();
    });
}

/** Settles every write of the group; `locked` when another process holds the write lock, and nothing was done. */
async function commitGroup(db: Knex, group: readonly QueuedWrite[]): Promise<'committed' | 'locked'> {
  if (group.length === 0) return 'committed';
  try {
    const committed = await attempt(db, async (trx) => {
      await takeWriteLock(trx);
      return runGroup(trx, group);
    });
    if ('error' in committed) throw committed.error;
    for (const settle of committed.result) settle();
  } catch (error) {
    if (isLocked(error)) return 'locked';
    for (const write of group) write.reject(error);
  }
  return 'committed';
}

/**
 * Knex begins deferred transactions. One that reads first fails with SQLITE_BUSY_SNAPSHOT, without the busy timeout,
 * when another process commits before it writes. A first statement that is a write, even of no row, takes the lock.
 */
async function takeWriteLock(trx: Knex.Transaction): Promise<void> {
  await trx('stores').whereRaw('false').delete();
}

// A savepoint for each write costs about a third: they are used only when a write of the group has failed.
async function runGroup(trx: Knex.Transaction, group: readonly QueuedWrite[]): Promise<(() => void)[]> {
  const together = await attempt(trx, (savepoint) => runInOrder(savepoint, group));
  if ('result' in together) return together.result;
  const settled: (() => void)[] = [];
  for (const write of group) {
    const alone = await attempt(trx, (savepoint) => write.run(savepoint));
    settled.push('result' in alone ? alone.result : () => write.reject(alone.error));
  }
  return settled;
}

async function runInOrder(trx: Knex.Transaction, group: readonly QueuedWrite[]): Promise<(() => void)[]> {
  const settled: (() => void)[] = [];
  for (const write of group) settled.push(await write.run(trx));
  return settled;
}

/**
 * Runs `work` in a transaction or, inside of one, in a savepoint. Returns the error that it rolled back for. Throws
 * when the commit fails, and when SQLite has rolled back the whole transaction itself, for example on a full disk.
 */
async function attempt<Result>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<{ result: Result } | { error: unknown }> {
  let failure: { error: unknown } | undefined;
  const observed = async (trx: Knex.Transaction): Promise<Result> => {
    try {
      return await work(trx);
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    return { result: await db.transaction(observed) };
  } catch (error) {
    if (failure === undefined) throw error;
    // Knex rejects with another error when the rollback itself fails.
    if (error !== failure.error) throw failure.error;
    return failure;
  }
}
