import { hasCode } from '../support/atomic-file.ts';
import { limitBusyTime } from './busy-time.ts';
import { Mailbox } from './mailbox.ts';
import { errorOfFailure, type Order, type Reply } from './messages.ts';
import type { LeasedWorker } from './worker-pool.ts';

export interface JobOptions {
  /** CPU time that the thread may use, in milliseconds. */
  readonly budgetMs: number;
  readonly tooSlow: () => Error;
  readonly tooLarge: () => Error;
  /** Ends the job with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** One job of a reader's thread. It ends with `end`, which keeps the thread only if it is ready for another job. */
export class Job {
  readonly #lease: LeasedWorker;
  readonly #replies = new Mailbox<Reply>();
  readonly #stopWatching: () => void;
  #isOver = false;
  #isBroken = false;

  constructor(lease: LeasedWorker, { budgetMs, tooSlow, tooLarge, signal }: JobOptions) {
    this.#lease = lease;
    const { worker } = lease;
    const onMessage = (reply: Reply): void => this.#replies.add(reply);
    const onError = (error: unknown): void =>
      this.#break(hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY') ? tooLarge() : error);
    const onExit = (): void => this.#break(new Error('the thread of a reader has ended'));
    const onAbort = (): void => this.#break(signal?.reason);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    const stopLimit = limitBusyTime(worker, budgetMs, () => this.#break(tooSlow()));
    this.#stopWatching = () => {
      stopLimit();
      signal?.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
  }

  send(order: Order): void {
    this.#lease.worker.postMessage(order);
  }

  /** The next reply. Throws why the reader has failed, or the job was ended. */
  async take(): Promise<Reply> {
    const reply = await this.#replies.take();
    if (reply.type !== 'failed') return reply;
    this.finish();
    throw errorOfFailure(reply.failure);
  }

  /** The thread needs nothing more for this job. */
  finish(): void {
    this.#isOver = true;
  }

  /** To be called once. */
  end(): Promise<void> {
    this.#stopWatching();
    return this.#lease.release(this.#isOver && !this.#isBroken ? 'finished' : 'unfinished');
  }

  #break(error: unknown): void {
    this.#isBroken = true;
    this.#replies.fail(error);
  }
}
