import type { Knex } from 'knex';
import type { GroupCommit } from '../../../server/db/group-commit.ts';
import { prepared, sqliteHandle } from '../../../server/db/sqlite-handle.ts';

/** In the place of the service's own: a transaction, and a wait for the disk, for each write. */
export function createGroupCommit(db: Knex): GroupCommit {
  return {
    async write(work) {
      const connection = sqliteHandle(db);
      if (connection === undefined) throw new Error('this baseline knows SQLite only');
      prepared(connection, 'begin immediate').run();
      const result = work(connection);
      prepared(connection, 'commit').run();
      return result;
    },
  };
}
