import type { Context } from '../db/database.ts';
import { ServiceError } from '../errors.ts';

/** One reply at a time in each conversation, first come first served (decision 0054). */
export interface ConversationLocks {
  /**
   * Waits for the conversation to be free, at most `waitMs`. Throws ServiceError `conflict` when it is not by then,
   * `unavailable` when the database does not say, and the signal's reason after an abort.
   */
  acquire(conversationId: string, waitMs: number, signal: AbortSignal): Promise<ConversationLock>;
}

/** The lock of one conversation, held from `acquire` until `release`, or until it was lost. */
export interface ConversationLock {
  /** A line of each verb that writes to the conversation. Throws ServiceError `conflict` when the lock was lost. */
  requireHeld(context: Pick<Context, 'allStores'>): Promise<void>;
  /** May be called again. Never rejects. */
  release(): Promise<void>;
}

/** A message that waits for its conversation. */
export interface Waiter {
  /** Its turn has come. */
  readonly proceed: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Waits until one of the waiter's functions is called; `enqueue` returns what takes it out of its queue, at the end.
 * Throws as `acquire` does.
 */
export function waitForTurn(
  enqueue: (waiter: Waiter) => () => void,
  waitMs: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      dequeue();
      finish();
    };
    const fail = (error: unknown): void => settle(() => reject(error));
    const onAbort = (): void => fail(signal.reason);
    const timer = setTimeout(() => fail(busy()), waitMs);
    signal.addEventListener('abort', onAbort);
    const dequeue = enqueue({ proceed: () => settle(resolve), fail });
  });
}

function busy(): ServiceError {
  return new ServiceError(
    'conflict',
    'the conversation is still processing an earlier message: wait for it to end, then send this one again',
  );
}
