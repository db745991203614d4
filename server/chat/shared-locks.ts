import { setTimeout as sleep } from 'node:timers/promises';
import { requireTicket } from '../db/conversation-lock-repository.ts';
import { withDatabaseDeadline } from '../db/guard.ts';
import type { ConversationLockRepository } from '../db/repositories.ts';
import { type ConversationLocks, type Waiter, waitForTurn } from './conversation-locks.ts';

/** A lease is three times as long, so that two renewals may fail. */
const renewalMs = 3_000;
const pollMs = 100;

/**
 * Locks in PostgreSQL for all nodes: each message has a ticket, and the lowest ticket of a conversation holds its lock
 * (decision 0054). One query renews the tickets of this node, and one looks for those whose turn has come.
 */
export function createSharedLocks(tickets: ConversationLockRepository): ConversationLocks {
  const waiters = new Map<string, Waiter>();
  const renewal = createRenewal(tickets);
  let isPolling = false;
  const poll = async (): Promise<void> => {
    isPolling = true;
    while (waiters.size > 0) {
      await sleep(pollMs);
      await proceedFirst(tickets, waiters);
    }
    isPolling = false;
  };
  const enqueue = (ticket: string, waiter: Waiter): (() => void) => {
    waiters.set(ticket, waiter);
    if (!isPolling) void poll();
    return () => waiters.delete(ticket);
  };
  return {
    async acquire(conversationId, waitMs, signal) {
      signal.throwIfAborted();
      const { id, isFirst } = await tickets.insert(conversationId);
      renewal.add(id);
      const release = async (): Promise<void> => {
        renewal.remove(id);
        // A ticket that cannot be removed expires.
        await tickets.remove(id).catch(() => undefined);
      };
      try {
        if (!isFirst) await waitForTurn((waiter) => enqueue(id, waiter), waitMs, signal);
        return { requireHeld: requireTicket(id), release };
      } catch (error) {
        // Not awaited: without the database it would take its whole deadline once more.
        void release();
        throw error;
      }
    },
  };
}

/** Never rejects: without the database, every waiter gets its error. */
async function proceedFirst(
  tickets: ConversationLockRepository,
  waiters: ReadonlyMap<string, Waiter>,
): Promise<void> {
  const asked = new Map(waiters);
  try {
    const first = await withDatabaseDeadline(() => tickets.findFirst([...asked.keys()]));
    for (const ticket of first) waiters.get(ticket)?.proceed();
  } catch (error) {
    for (const waiter of asked.values()) waiter.fail(error);
  }
}

/** Renews the tickets that were added, with one statement, until they are removed. */
function createRenewal(tickets: Pick<ConversationLockRepository, 'renew'>) {
  const renewed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  // The next renewal is the second attempt of one that failed.
  const renew = () => withDatabaseDeadline(() => tickets.renew([...renewed])).catch(() => undefined);
  return {
    add(ticket: string): void {
      renewed.add(ticket);
      timer ??= setInterval(() => void renew(), renewalMs);
    },
    remove(ticket: string): void {
      renewed.delete(ticket);
      if (renewed.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
