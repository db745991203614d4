import { version } from 'node:process';
import { contractVersion } from '../../generated/operations.ts';
import { createHarRecorder } from '../client/har.ts';
import type { SessionOptions } from '../runner/run-check.ts';
import { makeReport, type RunOptionsShown, type SuiteReport } from '../report/suite-report.ts';
import { notExpired, type KnownFailure } from '../runner/baseline.ts';
import { maxTimeOf, planOfJob, type Job } from '../runner/plan.ts';
import type { CheckResult } from '../runner/run-check.ts';
import { runPlan, systemClock } from '../runner/run-plan.ts';
import { keyOptions, ownVersion, type Options } from './options.ts';

interface SuiteOptions extends Pick<SessionOptions, 'withModel'> {
  readonly baseline: readonly KnownFailure[];
  /** What was given for the run. */
  readonly options: Options;
  readonly now: () => number;
  readonly onResult?: (result: CheckResult) => void;
  readonly onWait?: (milliseconds: number) => void;
}

/** The options for a report, without keys. */
function shownOptions(options: Options): RunOptionsShown {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== undefined && !keyOptions.includes(name)),
  ) as RunOptionsShown;
}

/** Runs a job in this process, and writes its exchanges where the job names a file. */
export async function runSuite(job: Job, suite: SuiteOptions): Promise<SuiteReport> {
  const { baseline, options, now, onResult, onWait, withModel } = suite;
  const { requireComplete, level } = options;
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
    ...(withModel && { withModel }),
  };
  const results = await runPlan(plan, session, onResult);
  await har.write();
  const timeIsOver = results.some(({ reason }) => reason?.includes('(--max-time)') === true);
  const durationMs = now() - startedAt;
  return makeReport({
    job,
    results,
    startedAt,
    durationMs,
    baseline,
    requireComplete,
    level,
    timeIsOver,
    versions: { suite: ownVersion(), contract: contractVersion, node: version },
    options: shownOptions(options),
  });
}
