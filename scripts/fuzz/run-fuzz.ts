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
  /** Bytes after the warm-up and at the end; undefined where memory cannot be read. */
  readonly memory: { readonly warm: number; readonly end: number } | undefined;
}

const maxFailures = 10;

/** Sends the cases of a seed and reports what the service did wrong; ends after ten failures. */
export async function runFuzz(target: FuzzTarget, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, only, concurrency } = options;
  const started = performance.now();
  const statuses = new Map<number, number>();
  const failures: FuzzFailure[] = [];
  const indexes = only === undefined ? Array.from({ length: requests }, (_, index) => index) : [only];
  const warmUp = Math.floor(indexes.length * warmUpShare);
  let [sent, warm] = [0, 0];
  const queue = indexes.values();
  const worker = async (): Promise<void> => {
    for (const index of queue) {
      const fuzzCase = caseOf(seed, index, target.credentials);
      const result = await sendWithRetry(target, fuzzCase, options);
      for (const status of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (result.problem !== undefined) {
        failures.push({ index, problem: result.problem, sent: Buffer.concat(fuzzCase.writes) });
      }
      if (++sent === warmUp) warm = target.memory?.() ?? 0;
      if (failures.length >= maxFailures) return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const memory = target.memory && { warm, end: target.memory() };
  const seconds = (performance.now() - started) / 1000;
  return { requests: sent, seconds, statuses, failures, memory };
}

/** The share of the requests after which memory should no longer grow. */
const warmUpShare = 0.2;

/** A busy machine may exceed the times: a case fails only if it fails again with ten times as much. */
async function sendWithRetry(
  target: FuzzTarget,
  fuzzCase: FuzzCase,
  { quietMs, deadlineMs }: FuzzOptions,
): Promise<CaseResult> {
  const result = await sendCase(target.address, fuzzCase, { quietMs, deadlineMs });
  const isSlow = result.statuses.length === 0 && result.problem !== undefined;
  return isSlow ? sendCase(target.address, fuzzCase, { quietMs: quietMs * 10, deadlineMs }) : result;
}
