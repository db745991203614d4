import { type ConversationLock, type ConversationLocks, waitForTurn } from './conversation-locks.ts';

/** Locks within this process, for SQLite. A queue exists only while its conversation is busy. */
export function createLocalLocks(): ConversationLocks {
  const queues = new Map<string, (() => void)[]>();
  const lockOf = (id: string): ConversationLock => {
    let isReleased = false;
    return {
      // Only `release` ends it.
      requireHeld: async () => undefined,
      async release() {
        if (isReleased) return;
        isReleased = true;
        const next = queues.get(id)?.[0];
        if (next === undefined) queues.delete(id);
        else next();
      },
    };
  };
  return {
    async acquire(id, waitMs, signal) {
      const queue = queues.get(id);
      if (queue === undefined) queues.set(id, []);
      else await waitForTurn(({ proceed }) => enqueue(queue, proceed), waitMs, signal);
      return lockOf(id);
    },
  };
}

function enqueue(queue: (() => void)[], proceed: () => void): () => void {
  queue.push(proceed);
  return () => void queue.splice(queue.indexOf(proceed), 1);
}
