import type { Knex } from 'knex';
import type { SessionRecord } from './records.ts';
import type { SessionRepository } from './people-repositories.ts';
import type { Write } from './write.ts';

interface SessionRow {
  id: string;
  hash: string;
  user_id: string;
  user_agent: string | null;
  signed_in_at: string;
  last_used_at: string;
}

/** Sessions over the table `sessions`. */
export function createSessionRepository(db: Knex, write: Write): SessionRepository {
  const table = (on: Knex) => on<SessionRow>('sessions');
  return {
    insert: (session) => write(async (trx) => void (await table(trx).insert(toRow(session)))),
    async findByHash(hash) {
      const row = await table(db).where({ hash }).first();
      return row && toSession(row);
    },
    async list(userId) {
      return (await table(db).where({ user_id: userId }).orderBy('last_used_at', 'desc')).map(toSession);
    },
    setUsed: (id, at) =>
      write(async (trx) => void (await table(trx).where({ id }).update({ last_used_at: at }))),
    async remove(userId, id) {
      return (await write((trx) => table(trx).where({ user_id: userId, id }).delete())) > 0;
    },
    removeOthers: (userId, id) =>
      write(async (trx) => void (await table(trx).where({ user_id: userId }).whereNot({ id }).delete())),
    removeExpired: ({ signedInBefore, usedBefore }) =>
      write(async (trx) => {
        await table(trx)
          .where('signed_in_at', '<', signedInBefore)
          .orWhere('last_used_at', '<', usedBefore)
          .delete();
      }),
  };
}

function toSession(row: SessionRow): SessionRecord {
  return {
    id: row.id,
    hash: row.hash,
    userId: row.user_id,
    userAgent: row.user_agent,
    signedInAt: row.signed_in_at,
    lastUsedAt: row.last_used_at,
  };
}

function toRow(session: SessionRecord): SessionRow {
  return {
    id: session.id,
    hash: session.hash,
    user_id: session.userId,
    user_agent: session.userAgent,
    signed_in_at: session.signedInAt,
    last_used_at: session.lastUsedAt,
  };
}
