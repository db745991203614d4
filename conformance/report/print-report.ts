import { sectionTitles, type SectionId } from '../../generated/requirements.ts';
import type { ClauseFailure, ClauseOutcome, ClauseVerdict } from './clause-verdict.ts';
import { verdictSentence, type SuiteReport } from './suite-report.ts';

const order: readonly ClauseOutcome[] = [
  'pass',
  'fail',
  'error',
  'untested',
  'not offered',
  'observed',
  'elsewhere',
];
const words: Readonly<Record<ClauseOutcome, string>> = {
  pass: 'pass',
  fail: 'FAIL',
  error: 'error',
  untested: 'untested',
  'not offered': 'not offered',
  observed: 'open',
  elsewhere: 'not seen from outside',
};
const longestLine = 2000;
const longestObservation = 160;
const mostOthers = 4;

function cut(line: string, longest = longestLine): string {
  return line.length > longest ? `${line.slice(0, longest)} ...` : line;
}

/** Sections in the order of the source. */
function sectionsOf(clauses: readonly ClauseVerdict[]): ReadonlyMap<SectionId, readonly ClauseVerdict[]> {
  return Map.groupBy(clauses, ({ section }) => section);
}

function sectionLine(section: SectionId, clauses: readonly ClauseVerdict[]): string {
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

/** One failed clause in at most 25 lines: the first counterexample in full, the others by their replay strings. */
export function clauseLines({ id, text, section, failures }: ClauseVerdict): string[] {
  const [first, ...others] = failures;
  if (first === undefined) return [];
  return [
    `${id}  ${text}  (source ${section})`,
    ...failureLines(first),
    ...others
      .slice(0, mostOthers)
      .map(({ expected, replay }) => `  also      ${expected}  --replay '${replay}'`),
    ...(others.length > mostOthers ? [`  and ${others.length - mostOthers} more, in the report`] : []),
  ].map((line) => cut(line));
}

/** Reasons, each once, with the clauses that they keep from being judged. */
function untestedLines(clauses: readonly ClauseVerdict[]): string[] {
  const reasons = new Map<string, string[]>();
  for (const { id, level, outcome, notJudged } of clauses) {
    if (level !== 'stated' || outcome === 'elsewhere') continue;
    const told =
      outcome === 'untested' && notJudged.length === 0 ? [': no check of this profile judges it'] : notJudged;
    for (const line of told) {
      const reason = line.slice(line.indexOf(': ') + 2);
      reasons.set(reason, [...new Set([...(reasons.get(reason) ?? []), id])]);
    }
  }
  return [...reasons].map(([reason, ids]) => `  ${reason}: ${ids.join(', ')}`);
}

function observationLines(clauses: readonly ClauseVerdict[]): string[] {
  return clauses.flatMap(({ id, observations }) =>
    observations.map((text) => cut(`  ${id}  ${text}`, longestObservation)),
  );
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** What a run prints when it is over: a verdict a section, each failure, and what to know besides. */
export function printReport(report: SuiteReport): string {
  const { clauses, checks, spent, seed, durationMs, baseline } = report;
  const sections = [...sectionsOf(clauses)].map(([section, inside]) => sectionLine(section, inside));
  const failed = clauses.filter(({ outcome }) => outcome === 'fail');
  const errors = checks.filter(({ outcome }) => outcome === 'error');
  const lines = [
    ...block(`Requirements ${report.requirementsVersion}, section by section`, sections),
    ...failed.flatMap((clause) => ['', ...clauseLines(clause)]),
    ...block(
      'Errors of the suite or the connection, not of the target',
      errors.map(({ id, reason }) => `  ${id}: ${cut((reason ?? '').split('\n')[0] ?? '')}`),
    ),
    ...block('Not judged', untestedLines(clauses)),
    ...block('Seen where the source leaves it open (never a failure)', observationLines(clauses)),
    ...block(
      'Known failures that are gone; take them out of the baseline',
      baseline.stale.map(({ requirement, check }) => `  ${requirement} ${check}`),
    ),
    '',
    `${verdictSentence(report)} ${baseline.known.length > 0 ? `${baseline.known.length} failures were known. ` : ''}`.trimEnd(),
    `${spent.requests} requests, ${spent.messages} messages, ${spent.agents} agents, ${(durationMs / 1000).toFixed(1)} s, seed ${seed}`,
  ];
  return `${lines.join('\n')}\n`;
}
