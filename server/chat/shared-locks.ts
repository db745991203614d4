import { setTimeout as sleep } from 'node:timers/promises';
import {
  findFirstTickets,
  insertTicket,
  removeTicket,
  renewTickets,
  requireTicket,
} from '../db/conversation-locks.ts';
import type { Database } from '../db/database.ts';
import { withDatabaseDeadline } from '../db/guard.ts';
import { type ConversationLocks, type Waiter, waitForTurn } from './conversation-locks.ts';

/** A lease is three times as long, so that two renewals may fail. */
const renewalMs = 3_000;
const pollMs = 100;

/**
 * Locks in PostgreSQL for all nodes: each message has a ticket, and the lowest ticket of a conversation holds its lock
 * (decision 0054). One query renews the tickets of this node, and one looks for those whose turn has come.
 */
export function createSharedLocks(database: Database): ConversationLocks {
  const waiters = new Map<number, Waiter>();
  const renewal = createRenewal(database);
  let isPolling = false;
  const poll = async (): Promise<void> => {
    isPolling = true;
    while (waiters.size > 0) {
      await sleep(pollMs);
      await proceedFirst(database, waiters);
    }
    isPolling = false;
  };
  const enqueue = (ticket: number, waiter: Waiter): (() => void) => {
    waiters.set(ticket, waiter);
    if (!isPolling) void poll();
    return () => waiters.delete(ticket);
  };
  return {
    async acquire(conversationId, waitMs, signal) {
      signal.throwIfAborted();
      const { id, is_first: isFirst } = await insertTicket(database, conversationId);
      renewal.add(id);
      const release = async (): Promise<void> => {
        renewal.remove(id);
        // A ticket that cannot be removed expires.
        await removeTicket(database, id).catch(() => undefined);
      };
      try {
        if (!isFirst) await waitForTurn((waiter) => enqueue(id, waiter), waitMs, signal);
        return { requireHeld: (context) => requireTicket(context, id), release };
      } catch (error) {
        // Not awaited: without the database it would take its whole deadline once more.
        void release();
        throw error;
      }
    },
  };
}

/** Never rejects: without the database, every waiter gets its error. */
async function proceedFirst(database: Database, waiters: ReadonlyMap<number, Waiter>): Promise<void> {
  const asked = new Map(waiters);
  try {
    const first = await withDatabaseDeadline(() => findFirstTickets(database, [...asked.keys()]));
    for (const ticket of first) waiters.get(ticket)?.proceed();
  } catch (error) {
    for (const waiter of asked.values()) waiter.fail(error);
  }
}

/** Renews the tickets that were added, with one statement, until they are removed. */
function createRenewal(database: Database) {
  const renewed = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  // The next renewal is the second attempt of one that failed.
  const renew = () => withDatabaseDeadline(() => renewTickets(database, [...renewed])).catch(() => undefined);
  return {
    add(ticket: number): void {
      renewed.add(ticket);
      timer ??= setInterval(() => void renew(), renewalMs);
    },
    remove(ticket: number): void {
      renewed.delete(ticket);
      if (renewed.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
