import { ServiceError } from '../errors.ts';

export type Release = () => void;

/** One reply at a time in each conversation, first come first served. */
export interface ConversationLocks {
  /**
   * Waits for the conversation to be free, at most `waitMs`. Throws ServiceError `conflict` when it is not by then, and
   * the signal's reason after an abort.
   */
  acquire(conversationId: string, waitMs: number, signal: AbortSignal): Promise<Release>;
}

/** Locks within this process. A queue exists only while its conversation is busy. */
export function createConversationLocks(): ConversationLocks {
  const queues = new Map<string, (() => void)[]>();
  const releaseOnce = (id: string): Release => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = queues.get(id)?.shift();
      if (next === undefined) queues.delete(id);
      else next();
    };
  };
  return {
    async acquire(id, waitMs, signal) {
      const queue = queues.get(id);
      if (queue === undefined) queues.set(id, []);
      else await waitInQueue(queue, waitMs, signal);
      return releaseOnce(id);
    },
  };
}

function waitInQueue(queue: (() => void)[], waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      const index = queue.indexOf(onTurn);
      if (index >= 0) queue.splice(index, 1);
      finish();
    };
    const onTurn = (): void => settle(resolve);
    const onAbort = (): void => settle(() => reject(signal.reason));
    const timer = setTimeout(() => settle(() => reject(busy())), waitMs);
    signal.addEventListener('abort', onAbort);
    queue.push(onTurn);
  });
}

function busy(): ServiceError {
  return new ServiceError(
    'conflict',
    'the conversation is still processing an earlier message: wait for it to end, then send this one again',
  );
}
