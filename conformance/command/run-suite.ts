import { createHarRecorder } from '../client/har.ts';
import type { FailingLevel } from '../report/clause-result.ts';
import { makeReport, type SuiteReport } from '../report/suite-report.ts';
import { notExpired, type KnownFailure } from '../runner/baseline.ts';
import { maxTimeOf, planOfJob, type Job } from '../runner/plan.ts';
import type { CheckResult } from '../runner/run-check.ts';
import { runPlan, systemClock } from '../runner/run-plan.ts';

interface SuiteOptions {
  readonly baseline: readonly KnownFailure[];
  readonly requireComplete: boolean;
  readonly level: FailingLevel;
  readonly now: () => number;
  readonly onResult?: (result: CheckResult) => void;
  readonly onWait?: (milliseconds: number) => void;
}

/** Runs a job in this process, and writes its exchanges where the job names a file. */
export async function runSuite(job: Job, options: SuiteOptions): Promise<SuiteReport> {
  const { baseline, requireComplete, level, now, onResult, onWait } = options;
  const har = createHarRecorder(job.target, job.harFile);
  const startedAt = now();
  const plan = planOfJob(job);
  const known = notExpired(baseline, startedAt);
  const session = {
    ...job,
    maxTimeMs: maxTimeOf(plan, job),
    clock: systemClock,
    record: har.record,
    onWait,
    known,
  };
  const results = await runPlan(plan, session, onResult);
  await har.write();
  const timeIsOver = results.some(({ reason }) => reason?.includes('(--max-time)') === true);
  const durationMs = now() - startedAt;
  return makeReport({ job, results, startedAt, durationMs, baseline, requireComplete, level, timeIsOver });
}
