import { appendFileSync } from 'node:fs';
import { printable } from '../report/print-report.ts';
import { outcomeSentence, warningsOf, type SuiteReport } from '../report/suite-report.ts';

const maxAnnotations = 10;

/** A text as the data of a workflow command of GitHub Actions. */
function escapeData(text: string): string {
  return printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A text in a cell of a Markdown table, without markup of its own. */
function cell(text: string): string {
  const short = text.length > 300 ? `${text.slice(0, 300)} ...` : text;
  return printable(short)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`|<>*_[\]]/g, '\\$&');
}

/** Annotations for GitHub Actions: one for each violated clause and each warning, up to ten, which is what GitHub shows. */
export function githubAnnotations(report: SuiteReport): string {
  const warnings = warningsOf(report)
    .slice(0, maxAnnotations)
    .map(({ text }) => `::warning title=agent-conformance::${escapeData(text)}\n`);
  const errors = report.clauses
    .filter(({ outcome }) => outcome === 'fail')
    .slice(0, maxAnnotations)
    .map(({ id, text, failures: [first] }) => {
      const message = `${text}\nexpected ${first?.expected} #${first?.slug}\nactual ${first?.actual}\nreplay --replay '${first?.replay}'`;
      return `::error title=${id}::${escapeData(message)}\n`;
    });
  return [...errors, ...warnings].join('');
}

/** The summary of a step in Markdown: the outcome, the causes, and each violated clause with its first failure. */
export function githubSummary(report: SuiteReport): string {
  const { clauses, causes, target, spent, seed } = report;
  const failed = clauses.filter(({ outcome }) => outcome === 'fail');
  const rows = failed.map(({ id, text, failures: [first] }) =>
    [id, text, first?.expected ?? '', first?.actual ?? ''].map(cell).join(' | '),
  );
  const warnings = warningsOf(report);
  const table = [
    '| clause | text | expected | actual |',
    '| - | - | - | - |',
    ...rows.map((row) => `| ${row} |`),
  ];
  return [
    `### Conformance of ${cell(target.baseUrl)}`,
    '',
    cell(outcomeSentence(report)),
    ...(causes.length > 0 ? ['', ...causes.map(({ title }, index) => `${index + 1}. ${cell(title)}`)] : []),
    ...(warnings.length > 0 ? ['', 'Warnings:', '', ...warnings.map(({ text }) => `- ${cell(text)}`)] : []),
    ...(failed.length > 0 ? ['', ...table] : []),
    '',
    `${spent.requests} requests, ${spent.messages} messages, ${spent.agents} agents, seed ${seed}`,
    '',
  ].join('\n');
}

/** Appends the summary to the file that GitHub Actions names; a file that cannot be written is no fault of the run. */
export function writeSummary(file: string, summary: string): void {
  try {
    appendFileSync(file, summary);
  } catch {
    // The report is printed anyway.
  }
}
