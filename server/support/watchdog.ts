import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { LevelWithSilent } from 'pino';

export interface WatchdogOptions {
  /** The stacks are logged as warnings, to the standard error. */
  readonly logLevel: LevelWithSilent;
  /** How long the event loop stands still before its stack is logged. */
  readonly stallMs?: number;
  /** How long it stands still before the process is killed. */
  readonly killMs?: number;
  /** Called for each stall that is over. */
  readonly onStall: () => void;
}

/** What the thread gets. */
export interface WatchdogOrder {
  readonly logLevel: LevelWithSilent;
  readonly tickMs: number;
  readonly stallTicks: number;
  readonly killTicks: number;
  /** The number of turns of the event loop, and of stalls that were not yet reported. */
  readonly shared: Int32Array<SharedArrayBuffer>;
}

const tickMs = 250;

/**
 * Watches this process from another thread: when the event loop stands still for 2 s, the thread logs the stack in which it
 * stands, and after 30 s it kills the process with SIGKILL, for its supervisor to start it again. Not while a debugger may
 * pause the process. Returns what ends the watch.
 */
export function startWatchdog({
  logLevel,
  stallMs = 2_000,
  killMs = 30_000,
  onStall,
}: WatchdogOptions): () => Promise<unknown> {
  if (debuggerUrl() !== undefined) return () => Promise.resolve();
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const order: WatchdogOrder = {
    logLevel,
    tickMs,
    stallTicks: Math.ceil(stallMs / tickMs),
    killTicks: Math.ceil(killMs / tickMs),
    shared,
  };
  const thread = new Worker(new URL('watchdog-thread.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
  });
  thread.unref();
  const beat = (): void => {
    Atomics.add(shared, 0, 1);
    if (Atomics.exchange(shared, 1, 0) > 0) onStall();
  };
  const timer = setInterval(beat, tickMs).unref();
  return () => {
    clearInterval(timer);
    return thread.terminate();
  };
}
