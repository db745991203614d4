import { Worker } from 'node:worker_threads';
import { untilAborted } from '../support/until-aborted.ts';
import { FairQueue } from './fair-queue.ts';

export interface WorkerPoolOptions {
  /** The module that each thread runs. */
  readonly module: URL;
  readonly maxThreads: number;
  /** Of a thread, in MB: one that needs more ends with the error ERR_WORKER_OUT_OF_MEMORY. */
  readonly maxHeapMb: number;
  /** How long a thread without work stays. */
  readonly idleMs: number;
}

/** A thread that one job has to itself. */
export interface LeasedWorker {
  readonly worker: Worker;
  /** To be called once: keeps the thread for other jobs, or ends one whose job is not finished and waits for its end. */
  release(outcome: 'finished' | 'unfinished'): Promise<void>;
}

/**
 * Threads that are started when they are needed; the owners of jobs that wait take turns. Not piscina: with no thread that
 * must stay, 5.3 starts none for a job that waits behind one that is aborted.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #queue = new FairQueue<() => void>();
  #leased = 0;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** How many jobs of this owner wait. */
  waiting(owner: string): number {
    return this.#queue.size(owner);
  }

  /** Waits for a thread. Rejects with the signal's reason. */
  async lease(owner: string, signal?: AbortSignal): Promise<LeasedWorker> {
    signal?.throwIfAborted();
    if (this.#leased < this.#options.maxThreads) this.#leased += 1;
    else await this.#wait(owner, signal);
    const worker = this.#takeIdle() ?? this.#start();
    return { worker, release: (outcome) => this.#release(worker, outcome) };
  }

  /** Ends the threads without work. */
  close(): void {
    for (const worker of this.#idle.keys()) void this.#end(worker);
  }

  async #wait(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.add(owner, resolve);
    try {
      await (signal === undefined ? promise : untilAborted(signal, promise));
    } catch (error) {
      // Its turn may have come in this moment.
      if (!this.#queue.remove(owner, resolve)) this.#passOn();
      throw error;
    }
  }

  #start(): Worker {
    const { module, maxHeapMb } = this.#options;
    const worker = new Worker(module, {
      // Neither the flags nor the secrets of this process.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 48 },
    });
    // Its job has listeners of its own.
    worker.on('error', () => undefined);
    worker.on('exit', () => void this.#end(worker));
    return worker;
  }

  #takeIdle(): Worker | undefined {
    const [worker] = this.#idle.keys();
    if (worker === undefined) return undefined;
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
    worker.ref();
    return worker;
  }

  async #release(worker: Worker, outcome: 'finished' | 'unfinished'): Promise<void> {
    // Ended first: its memory counts until then.
    if (outcome === 'unfinished') await this.#end(worker);
    else {
      worker.unref();
      this.#idle.set(worker, setTimeout(() => void this.#end(worker), this.#options.idleMs).unref());
    }
    this.#passOn();
  }

  #passOn(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#leased -= 1;
    else next();
  }

  async #end(worker: Worker): Promise<void> {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
    await worker.terminate();
  }
}
