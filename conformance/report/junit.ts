import { sectionTitles } from '../../generated/requirements.ts';
import { outcomeLabels, type ClauseResult } from './clause-result.ts';
import { clauseLines } from './print-report.ts';
import { warningsOf, type SuiteReport } from './suite-report.ts';

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const blanks = new Set(['\t', '\n', '\r']);
const nonCharacters = new Set(['\uFFFE', '\uFFFF']);

/** XML 1.0 has no control characters, not even as references. */
function isXmlCharacter(character: string): boolean {
  return (character >= ' ' || blanks.has(character)) && !nonCharacters.has(character);
}

/** Text for XML and HTML; characters that XML cannot have become U+FFFD. */
export function escapeMarkup(text: string): string {
  const legal = [...text.toWellFormed()].map((one) => (isXmlCharacter(one) ? one : '\uFFFD')).join('');
  return legal.replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}

function skipMessage(clause: ClauseResult): string {
  const { outcome, notChecked, observations } = clause;
  const lines = outcome === 'tolerated' ? clauseLines(clause) : [...notChecked, ...observations];
  return [outcomeLabels[outcome], ...lines].join('; ');
}

/** A violated clause without a new failure counts as skipped: all of them are in the baseline. */
function withoutKnown(clause: ClauseResult, { baseline: { known, fresh } }: SuiteReport): ClauseResult {
  const isOf = ({ requirement }: { readonly requirement: string }): boolean => requirement === clause.id;
  if (clause.outcome !== 'fail' || fresh.some(isOf) || !known.some(isOf)) return clause;
  return { ...clause, outcome: 'untested', notChecked: ['known failure, in the baseline'] };
}

function testCase(clause: ClauseResult): string {
  const name = `${clause.id} (${clause.level}) ${clause.text}`;
  const open = `    <testcase classname="conformance.${clause.section}" name="${escapeMarkup(name)}"`;
  if (clause.outcome === 'pass') return `${open}/>`;
  if (clause.outcome === 'fail') {
    const [first] = clause.failures;
    const message = `expected ${first?.expected} #${first?.slug}; actual ${first?.actual}`;
    const body = escapeMarkup(clauseLines(clause).join('\n'));
    return `${open}>\n      <failure type="${clause.level}" message="${escapeMarkup(message)}">${body}</failure>\n    </testcase>`;
  }
  const tag = clause.outcome === 'error' ? 'error' : 'skipped';
  return `${open}>\n      <${tag} message="${escapeMarkup(skipMessage(clause))}"/>\n    </testcase>`;
}

function counts(clauses: readonly ClauseResult[]): string {
  const failures = clauses.filter(({ outcome }) => outcome === 'fail').length;
  const errors = clauses.filter(({ outcome }) => outcome === 'error').length;
  const passes = clauses.filter(({ outcome }) => outcome === 'pass').length;
  const skipped = clauses.length - failures - errors - passes;
  return `tests="${clauses.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

/** A suite without cases, whose output has the warnings. */
function warningSuite(report: SuiteReport): readonly string[] {
  const lines = warningsOf(report).map(({ text, checks }) => `${text} (${checks.join(', ')})`);
  if (lines.length === 0) return [];
  const output = escapeMarkup(lines.join('\n'));
  return [
    `  <testsuite name="Warnings" ${counts([])}>`,
    `    <system-out>${output}</system-out>`,
    '  </testsuite>',
  ];
}

/** JUnit XML with a suite for each section and a case for each clause. */
export function junitXml(report: SuiteReport): string {
  const all = report.clauses.map((clause) => withoutKnown(clause, report));
  const suites = [...Map.groupBy(all, ({ section }) => section)].map(([section, clauses]) => {
    const name = escapeMarkup(`${section} ${sectionTitles[section]}`);
    return [
      `  <testsuite name="${name}" ${counts(clauses)}>`,
      ...clauses.map(testCase),
      '  </testsuite>',
    ].join('\n');
  });
  const time = (report.durationMs / 1000).toFixed(3);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="agent-conformance" time="${time}" ${counts(all)}>`,
    ...suites,
    ...warningSuite(report),
    '</testsuites>',
    '',
  ].join('\n');
}
