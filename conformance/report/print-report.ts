import { sectionTitles, type SectionId } from '../../generated/requirements.ts';
import {
  basisOf,
  isViolated,
  outcomeLabels,
  type ClauseFailure,
  type ClauseOutcome,
  type ClauseResult,
} from './clause-result.ts';
import { responseExcerpt, type ExcerptLine } from './response-excerpt.ts';
import type { RootCause } from './root-causes.ts';
import { outcomeSentence, warningsOf, type SuiteReport } from './suite-report.ts';

const order: readonly ClauseOutcome[] = [
  'pass',
  'fail',
  'tolerated',
  'error',
  'partly',
  'unshown',
  'untested',
  'not offered',
  'observed',
  'elsewhere',
  'unscored',
];
// All control characters but the line feed, and what changes the direction of text.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const maxLineLength = 2000;
const maxObservationLength = 160;
const maxOthers = 4;

/** A text as a terminal may show it: texts of a target must not move the cursor, or hide what was printed. */
export function printable(text: string): string {
  return text.replaceAll(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

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
    .map(([outcome, count]) => `${count} ${outcome === 'pass' ? 'hold' : outcomeLabels[outcome]}`);
  return `${section.padEnd(4)} ${sectionTitles[section].padEnd(36)} ${counts.join(', ')}`;
}

/** Lines that are printed in full, or where to find them: half a line would be another request. */
function pasteable(curl: string): readonly string[] {
  const lines = curl.split('\n');
  return lines.some(({ length }) => length > maxLineLength - 20)
    ? [`${curl.length} characters: see report.html of --report-dir`]
    : lines;
}

/** A line of a response, and below it marks under what differs. */
function excerptLines({ before, marked, after }: ExcerptLine): string[] {
  const line = `            ${before}${marked}${after}`;
  if (marked === '') return [line];
  return [line, `${' '.repeat(12 + before.length)}${'^'.repeat(marked.length)}`];
}

/** How often a failure came again, where it did not always. */
export function flakyWords({ flaky }: ClauseFailure): string | undefined {
  return flaky && `flaky: failed ${flaky.failed} of ${flaky.runs} times`;
}

function failureLines(failure: ClauseFailure): string[] {
  const { slug, expected, actual, curl, replay, checkId } = failure;
  const flaky = flakyWords(failure);
  return [
    `  check     ${checkId}${flaky === undefined ? '' : ` (${flaky})`}`,
    `  expected  ${expected}  #${slug}`,
    `  actual    ${actual}`,
    ...(curl === undefined ? [] : pasteable(curl)).map(
      (line, index) => `  ${index === 0 ? 'request' : '       '}   ${line}`,
    ),
    `  replay    --replay '${replay}'`,
  ];
}

/**
 * One failed clause in at most 25 lines: the first counterexample in full unless a cause shows it, then replay strings
 * of the others.
 */
export function clauseLines(clause: ClauseResult, causes: readonly RootCause[] = []): string[] {
  const { id, level, text, failures, outcome } = clause;
  const [first, ...others] = failures;
  if (first === undefined) return [];
  const shown = causes.findIndex(
    ({ failure }) => failure.replay === first.replay && failure.requirement === id,
  );
  return [
    `${id} (${level}${outcome === 'tolerated' ? ', not counted' : ''})  ${text}`,
    ...basisOf(clause).map((line) => `  ${line}`),
    ...(shown === -1 ? failureLines(first) : [`  shown     in cause ${shown + 1}`]),
    ...others
      .slice(0, maxOthers)
      .map(({ slug, expected, replay }) => `  also      ${expected}  #${slug}  --replay '${replay}'`),
    ...(others.length > maxOthers ? [`  and ${others.length - maxOthers} more, in the report`] : []),
  ].map((line) => truncated(line));
}

const maxListed = 12;

function listed(ids: readonly string[]): string {
  const more = ids.length > maxListed ? ` and ${ids.length - maxListed} more` : '';
  return `${ids.slice(0, maxListed).join(', ')}${more}`;
}

/** One cause: what is wrong, the clauses behind it, and the failure that shows it, with its response. */
function causeLines(cause: RootCause, index: number): string[] {
  const { title, clauses, consequences, failure, count, checks } = cause;
  const response = responseExcerpt(failure);
  return [
    `${index + 1}. ${title}`,
    `  breaks    ${listed(clauses)}`,
    ...(consequences.length > 0 ? [`  and so    ${listed(consequences)}`] : []),
    `  seen      ${count} ${count === 1 ? 'failure' : 'failures'} in ${listed(checks)}`,
    ...(flakyWords(failure) === undefined ? [] : [`            ${flakyWords(failure)}`]),
    ...failureLines(failure).slice(1),
    ...(response.length > 0 ? ['  response', ...response.flatMap(excerptLines)] : []),
  ].map((line) => truncated(line));
}

function causeBlock({ causes }: SuiteReport): string[] {
  if (causes.length === 0) return [];
  const title = `What is wrong: ${causes.length} ${causes.length === 1 ? 'cause' : 'causes'}, the broadest first`;
  return ['', title, ...causes.flatMap((cause, index) => ['', ...causeLines(cause, index)])];
}

/** Each reason once, with the clauses that were not checked for it. */
function untestedLines(clauses: readonly ClauseResult[]): string[] {
  const reasons = new Map<string, string[]>();
  for (const { id, level, outcome, notChecked } of clauses) {
    if (level === 'open' || ['elsewhere', 'not offered', 'unscored'].includes(outcome)) continue;
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

function knownLines({ baseline }: SuiteReport): string[] {
  return baseline.accepted
    .filter(({ reason, expires }) => reason !== undefined || expires !== undefined)
    .map(({ requirement, check, reason = 'no reason', expires }) =>
      truncated(`  ${requirement} ${check}: ${reason}${expires === undefined ? '' : ` (until ${expires})`}`),
    );
}

function warningLines(report: SuiteReport): string[] {
  return warningsOf(report).flatMap(({ text, curl, checks }) =>
    [
      `  ${text} (${listed(checks)})`,
      ...(curl === undefined ? [] : curl.split('\n').map((line) => `            ${line}`)),
    ].map((line) => truncated(line)),
  );
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** The text report: counts for each section, failures, errors, clauses not checked, and observations. */
export function printReport(report: SuiteReport): string {
  const { clauses, checks, spent, seed, durationMs, baseline, versions } = report;
  const sections = [...sectionsOf(clauses)].map(([section, inside]) => sectionLine(section, inside));
  const failed = clauses.filter(isViolated);
  const errors = checks.filter(({ outcome }) => outcome === 'error');
  const lines = [
    ...causeBlock(report),
    ...block('Warnings: no clause forbids it, and no user wants it', warningLines(report)),
    ...(failed.length > 0 ? ['', 'Violated clauses'] : []),
    ...failed.flatMap((clause) => ['', ...clauseLines(clause, report.causes)]),
    ...block(
      'Errors of the suite or the connection, not of the target',
      errors.map(({ id, reason }) => `  ${id}: ${truncated((reason ?? '').split('\n')[0] ?? '')}`),
    ),
    ...block('Not checked, or not in full', untestedLines(clauses)),
    ...block('Observed where the source leaves it open (never a failure)', observationLines(clauses)),
    ...block(
      'Known failures that are gone: remove them from the baseline',
      baseline.stale.map(({ requirement, check }) => `  ${requirement} ${check}`),
    ),
    ...block('Known failures, with their reasons', knownLines(report)),
    ...block(`Requirements ${report.requirementsVersion}, section by section`, sections),
    '',
    `${outcomeSentence(report)} ${baseline.known.length > 0 ? `${baseline.known.length} failures were known. ` : ''}`.trimEnd(),
    `${spent.requests} requests, ${spent.messages} messages, ${spent.agents} agents, ${(durationMs / 1000).toFixed(1)} s, seed ${seed}`,
    `agent-conformance ${versions.suite}, contract ${versions.contract}, Node ${versions.node}`,
  ];
  return `${lines.join('\n')}\n`;
}
