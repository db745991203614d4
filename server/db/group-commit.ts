import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { Knex } from 'knex';
import { prepared } from './sqlite-handle.ts';
import { emptyLog, openLog } from './write-ahead-log.ts';

/** Something to write, in SQL that runs to its end without waiting, and may have to run again. */
export type Work<Result> = (connection: Database) => Result;

export interface GroupCommit {
  /**
   * Resolves when what `work` wrote is on disk; rejects, and keeps nothing of it, when it throws. Rejects as well when
   * the disk refuses what is already committed: that may be found later.
   */
  write<Result>(work: Work<Result>): Promise<Result>;
}

interface Waiting {
  /** Runs the work inside the open transaction, and returns what tells its caller afterwards. Throws what it throws. */
  run(connection: Database): () => void;
  fail(error: unknown): void;
}

/** How long a group may grow, in milliseconds: little beside what a disk takes, and much beside a request. */
const longestGathering = 5;

/**
 * Commits what concurrent requests write together: everything that arrives in turns of the event loop without a pause,
 * and while the last group goes to disk, shares one transaction, and one wait for the disk. Only for SQLite.
 */
export function createGroupCommit(
  db: Knex,
  open: typeof openLog = openLog,
  now: () => number = () => performance.now(),
): GroupCommit {
  let waiting: Waiting[] = [];
  let isFlushing = false;
  let isInDoubt = false;
  /** Rejects when nothing is known to be on disk. */
  const flush = async (group: readonly Waiting[]): Promise<void> => {
    const connection: Database = await db.client.acquireConnection();
    let log: ReturnType<typeof openLog> | undefined;
    try {
      let answers: (() => void)[];
      try {
        if (isInDoubt) emptyLog(connection);
        isInDoubt = false;
        // Before anything is written: what cannot be waited for must not be committed.
        log = open(connection);
        answers = commit(connection, group);
      } finally {
        await db.client.releaseConnection(connection);
      }
      isInDoubt = true;
      await log.toDisk();
      isInDoubt = false;
      for (const answer of answers) answer();
    } finally {
      log?.close();
    }
  };
  /** All requests that a turn reads from the network come before its end. While a turn brings more, so may the next. */
  const gather = async (): Promise<void> => {
    const end = now() + longestGathering;
    for (let before = 0; before < waiting.length && now() < end;) {
      before = waiting.length;
      await nextTurn();
    }
  };
  const flushAll = async (): Promise<void> => {
    isFlushing = true;
    while (waiting.length > 0) {
      await gather();
      const group = waiting;
      waiting = [];
      await flush(group).catch((error: unknown) => group.forEach((one) => one.fail(error)));
    }
    isFlushing = false;
  };
  return {
    write(work) {
      return new Promise((resolve, reject) => {
        const run = (connection: Database): (() => void) => {
          const result = work(connection);
          return () => resolve(result);
        };
        waiting.push({ run, fail: reject });
        if (!isFlushing) void flushAll();
      });
    },
  };
}

/** Leaves the wait for the disk to its caller: SQLite's own would hold up every stream of the process. */
function commit(connection: Database, group: readonly Waiting[]): (() => void)[] {
  connection.exec('pragma synchronous = normal');
  try {
    prepared(connection, 'begin immediate').run();
    const answers = runAll(connection, group);
    prepared(connection, 'commit').run();
    return answers;
  } catch (error) {
    if (connection.inTransaction) prepared(connection, 'rollback').run();
    throw error;
  } finally {
    connection.exec('pragma synchronous = full');
  }
}

/** One failure takes back its own rows only; the others of its group are run again, each by itself, and committed. */
function runAll(connection: Database, group: readonly Waiting[]): (() => void)[] {
  const alone = (one: Waiting): (() => void) =>
    attempt(
      connection,
      () => one.run(connection),
      (error) => () => one.fail(error),
    );
  if (group.length === 1) return group.map(alone);
  return attempt(
    connection,
    () => group.map((one) => one.run(connection)),
    () => group.map(alone),
  );
}

/** What `work` returns; where it throws, nothing that it wrote is kept, and `otherwise` answers. */
function attempt<Result>(
  connection: Database,
  work: () => Result,
  otherwise: (error: unknown) => Result,
): Result {
  prepared(connection, 'savepoint one').run();
  try {
    const result = work();
    prepared(connection, 'release one').run();
    return result;
  } catch (error) {
    // Errors such as a full disk end the whole transaction by themselves.
    if (!connection.inTransaction) throw error;
    prepared(connection, 'rollback to one').run();
    prepared(connection, 'release one').run();
    return otherwise(error);
  }
}
