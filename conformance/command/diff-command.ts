import { readFileSync } from 'node:fs';
import { isObject } from '../exchange.ts';
import { compareReports, printComparison, type ComparedReport } from '../report/compare-reports.ts';
import { printable } from '../report/print-report.ts';
import { UsageError } from './usage-error.ts';

function readReport(file: string): ComparedReport {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message.replaceAll(/\s+/g, ' ')}`);
  }
  const isReport =
    isObject(content) &&
    isObject(content['target']) &&
    Array.isArray(content['clauses']) &&
    content['clauses'].every((clause) => isObject(clause) && typeof clause['outcome'] === 'string');
  if (isReport) return content as unknown as ComparedReport;
  throw new UsageError(`${file} is no report; give the report.json that --report-dir wrote`);
}

const help = `agent-conformance diff old/report.json new/report.json

Prints which clauses are newly violated, repaired or no longer checked, and which causes are new or gone, between two
reports that --report-dir wrote. Exit code 1 where a clause is newly violated, else 0.
`;

/**
 * `agent-conformance diff old.json new.json`: prints what changed between two reports. Returns the exit code: 1 where a
 * clause is newly violated, else 0. Throws UsageError for other arguments, and for a file that is no report.
 */
export function diffCommand(files: readonly string[], print: (text: string) => void): number {
  if (files.length === 1 && (files[0] === '--help' || files[0] === '-h')) {
    print(help);
    return 0;
  }
  const [old, current, ...rest] = files;
  if (old === undefined || current === undefined || rest.length > 0)
    throw new UsageError('give two reports: agent-conformance diff old/report.json new/report.json');
  return compareRuns(readReport(old), readReport(current), print);
}

/** Prints what changed between two reports; returns 1 where a clause is newly violated, else 0. */
export function compareRuns(
  old: ComparedReport,
  current: ComparedReport,
  print: (text: string) => void,
): number {
  const comparison = compareReports(old, current);
  print(printable(printComparison(comparison)));
  return comparison.broken.length > 0 ? 1 : 0;
}
