import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { htmlReport } from '../report/html.ts';
import { junitXml } from '../report/junit.ts';
import { failuresOf, type SuiteReport, makeReport, type RunOptionsShown } from '../report/suite-report.ts';
import { parseBaseline, type KnownFailure, notExpired } from '../runner/baseline.ts';
import { UsageError } from './usage-error.ts';
import { version } from 'node:process';
import { contractVersion } from '../../generated/operations.ts';
import { createHarRecorder } from '../client/har.ts';
import type { SessionOptions, CheckResult } from '../runner/run-check.ts';
import { maxTimeOf, planOfJob, type Job } from '../runner/plan.ts';
import { runPlan, systemClock } from '../runner/run-plan.ts';
import { keyOptions, ownVersion, type Options } from './options.ts';

/** Reads the known failures of a file. Throws UsageError where it cannot be read. */
export async function readBaseline(file: string | undefined): Promise<readonly KnownFailure[]> {
  if (file === undefined) return [];
  try {
    return parseBaseline(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read the baseline ${file}: ${(error as Error).message}`);
  }
}

/** Makes the folder, and writes a file to it: a run whose reports cannot be written would be in vain. */
export async function makeReportFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'report.json'), '{}\n');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `--report-dir names a folder that cannot be written (${code}): ${folder}; name another`,
    );
  }
}

/** Writes every report but the HAR, which the run writes. */
export async function writeReports(folder: string, report: SuiteReport): Promise<void> {
  const baseline = { requirementsVersion: report.requirementsVersion, failures: failuresOf(report.checks) };
  await Promise.all([
    writeFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`),
    writeFile(join(folder, 'junit.xml'), junitXml(report)),
    writeFile(join(folder, 'report.html'), htmlReport(report)),
    writeFile(join(folder, 'baseline.json'), `${JSON.stringify(baseline, null, 2)}\n`),
  ]);
}

interface SuiteOptions extends Pick<SessionOptions, 'withModel'> {
  readonly baseline: readonly KnownFailure[];
  /** What was given for the run. */
  readonly options: Options;
  readonly now: () => number;
  readonly onResult?: (result: CheckResult) => void;
  readonly onWait?: (milliseconds: number) => void;
}

// Where files are on the machine of the run: of no use to readers of a report.
const localOptions = ['apiKeyFile', 'ca', 'browser', 'reportDir', 'config'];

/** The options for a report, without keys. */
function shownOptions(options: Options): RunOptionsShown {
  return Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) => value !== undefined && ![...keyOptions, ...localOptions].includes(name),
    ),
  ) as RunOptionsShown;
}

/** Runs a job in this process, and writes its exchanges where the job names a file. */
export async function runSuite(job: Job, suite: SuiteOptions): Promise<SuiteReport> {
  const { baseline, options, now, onResult, onWait, withModel } = suite;
  const { requireComplete, level, contract } = options;
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
  const failures = results.flatMap((one) => one.failures.map((failure) => ({ id: one.id, ...failure })));
  await har.write(new Map(failures.map(({ id, sequence, slug }) => [sequence, `${id}#${slug}`])));
  const timeIsOver = results.some(({ reason }) => reason?.includes('(--max-time)') === true);
  const durationMs = now() - startedAt;
  return makeReport({
    job,
    results,
    startedAt,
    durationMs,
    baseline,
    releasedContract: contract,
    requireComplete,
    level,
    timeIsOver,
    versions: { suite: ownVersion(), contract: contract ?? contractVersion, node: version },
    options: shownOptions(options),
  });
}
