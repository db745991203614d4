import type { Knex } from 'knex';
import { ServiceError } from '../errors.ts';
import { type Context, type Database, systemActor } from './database.ts';

/** A message's place in the queue of its conversation. */
export interface Ticket {
  readonly id: number;
  readonly is_first: boolean;
}

/*
 * Tickets over the table `conversation_locks` of PostgreSQL (decision 0054). The ticket with the lowest id of a
 * conversation holds its lock. A ticket expires 9 seconds after its last renewal; only those behind an expired ticket
 * delete it, and a ticket that exists is never behind one that is inserted later: so what has seen itself first is first
 * until it is deleted. All but the first statement commit themselves, outside of a verb: a transaction around each would double
 * their round trips.
 */

/** Inserts a ticket after all others of the conversation. */
export function insertTicket(database: Database, conversationId: string): Promise<Ticket> {
  return database.changeAll(systemActor, async ({ allStores }) => {
    // Until the commit nothing else is inserted in this conversation: ids are in the order in which others see them.
    await allStores.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [conversationId]);
    const { rows } = await allStores.raw<{ rows: Ticket[] }>(
      `insert into conversation_locks (conversation_id, expires_at) values (?, ${leaseEnd})
       returning id, not exists (select from conversation_locks t where t.conversation_id = ?) as is_first`,
      [conversationId, conversationId],
    );
    const [ticket] = rows;
    if (ticket === undefined) throw new Error('PostgreSQL inserted no ticket');
    return ticket;
  });
}

/** Those of the tickets that hold their lock. Deletes expired ones before them. */
export function findFirstTickets(database: Database, ids: readonly number[]): Promise<number[]> {
  return database.readAll(async (all) => {
    await removeExpiredBefore(all, ids);
    const { rows } = await all.raw<{ rows: Pick<Ticket, 'id'>[] }>(
      `select own.id from conversation_locks own where own.id = any(?) and not exists (
         select from conversation_locks t where t.conversation_id = own.conversation_id and t.id < own.id)`,
      [[...ids]],
    );
    return rows.map(({ id }) => id);
  });
}

/** Begins the leases of tickets anew. */
export function renewTickets(database: Database, ids: readonly number[]): Promise<void> {
  return database.readAll(async (all) => {
    await all.raw(`update conversation_locks set expires_at = ${leaseEnd} where id = any(?)`, [[...ids]]);
    // Of nodes that died, in conversations that did not go on.
    await all.raw(`delete from conversation_locks where expires_at < now() - interval '1 hour'`);
  });
}

export async function removeTicket(database: Database, id: number): Promise<void> {
  await database.readAll(async (all) => all('conversation_locks').where({ id }).delete());
}

/** By the database's clock: those of the nodes may differ. */
const leaseEnd = `now() + interval '9 seconds'`;

/** A renewal that is being committed, or a write that holds its ticket, locks its row: such a ticket stays. */
async function removeExpiredBefore(db: Knex, ids: readonly number[]): Promise<void> {
  await db.raw(
    `delete from conversation_locks where id in (
       select t.id from conversation_locks t
       join conversation_locks own on own.conversation_id = t.conversation_id and t.id < own.id
       where own.id = any(?) and t.expires_at <= now() for update of t skip locked)`,
    [[...ids]],
  );
}

/** Throws ServiceError `conflict` when the ticket is deleted; otherwise it is not until the transaction ends. */
export async function requireTicket({ allStores }: Pick<Context, 'allStores'>, id: number): Promise<void> {
  const ticket = await allStores('conversation_locks').where({ id }).forKeyShare().first('id');
  if (ticket !== undefined) return;
  throw new ServiceError('conflict', 'the conversation went on without this message: send it again');
}
