import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { runCommand } from '../conformance/command/run-command.ts';
import { mutants } from '../conformance/mutants/defects/all.ts';
import { broken } from '../conformance/mutants/running-server.ts';
import { startTarget } from '../conformance/testing/start-target.ts';
import { reportSchema } from './report-schema.ts';

/** Runs checks against a mutant, and returns its report.json. */
async function reportOf(mutantId: string, checks: string): Promise<Record<string, unknown>> {
  const mutant = mutants.find(({ id }) => id === mutantId);
  if (mutant === undefined) throw new Error(`no mutant ${mutantId}`);
  const target = await startTarget(broken(mutant));
  try {
    const reports = join(target.folder, 'reports');
    await runCommand(['--only', checks, '--seed', '1', '--report-dir', reports], {
      print: () => undefined,
      stderr: { isTTY: false, write: () => undefined },
      dataDir: target.folder,
      folder: target.folder,
      now: () => Date.now(),
      randomSeed: 1,
      stopped: () => Promise.resolve(),
    });
    return JSON.parse(await readFile(join(reports, 'report.json'), 'utf8')) as Record<string, unknown>;
  } finally {
    await target.close();
  }
}

it('report.json satisfies its published schema, which rejects a member that no report has', async () => {
  const isReport = new Ajv2020({ allErrors: true }).compile(reportSchema());
  const report = await reportOf('name-trimmed', 'agents/keeps-text,agents/list,tenancy/foreign-agent');
  expect(report['causes']).toHaveLength(1);
  isReport(report);
  expect(isReport.errors).toBeNull();
  expect(isReport({ ...report, more: 1 })).toBe(false);
  const { causes: _left, ...rest } = report;
  expect(isReport(rest)).toBe(false);
});
