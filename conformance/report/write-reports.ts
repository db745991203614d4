import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failuresOf } from './baseline.ts';
import { htmlReport } from './html.ts';
import { junitXml } from './junit.ts';
import type { SuiteReport } from './suite-report.ts';

export const harName = 'exchanges.har';

/** Writes every report of a run but the HAR, which the run itself writes. The directory is made. */
export async function writeReports(directory: string, report: SuiteReport): Promise<void> {
  await mkdir(directory, { recursive: true });
  const baseline = { requirementsVersion: report.requirementsVersion, failures: failuresOf(report.checks) };
  await Promise.all([
    writeFile(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`),
    writeFile(join(directory, 'junit.xml'), junitXml(report)),
    writeFile(join(directory, 'report.html'), htmlReport(report)),
    writeFile(join(directory, 'baseline.json'), `${JSON.stringify(baseline, null, 2)}\n`),
  ]);
}
