import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { allChecks } from '../checks/all-checks.ts';
import { createRedactor, secretsOf } from '../client/redact.ts';
import { parseBaseline, type KnownFailure } from '../report/baseline.ts';
import { printReport } from '../report/print-report.ts';
import { makeReport, type SuiteReport } from '../report/suite-report.ts';
import { harName, writeReports } from '../report/write-reports.ts';
import type { Job } from '../runner/job.ts';
import { planOfJob } from '../runner/plan-of-job.ts';
import { completeOptions } from './complete-options.ts';
import { listChecks } from './list-checks.ts';
import { createProgram, type Options } from './options.ts';
import { printPlan } from './print-plan.ts';
import { probe } from './probe.ts';
import { createProgress, type Screen } from './progress.ts';
import { readJob } from './read-job.ts';
import { UsageError } from './usage-error.ts';

/** What the command needs of its process. */
export interface Surroundings {
  readonly print: (text: string) => void;
  readonly screen: Screen;
  readonly dataDir: string;
  readonly now: () => number;
  readonly anySeed: number;
}

async function readBaseline(file: string | undefined): Promise<readonly KnownFailure[]> {
  if (file === undefined) return [];
  try {
    return parseBaseline(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read the baseline ${file}: ${(error as Error).message}`);
  }
}

async function makeReportFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `--report-dir names a folder that cannot be made (${code}): ${folder}; name another`,
    );
  }
}

async function runJob(
  job: Job,
  options: Options,
  { print, screen, now }: Surroundings,
): Promise<SuiteReport> {
  const baseline = await readBaseline(options.baseline);
  await probe(job.target);
  const plan = planOfJob(job);
  print(printPlan(plan, job));
  const progress = createProgress(plan, screen, now);
  const startedAt = now();
  // Loaded late: it takes a second, and wrong usage should not have to wait for it.
  const { runInVitest } = await import('../runner/run-in-vitest.ts');
  const results = await runInVitest(job, progress.tell);
  progress.clear();
  const durationMs = now() - startedAt;
  return makeReport({
    job,
    results,
    startedAt,
    durationMs,
    baseline,
    requireComplete: options.requireComplete,
  });
}

async function judge(options: Options, surroundings: Surroundings): Promise<number> {
  const { reportDir } = options;
  const read = readJob(completeOptions(options, surroundings.dataDir), surroundings.anySeed);
  if (reportDir !== undefined) await makeReportFolder(reportDir);
  const job = { ...read, ...(reportDir !== undefined && { harFile: join(reportDir, harName) }) };
  const redact = createRedactor(secretsOf(job.target));
  const report = await runJob(job, options, {
    ...surroundings,
    print: (text) => surroundings.print(redact(text)),
  });
  surroundings.print(redact(printReport(report)));
  if (reportDir !== undefined) {
    await writeReports(reportDir, report);
    surroundings.print(`Reports: ${join(reportDir, 'report.html')}\n`);
  }
  return report.exitCode;
}

/** The line for a failure to run, without a stack. */
function lineOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^error: /, '') : String(error);
}

/** The whole command: arguments in, exit code out (0 holds, 1 violated, 2 usage or no connection, 3 incomplete). */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const program = createProgram().configureOutput({
    writeOut: surroundings.print,
    outputError: () => undefined,
  });
  try {
    const options = program.parse(args, { from: 'user' }).opts<Options>();
    if (options.list) {
      surroundings.print(listChecks(allChecks));
      return 0;
    }
    return await judge(options, surroundings);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    surroundings.screen.write(`agent-conformance: ${lineOf(error)}\n`);
    return 2;
  }
}
