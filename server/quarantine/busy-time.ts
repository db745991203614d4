import { Worker } from 'node:worker_threads';

const pollMs = 100;

/**
 * Calls `onExceeded` once when a thread has been busy for `budgetMs` since now. Its CPU time counts; in a Node without
 * `Worker.cpuUsage` (before 24.6), the time in which its event loop was not idle. Returns what ends the watch.
 */
export function limitBusyTime(worker: Worker, budgetMs: number, onExceeded: () => void): () => void {
  let start: number | undefined;
  const poll = async (): Promise<void> => {
    const busyMs = await readBusyMs(worker);
    start ??= busyMs;
    if (busyMs - start > budgetMs) onExceeded();
  };
  // A thread that has ended, or not yet begun, has no times.
  const timer = setInterval(() => void poll().catch(() => undefined), pollMs).unref();
  return () => clearInterval(timer);
}

const hasCpuUsage = typeof Worker.prototype.cpuUsage === 'function';

async function readBusyMs(worker: Worker): Promise<number> {
  if (!hasCpuUsage) return worker.performance.eventLoopUtilization().active;
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}
