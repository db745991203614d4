import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { requirements } from '../../generated/requirements.ts';
import type { Check } from '../check.ts';
import { allChecks } from '../checks/all-checks.ts';
import { createRedactor, secretsOf } from '../client/redact.ts';
import { htmlReport } from '../report/html.ts';
import { junitXml } from '../report/junit.ts';
import { printReport } from '../report/print-report.ts';
import {
  failuresOf,
  makeReport,
  parseBaseline,
  type KnownFailure,
  type SuiteReport,
} from '../report/suite-report.ts';
import { planOfJob, type Job } from '../runner/plan.ts';
import { createProgram, type Options } from './options.ts';
import { probe } from './probe.ts';
import { createProgress, printPlan, type Terminal } from './progress.ts';
import { completeOptions, readJob } from './read-job.ts';
import { UsageError } from './usage-error.ts';

/** What the command needs of its process. */
export interface CliIo {
  /** Writes to stdout. */
  readonly print: (text: string) => void;
  readonly stderr: Terminal;
  readonly dataDir: string;
  readonly now: () => number;
  readonly randomSeed: number;
}

function checkLine({ id, profile, title }: Check): string {
  return `    ${id.padEnd(34)} ${profile.padEnd(10)} ${title}`;
}

/** Every requirement with its checks, or why there is none. */
function listChecks(checks: readonly Check[]): string {
  const lines = requirements.flatMap(({ id, level, text, verified, reason }) => {
    const covering = checks.filter((check) => check.requirements.includes(id));
    const none = verified.includes('black-box')
      ? 'no check'
      : (reason ?? `verified by ${verified.join(' and ')}`);
    const below = covering.length > 0 ? covering.map(checkLine) : [`    not visible from outside: ${none}`];
    return [`${id} (${level}) ${text}`, ...below];
  });
  return `${lines.join('\n')}\n`;
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

/** Writes every report but the HAR, which the worker writes. */
async function writeReports(folder: string, report: SuiteReport): Promise<void> {
  const baseline = { requirementsVersion: report.requirementsVersion, failures: failuresOf(report.checks) };
  await Promise.all([
    writeFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`),
    writeFile(join(folder, 'junit.xml'), junitXml(report)),
    writeFile(join(folder, 'report.html'), htmlReport(report)),
    writeFile(join(folder, 'baseline.json'), `${JSON.stringify(baseline, null, 2)}\n`),
  ]);
}

async function runJob(job: Job, options: Options, { print, stderr, now }: CliIo): Promise<SuiteReport> {
  const baseline = await readBaseline(options.baseline);
  await probe(job.target);
  const plan = planOfJob(job);
  print(printPlan(plan, job));
  const progress = createProgress(plan, stderr, now);
  const startedAt = now();
  // Imported here: loading vitest takes a second, which wrong usage need not wait for.
  const { runInVitest } = await import('../runner/run-in-vitest.ts');
  const results = await runInVitest(job, progress.update);
  progress.clear();
  const durationMs = now() - startedAt;
  const { requireComplete, level } = options;
  return makeReport({ job, results, startedAt, durationMs, baseline, requireComplete, level });
}

async function run(options: Options, io: CliIo): Promise<number> {
  const { reportDir } = options;
  const requested = readJob(completeOptions(options, io.dataDir), io.randomSeed);
  if (reportDir !== undefined) await makeReportFolder(reportDir);
  const harFile = reportDir === undefined ? {} : { harFile: join(reportDir, 'exchanges.har') };
  const job = { ...requested, ...harFile };
  const redact = createRedactor(secretsOf(job.target));
  const print = (text: string): void => io.print(redact(text));
  const report = await runJob(job, options, { ...io, print });
  print(printReport(report));
  if (reportDir !== undefined) {
    await writeReports(reportDir, report);
    io.print(`Reports: ${join(reportDir, 'report.html')}\n`);
  }
  return report.exitCode;
}

/** The command without its process. Returns the exit code: 0 to 3 of the report, and 2 for wrong usage. */
export async function runCommand(args: readonly string[], io: CliIo): Promise<number> {
  const program = createProgram().configureOutput({ writeOut: io.print, outputError: () => undefined });
  try {
    const options = program.parse(args, { from: 'user' }).opts<Options>();
    if (!options.list) return await run(options, io);
    io.print(listChecks(allChecks));
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const message = error instanceof Error ? error.message.replace(/^error: /, '') : String(error);
    io.stderr.write(`agent-conformance: ${message}\n`);
    return 2;
  }
}
