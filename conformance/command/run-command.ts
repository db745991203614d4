import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { requirements } from '../../generated/requirements.ts';
import type { Check, Model } from '../check.ts';
import type { Target } from '../exchange.ts';
import type { SessionOptions } from '../runner/run-check.ts';
import { allChecks } from '../checks/all-checks.ts';
import { recordModel } from '../claim/record.ts';
import { createRedactor, secretsOf } from '../client/redact.ts';
import { printReport, printable } from '../report/print-report.ts';
import type { SuiteReport } from '../report/suite-report.ts';
import { planOfJob, type Job } from '../runner/plan.ts';
import { configFileName, readOptions } from './config-file.ts';
import {
  createClaimProgram,
  createReproduceProgram,
  readClaimed,
  runOptionsOf,
  verifyCommand,
  writeClaim,
  type ClaimOptions,
} from './claim-commands.ts';
import { compareRuns, diffCommand } from './diff-command.ts';
import { githubAnnotations, githubSummary, writeSummary } from './github.ts';
import { mockCommand } from './mock-command.ts';
import { createProgram, type Options } from './options.ts';
import { probe } from './probe.ts';
import { createProgress, printPlan, type Terminal } from './progress.ts';
import { completeOptions, connectionFile, readJob } from './read-job.ts';
import { makeReportFolder, readBaseline, writeReports, runSuite } from './run-suite.ts';

/** What the command needs of its process. */
export interface CliIo {
  /** Writes to stdout. */
  readonly print: (text: string) => void;
  readonly stderr: Terminal;
  /** Where a server of this repository writes its connection.json; undefined outside of it. */
  readonly dataDir: string | undefined;
  /** The folder of conformance.config.json. */
  readonly folder: string;
  readonly now: () => number;
  readonly randomSeed: number;
  /** True in a workflow of GitHub Actions: violated clauses become annotations. */
  readonly annotates?: boolean;
  /** The file of the step's summary in GitHub Actions. */
  readonly summaryFile?: string | undefined;
  /** Resolves when `mock` is to end. */
  readonly stopped: () => Promise<unknown>;
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

const help = `agent-conformance checks a deployment of the Conversational Agent Service API, clause by clause.
Start: CONFORMANCE_API_KEY=<a key of a store> agent-conformance --base-url https://<host> --profile core
More:  --help has all options, --list every clause with its checks; ${configFileName} keeps options for each run.
`;

async function runJob(
  job: Job,
  options: Options,
  { print, stderr, now }: CliIo,
  withModel?: SessionOptions['withModel'],
): Promise<SuiteReport> {
  const baseline = await readBaseline(options.baseline);
  await probe(job.target);
  const plan = planOfJob(job);
  print(printPlan(plan, job));
  const progress = createProgress(plan, stderr, now);
  const report = await runSuite(job, {
    baseline,
    options,
    now,
    onResult: progress.update,
    onWait: progress.wait,
    ...(withModel && { withModel }),
  });
  progress.clear();
  return report;
}

/** Runs and reports. `withModel` and `onReport` are for commands that do more with a run. */
async function run(
  options: Options,
  io: CliIo,
  withModel?: (model: Model, target: Target) => Model,
  onReport: (report: SuiteReport, plan: string) => number = ({ exitCode }) => exitCode,
): Promise<number> {
  const { reportDir } = options;
  const requested = readJob(completeOptions(options, io.dataDir), io.randomSeed);
  if (reportDir !== undefined) await makeReportFolder(reportDir);
  const harFile = reportDir === undefined ? {} : { harFile: join(reportDir, 'exchanges.har') };
  const job = { ...requested, ...harFile };
  const redact = createRedactor(secretsOf(job.target));
  const print = (text: string): void => io.print(printable(redact(text)));
  const recorded = withModel && ((model: Model) => withModel(model, job.target));
  const report = await runJob(job, options, { ...io, print }, recorded);
  print(printReport(report));
  if (io.annotates === true) print(githubAnnotations(report));
  if (io.summaryFile !== undefined) writeSummary(io.summaryFile, redact(githubSummary(report)));
  if (reportDir !== undefined) {
    await writeReports(reportDir, report);
    io.print(`Reports: ${join(reportDir, 'report.html')}\n`);
  }
  return onReport(report, printPlan(planOfJob(job), job));
}

/** `agent-conformance certify`: a whole run, and its bundle. */
async function certify(args: readonly string[], io: CliIo): Promise<number> {
  const given = readOptions(createClaimProgram(), args, io.folder) as ClaimOptions;
  const { reportDir = join(io.folder, 'conformance-report'), ...options } = runOptionsOf(given);
  let recordOf = (): string => '';
  const withModel = (model: Model, target: Target): Model => {
    const recorded = recordModel(model, target);
    recordOf = recorded.text;
    return recorded.model;
  };
  return run({ ...options, reportDir }, io, withModel, (report, plan) => {
    const read = (name: string): string => readFileSync(join(reportDir, name), 'utf8');
    const files = {
      'report.json': read('report.json'),
      'plan.txt': plan,
      'exchanges.har': read('exchanges.har'),
      'record.jsonl': recordOf(),
    };
    io.print(writeClaim(report, files, given));
    return report.exitCode;
  });
}

/** `agent-conformance reproduce bundle`: the same run against a deployment, and what is different. */
async function reproduce(args: readonly string[], io: CliIo): Promise<number> {
  const program = createReproduceProgram();
  const given = readOptions(program, args, io.folder);
  const claimed = readClaimed(program.args[0] ?? '');
  const options = { ...given, seed: claimed.seed, profile: claimed.profile };
  return run(options, io, undefined, (report) => compareRuns(claimed, report, io.print));
}

function hasDeployment({ baseUrl }: Options, { dataDir }: CliIo): boolean {
  return baseUrl !== undefined || (dataDir !== undefined && existsSync(connectionFile(dataDir)));
}

/** The command without its process. Returns the exit code: 0 to 4 of the report, 2 for wrong usage, and those of the other commands. */
export async function runCommand(args: readonly string[], io: CliIo): Promise<number> {
  const program = createProgram().configureOutput({ writeOut: io.print, outputError: () => undefined });
  try {
    if (args[0] === 'diff') return diffCommand(args.slice(1), io.print);
    if (args[0] === 'verify') return verifyCommand(args.slice(1), io.print);
    if (args[0] === 'certify') return await certify(args.slice(1), io);
    if (args[0] === 'reproduce') return await reproduce(args.slice(1), io);
    if (args[0] === 'mock') return await mockCommand(args.slice(1), io.print, io.stopped);
    const options = readOptions(program, args, io.folder);
    if (options.list) {
      io.print(listChecks(allChecks));
      return 0;
    }
    if (args.length === 0 && !hasDeployment(options, io)) {
      io.print(help);
      return 2;
    }
    return await run(options, io);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const message = error instanceof Error ? error.message.replace(/^error: /, '') : String(error);
    io.stderr.write(`agent-conformance: ${printable(message)}\n`);
    return 2;
  }
}
