import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { cwd, env, stderr } from 'node:process';
import { beforeAll, describe, expect, it } from 'vitest';
import { requirements, sectionTitles, type RequirementId } from '../generated/requirements.ts';
import { readOptions } from './command/config-file.ts';
import { createProgram } from './command/options.ts';
import { probe } from './command/probe.ts';
import { printPlan } from './command/progress.ts';
import { completeOptions, readJob } from './command/read-job.ts';
import { makeReportFolder, readBaseline, writeReports, runSuite } from './command/run-suite.ts';
import { outcomeLabels } from './report/clause-result.ts';
import { clauseLines } from './report/print-report.ts';
import { outcomeSentence, type SuiteReport } from './report/suite-report.ts';
import { planOfJob } from './runner/plan.ts';

const dayMs = 86_400_000;

async function run(configFile: string | undefined): Promise<SuiteReport> {
  const args = configFile === undefined ? [] : ['--config', configFile];
  const options = completeOptions(readOptions(createProgram(), args, cwd()), env['DATA_DIR']);
  const { reportDir } = options;
  const requested = readJob(options, randomInt(2 ** 31));
  if (reportDir !== undefined) await makeReportFolder(reportDir);
  const job = { ...requested, ...(reportDir !== undefined && { harFile: join(reportDir, 'exchanges.har') }) };
  const baseline = await readBaseline(options.baseline);
  await probe(job.target);
  stderr.write(printPlan(planOfJob(job), job));
  const report = await runSuite(job, { baseline, options, now: () => Date.now() });
  if (reportDir !== undefined) await writeReports(reportDir, report);
  return report;
}

/** Whether all failures of a clause are in the baseline. */
function isKnown({ baseline }: SuiteReport, id: RequirementId): boolean {
  return !baseline.fresh.some(({ requirement }) => requirement === id);
}

/**
 * Makes each clause a test of the vitest run that calls it: a violated clause fails, and one that was not checked is
 * skipped with its reason. Options come from `configFile` (default: conformance.config.json) and the environment, as
 * for the command.
 */
export function testConformance(configFile?: string): void {
  let report: SuiteReport | undefined;
  beforeAll(async () => {
    report = await run(configFile);
  }, dayMs);

  const verify = (id: RequirementId, skip: (reason: string) => never): void => {
    const clause = report?.clauses.find((one) => one.id === id);
    if (report === undefined || clause === undefined) return skip('not selected');
    const { outcome, notChecked, observations, failures } = clause;
    if (outcome === 'pass') return undefined;
    if (outcome !== 'fail') return skip([outcomeLabels[outcome], ...notChecked, ...observations].join('; '));
    if (isKnown(report, id)) return skip(`known failure: ${failures[0]?.actual}`);
    throw new Error(clauseLines(clause).join('\n'));
  };
  for (const [section, clauses] of Map.groupBy(requirements, (clause) => clause.section)) {
    describe(`${section} ${sectionTitles[section]}`, () => {
      for (const { id, text } of clauses) it(`${id} ${text}`, ({ skip }) => verify(id, skip));
    });
  }
  it('the run ended, and known failures still fail', () => {
    const allowed: readonly string[] = ['holds', ...(report?.exitCode === 0 ? ['incomplete'] : [])];
    if (report !== undefined && report.baseline.fresh.length === 0)
      expect(allowed, outcomeSentence(report)).toContain(report.outcome);
  });
}
