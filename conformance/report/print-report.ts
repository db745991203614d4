import { sectionTitles, type SectionId } from '../../generated/requirements.ts';
import {
  basisOf,
  isViolated,
  type ClauseFailure,
  type ClauseOutcome,
  type ClauseResult,
} from './clause-result.ts';
import { outcomeSentence, type SuiteReport } from './suite-report.ts';

const order: readonly ClauseOutcome[] = [
  'pass',
  'fail',
  'tolerated',
  'error',
  'untested',
  'not offered',
  'observed',
  'elsewhere',
];
const words: Readonly<Record<ClauseOutcome, string>> = {
  pass: 'pass',
  fail: 'FAIL',
  tolerated: 'violated, not counted',
  error: 'error',
  untested: 'untested',
  'not offered': 'not offered',
  observed: 'open',
  elsewhere: 'not visible from outside',
};
const maxLineLength = 2000;
const maxObservationLength = 160;
const maxOthers = 4;

function truncated(line: string, maxLength = maxLineLength): string {
  return line.length > maxLength ? `${line.slice(0, maxLength)} ...` : line;
}

function sectionsOf(clauses: readonly ClauseResult[]): ReadonlyMap<SectionId, readonly ClauseResult[]> {
  return Map.groupBy(clauses, ({ section }) => section);
}

function sectionLine(section: SectionId, clauses: readonly ClauseResult[]): string {
  const counts = order
    .map((outcome) => [outcome, clauses.filter((clause) => clause.outcome === outcome).length] as const)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${words[outcome]}`);
  return `${section.padEnd(4)} ${sectionTitles[section].padEnd(36)} ${counts.join(', ')}`;
}

function failureLines({ expected, actual, curl, replay, checkId }: ClauseFailure): string[] {
  return [
    `  check     ${checkId}`,
    `  expected  ${expected}`,
    `  actual    ${actual}`,
    ...(curl === undefined ? [] : [`  request   ${curl}`]),
    `  replay    --replay '${replay}'`,
  ];
}

/** One failed clause in at most 25 lines: the first counterexample in full, then replay strings of the others. */
export function clauseLines(clause: ClauseResult): string[] {
  const { id, level, text, failures, outcome } = clause;
  const [first, ...others] = failures;
  if (first === undefined) return [];
  return [
    `${id} (${level}${outcome === 'tolerated' ? ', not counted' : ''})  ${text}`,
    ...basisOf(clause).map((line) => `  ${line}`),
    ...failureLines(first),
    ...others
      .slice(0, maxOthers)
      .map(({ expected, replay }) => `  also      ${expected}  --replay '${replay}'`),
    ...(others.length > maxOthers ? [`  and ${others.length - maxOthers} more, in the report`] : []),
  ].map((line) => truncated(line));
}

/** Each reason once, with the clauses that were not checked for it. */
function untestedLines(clauses: readonly ClauseResult[]): string[] {
  const reasons = new Map<string, string[]>();
  for (const { id, level, outcome, notChecked } of clauses) {
    if (level === 'open' || outcome === 'elsewhere') continue;
    const lines =
      outcome === 'untested' && notChecked.length === 0
        ? [': no check of this profile covers it']
        : notChecked;
    for (const line of lines) {
      const reason = line.slice(line.indexOf(': ') + 2);
      reasons.set(reason, [...new Set([...(reasons.get(reason) ?? []), id])]);
    }
  }
  return [...reasons].map(([reason, ids]) => `  ${reason}: ${ids.join(', ')}`);
}

function observationLines(clauses: readonly ClauseResult[]): string[] {
  return clauses.flatMap(({ id, observations }) =>
    observations.map((text) => truncated(`  ${id}  ${text}`, maxObservationLength)),
  );
}

/** The reasons that the baseline has for known failures. */
function knownLines({ baseline }: SuiteReport): string[] {
  return baseline.accepted
    .filter(({ reason, expires }) => reason !== undefined || expires !== undefined)
    .map(({ requirement, check, reason = 'no reason', expires }) =>
      truncated(`  ${requirement} ${check}: ${reason}${expires === undefined ? '' : ` (until ${expires})`}`),
    );
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** The text report: counts for each section, failures, errors, clauses not checked, and observations. */
export function printReport(report: SuiteReport): string {
  const { clauses, checks, spent, seed, durationMs, baseline } = report;
  const sections = [...sectionsOf(clauses)].map(([section, inside]) => sectionLine(section, inside));
  const failed = clauses.filter(isViolated);
  const errors = checks.filter(({ outcome }) => outcome === 'error');
  const lines = [
    ...block(`Requirements ${report.requirementsVersion}, section by section`, sections),
    ...failed.flatMap((clause) => ['', ...clauseLines(clause)]),
    ...block(
      'Errors of the suite or the connection, not of the target',
      errors.map(({ id, reason }) => `  ${id}: ${truncated((reason ?? '').split('\n')[0] ?? '')}`),
    ),
    ...block('Not checked', untestedLines(clauses)),
    ...block('Observed where the source leaves it open (never a failure)', observationLines(clauses)),
    ...block(
      'Known failures that are gone: remove them from the baseline',
      baseline.stale.map(({ requirement, check }) => `  ${requirement} ${check}`),
    ),
    ...block('Known failures, with their reasons', knownLines(report)),
    '',
    `${outcomeSentence(report)} ${baseline.known.length > 0 ? `${baseline.known.length} failures were known. ` : ''}`.trimEnd(),
    `${spent.requests} requests, ${spent.messages} messages, ${spent.agents} agents, ${(durationMs / 1000).toFixed(1)} s, seed ${seed}`,
  ];
  return `${lines.join('\n')}\n`;
}
