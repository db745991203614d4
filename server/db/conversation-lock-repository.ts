import type { Knex } from 'knex';
import { ServiceError } from '../errors.ts';
import type { ConversationLockRepository, JoinedWrite } from './repositories.ts';
import type { Write } from './write.ts';

interface TicketRow {
  id: string;
  conversation_id: string;
  expires_at: string;
}

/**
 * Tickets over the table `conversation_locks` of PostgreSQL (decision 0054). The ticket with the lowest id of a
 * conversation holds its lock. Only those behind an expired ticket delete it, and a ticket that exists is never behind
 * one that is inserted later: so what has seen itself first is first until it is deleted.
 */
export function createConversationLockRepository(db: Knex, write: Write): ConversationLockRepository {
  return {
    insert: (conversationId) => write((trx) => insertTicket(trx, conversationId)),
    async findFirst(ids) {
      await removeExpiredBefore(db, ids);
      const { rows } = await db.raw<{ rows: Pick<TicketRow, 'id'>[] }>(
        `select own.id from conversation_locks own where own.id = any(?) and not exists (
           select from conversation_locks t where t.conversation_id = own.conversation_id and t.id < own.id)`,
        [[...ids]],
      );
      return rows.map(({ id }) => id);
    },
    async renew(ids) {
      await db.raw(`update conversation_locks set expires_at = ${leaseEnd} where id = any(?)`, [[...ids]]);
      // Of nodes that died, in conversations that did not go on.
      await db.raw(`delete from conversation_locks where expires_at < now() - interval '1 hour'`);
    },
    async remove(id) {
      await db<TicketRow>('conversation_locks').where({ id }).delete();
    },
  };
}

/** By the database's clock: those of the nodes may differ. */
const leaseEnd = `now() + interval '9 seconds'`;

async function insertTicket(
  trx: Knex.Transaction,
  conversationId: string,
): Promise<{ readonly id: string; readonly isFirst: boolean }> {
  // Until the commit nothing else is inserted in this conversation: ids are in the order in which others see them.
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [conversationId]);
  const { rows } = await trx.raw<{ rows: { id: string; is_first: boolean }[] }>(
    `insert into conversation_locks (conversation_id, expires_at) values (?, ${leaseEnd})
     returning id, not exists (select from conversation_locks t where t.conversation_id = ?) as is_first`,
    [conversationId, conversationId],
  );
  const [ticket] = rows;
  if (ticket === undefined) throw new Error('PostgreSQL inserted no ticket');
  return { id: ticket.id, isFirst: ticket.is_first };
}

/** A renewal that is being committed, or a write that holds its ticket, locks its row: such a ticket stays. */
async function removeExpiredBefore(db: Knex, ids: readonly string[]): Promise<void> {
  await db.raw(
    `delete from conversation_locks where id in (
       select t.id from conversation_locks t
       join conversation_locks own on own.conversation_id = t.conversation_id and t.id < own.id
       where own.id = any(?) and t.expires_at <= now() for update of t skip locked)`,
    [[...ids]],
  );
}

/** Throws ServiceError `conflict` when the ticket is deleted; otherwise it is not until the transaction ends. */
export function requireTicket(id: string): JoinedWrite {
  return async (trx) => {
    const ticket = await trx<TicketRow>('conversation_locks').where({ id }).forKeyShare().first('id');
    if (ticket !== undefined) return;
    throw new ServiceError('conflict', 'the conversation went on without this message: send it again');
  };
}
