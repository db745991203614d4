import type { Database } from 'better-sqlite3';
import type { Knex } from 'knex';
import { prepared } from './sqlite-handle.ts';

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
export function createGroupCommit(db: Knex): GroupCommit {
  let waiting: Waiting[] = [];
  const flush = async (): Promise<void> => {
    let connection: Database;
    try {
      connection = await db.client.acquireConnection();
    } catch (error) {
      for (const one of waiting.splice(0)) one.fail(error);
      return;
    }
    const group = waiting;
    waiting = [];
    try {
      commit(connection, group);
    } finally {
      await db.client.releaseConnection(connection);
    }
  };
  return {
    write(work) {
      return new Promise((resolve, reject) => {
        // All requests that this turn reads from the network come before it.
        if (waiting.length === 0) setImmediate(() => void flush());
        waiting.push({ run: (connection) => attempt(connection, work, resolve, reject), fail: reject });
      });
    },
  };
}

function commit(connection: Database, group: readonly Waiting[]): void {
  let answers: (() => void)[];
  try {
    prepared(connection, 'begin immediate').run();
    answers = group.map((one) => one.run(connection));
    prepared(connection, 'commit').run();
  } catch (error) {
    if (connection.inTransaction) prepared(connection, 'rollback').run();
    for (const one of group) one.fail(error);
    return;
  }
  for (const answer of answers) answer();
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
