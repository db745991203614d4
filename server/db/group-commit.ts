import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { Knex } from 'knex';
import { prepared } from './sqlite-handle.ts';
import { syncWal } from './sync-wal.ts';

/** Something to write, in SQL that runs to its end without waiting. */
export type Work<Result> = (connection: Database) => Result;

export interface GroupCommit {
  /** Resolves when what `work` wrote is on disk; rejects, and keeps nothing of it, when it throws. */
  write<Result>(work: Work<Result>): Promise<Result>;
}

interface Waiting {
  /** Runs the work inside the open transaction, and returns what tells its caller afterwards. */
  run(connection: Database): () => void;
  fail(error: unknown): void;
}

/**
 * Commits what concurrent requests write together: everything that arrived in one turn of the event loop, and
 * while the last group went to disk, shares one transaction, and one wait for the disk. Only for SQLite.
 */
export function createGroupCommit(db: Knex, toDisk: typeof syncWal = syncWal): GroupCommit {
  let waiting: Waiting[] = [];
  let isFlushing = false;
  const flushAll = async (): Promise<void> => {
    isFlushing = true;
    while (waiting.length > 0) {
      // All requests that this turn reads from the network come before it.
      await nextTurn();
      const group = waiting;
      waiting = [];
      await flush(db, group, toDisk);
    }
    isFlushing = false;
  };
  return {
    write(work) {
      return new Promise((resolve, reject) => {
        waiting.push({ run: (connection) => attempt(connection, work, resolve, reject), fail: reject });
        if (!isFlushing) void flushAll();
      });
    },
  };
}

/** Never rejects: every failure is told to the callers whose work it was. */
async function flush(db: Knex, group: readonly Waiting[], toDisk: typeof syncWal): Promise<void> {
  try {
    const connection: Database = await db.client.acquireConnection();
    let answers: (() => void)[];
    try {
      answers = commit(connection, group);
    } finally {
      await db.client.releaseConnection(connection);
    }
    await toDisk(connection.name);
    for (const answer of answers) answer();
  } catch (error) {
    for (const one of group) one.fail(error);
  }
}

/** Leaves the wait for the disk to its caller: SQLite's own would hold up every stream of the process. */
function commit(connection: Database, group: readonly Waiting[]): (() => void)[] {
  connection.pragma('synchronous = normal');
  try {
    prepared(connection, 'begin immediate').run();
    const answers = group.map((one) => one.run(connection));
    prepared(connection, 'commit').run();
    return answers;
  } catch (error) {
    if (connection.inTransaction) prepared(connection, 'rollback').run();
    throw error;
  } finally {
    connection.pragma('synchronous = full');
  }
}

/** One failure takes back its own rows only; the others of its group are committed. */
function attempt<Result>(
  connection: Database,
  work: Work<Result>,
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
): () => void {
  prepared(connection, 'savepoint one').run();
  try {
    const result = work(connection);
    prepared(connection, 'release one').run();
    return () => resolve(result);
  } catch (error) {
    // Errors such as a full disk end the whole transaction by themselves.
    if (!connection.inTransaction) throw error;
    prepared(connection, 'rollback to one').run();
    prepared(connection, 'release one').run();
    return () => reject(error);
  }
}
