import { caseOf, type FuzzCase } from './cases.ts';
import { sendCase, type CaseResult } from './send-case.ts';
import type { FuzzTarget } from './target.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** A single case instead. */
  readonly only?: number;
  readonly concurrency: number;
  readonly quietMs: number;
  readonly deadlineMs: number;
}

export interface FuzzFailure {
  readonly index: number;
  readonly problem: string;
  readonly sent: Buffer;
}

export interface FuzzReport {
  readonly requests: number;
  readonly seconds: number;
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly failures: readonly FuzzFailure[];
  /** Mean bytes in the second and in the last fifth of the run. */
  readonly memory: { readonly warm: number; readonly end: number };
}

const maxFailures = 10;
/** How much memory may grow after the warm-up, and from how many requests on that says anything. */
const maxGrowth = 0.2;
const minMemoryRequests = 5_000;

/** Whether the service passed. */
export function passed({ failures, memory, requests }: FuzzReport): boolean {
  const isGrowing = memory.end > memory.warm * (1 + maxGrowth);
  return failures.length === 0 && !(isGrowing && requests >= minMemoryRequests);
}

/** Sends the cases of a seed and reports what the service did wrong; ends after ten failures. */
export async function runFuzz(target: FuzzTarget, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, only, concurrency } = options;
  const started = performance.now();
  const statuses = new Map<number, number>();
  const failures: FuzzFailure[] = [];
  const indexes = only === undefined ? Array.from({ length: requests }, (_, index) => index) : [only];
  const samples: number[] = [];
  const sampleEvery = Math.ceil(indexes.length / memorySamples);
  let sent = 0;
  const queue = indexes.values();
  const worker = async (): Promise<void> => {
    for (const index of queue) {
      const fuzzCase = caseOf(seed, index, target.credentials);
      const result = await sendWithRetry(target, fuzzCase, options);
      for (const status of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (result.problem !== undefined) {
        failures.push({ index, problem: result.problem, sent: Buffer.concat(fuzzCase.writes) });
      }
      if (++sent % sampleEvery === 0) samples.push(target.memory());
      if (failures.length >= maxFailures) return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - started) / 1000;
  return { requests: sent, seconds, statuses, failures, memory: memoryOf(samples) };
}

const memorySamples = 100;

/** Means, since the memory of a process that collects garbage goes up and down. */
function memoryOf(samples: readonly number[]): { warm: number; end: number } {
  const fifth = Math.ceil(samples.length / 5);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return { warm: mean(samples.slice(fifth, 2 * fifth)), end: mean(samples.slice(-fifth)) };
}

/** A busy machine may not respond before the client ends the connection: such a case fails only if it fails again. */
async function sendWithRetry(
  target: FuzzTarget,
  fuzzCase: FuzzCase,
  { quietMs, deadlineMs }: FuzzOptions,
): Promise<CaseResult> {
  const result = await sendCase(target.address, fuzzCase, { quietMs, deadlineMs });
  const isSlow = result.statuses.length === 0 && result.problem !== undefined;
  if (!isSlow) return result;
  return sendCase(target.address, fuzzCase, { quietMs: deadlineMs / 2, deadlineMs });
}
