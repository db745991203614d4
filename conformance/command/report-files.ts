import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { htmlReport } from '../report/html.ts';
import { junitXml } from '../report/junit.ts';
import { failuresOf, type SuiteReport } from '../report/suite-report.ts';
import { parseBaseline, type KnownFailure } from '../runner/baseline.ts';
import { UsageError } from './usage-error.ts';

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
