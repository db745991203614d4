import { requirementsVersion } from '../../generated/requirements.ts';
import type { Cost, Profile } from '../check.ts';
import { matches, notExpired, type KnownFailure } from '../runner/baseline.ts';
import { decodeReplay, encodeReplay } from '../runner/for-all.ts';
import type { Job } from '../runner/plan.ts';
import type { CheckResult, Warning } from '../runner/run-check.ts';
import { rootCauses, type RootCause } from './root-causes.ts';
import { scoredResults } from './scored.ts';
import { clauseResults, type ClauseOutcome, type ClauseResult, type FailingLevel } from './clause-result.ts';

interface BaselineComparison {
  readonly known: readonly KnownFailure[];
  /** The entries that match a failure, with their reasons. */
  readonly accepted: readonly KnownFailure[];
  /** Entries that no longer fail, although their check ran: they must be removed. */
  readonly stale: readonly KnownFailure[];
  readonly fresh: readonly KnownFailure[];
}

/** What made the report. */
export interface Versions {
  readonly suite: string;
  readonly contract: string;
  readonly node: string;
}

/** Options as given on the command line, in the environment or in a file. */
export type RunOptionsShown = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A whole run, for every report. Contains no keys. */
export interface SuiteReport {
  readonly outcome: 'holds' | 'violated' | 'incomplete' | 'inconclusive' | 'broken';
  /**
   * 0 holds, 1 violated, 2 the suite or the connection broke, 3 inconclusive, nothing was checked, or not all though that
   * was required or the time was over, 4 a replay could not be repeated.
   */
  readonly exitCode: 0 | 1 | 2 | 3 | 4;
  readonly requirementsVersion: string;
  readonly versions: Versions;
  /** The options of the run by their names, without keys. */
  readonly options: RunOptionsShown;
  readonly target: {
    readonly baseUrl: string;
    readonly mcpUrl: string | undefined;
    readonly httpUrl: string;
  };
  readonly profile: Profile;
  /** `stated`: violations of derived clauses were reported, and did not fail the run. */
  readonly level: FailingLevel;
  readonly seed: number;
  /** The replay string of a run that repeated one failure and checked nothing else. */
  readonly replay?: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly spent: Cost;
  /** What is wrong, the broadest cause first; known failures have none. */
  readonly causes: readonly RootCause[];
  readonly clauses: readonly ClauseResult[];
  readonly checks: readonly CheckResult[];
  readonly baseline: BaselineComparison;
}

export interface RunFacts {
  readonly job: Job;
  readonly results: readonly CheckResult[];
  readonly startedAt: number;
  readonly durationMs: number;
  readonly baseline: readonly KnownFailure[];
  /** The released version of the contract that the run is for; undefined for the suite's own. */
  readonly releasedContract?: string | undefined;
  readonly requireComplete: boolean;
  readonly level: FailingLevel;
  readonly versions: Versions;
  readonly options: RunOptionsShown;
  /** True where the run ended at its maximum time. */
  readonly timeIsOver?: boolean;
}

function isSame(one: KnownFailure, other: KnownFailure): boolean {
  return matches(one, other) && matches(other, one);
}

/** Each failing clause, check, expectation and kind of case of a run, once. */
export function failuresOf(results: readonly CheckResult[]): readonly KnownFailure[] {
  const all = results.flatMap(({ id, failures }) =>
    failures.map(({ requirement, slug, expected, replay }) => {
      const label = decodeReplay(replay)?.property?.label;
      return { requirement, check: id, slug, expected, ...(label !== undefined && { case: label }) };
    }),
  );
  return all.filter((one, index) => all.findIndex((other) => isSame(one, other)) === index);
}

/**
 * Which failures of a run are known or new, and which known ones are gone. A check that did not run has neither. What
 * a run tolerates is not new.
 */
export function compareWithBaseline(
  baseline: readonly KnownFailure[],
  results: readonly CheckResult[],
  tolerated: ReadonlySet<string> = new Set(),
): BaselineComparison {
  const found = failuresOf(results);
  const isKnown = (one: KnownFailure): boolean => baseline.some((entry) => matches(entry, one));
  const ran = new Set(
    results.filter(({ completed, outcome }) => completed || outcome === 'fail').map(({ id }) => id),
  );
  return {
    known: found.filter(isKnown),
    accepted: baseline.filter((entry) => found.some((one) => matches(entry, one))),
    fresh: found.filter((one) => !isKnown(one) && !tolerated.has(one.requirement)),
    stale: baseline.filter((entry) => ran.has(entry.check) && !found.some((one) => matches(entry, one))),
  };
}

/** Whether a clause of this level can fail the run by itself. */
function isBinding({ level }: ClauseResult, failingLevel: FailingLevel): boolean {
  return level === 'stated' || level === failingLevel;
}

/** Binding clauses that were not checked in full, except those of parts that are not offered. */
export function unchecked(
  clauses: readonly ClauseResult[],
  failingLevel: FailingLevel,
): readonly ClauseResult[] {
  return clauses.filter((clause) => isBinding(clause, failingLevel) && isUnchecked(clause));
}

function isUnchecked({ outcome, notChecked }: ClauseResult): boolean {
  if (['elsewhere', 'not offered', 'unscored'].includes(outcome)) return false;
  return ['untested', 'partly', 'unshown'].includes(outcome) || notChecked.length > 0;
}

/** What every working chat shows: a reply with text. */
const textClause = 'R-6-02';

/** Whether messages were sent and no reply had text: then every clause about replies held for want of one. */
function isInconclusive(clauses: readonly ClauseResult[], results: readonly CheckResult[]): boolean {
  const text = clauses.find(({ id }) => id === textClause);
  const sent = results.some(
    ({ requirements, completed, outcome }) =>
      requirements.includes(textClause) && (completed || outcome === 'fail'),
  );
  return (text?.outcome === 'untested' || text?.outcome === 'partly') && sent;
}

function wasChecked({ outcome, observations, warnings }: CheckResult): boolean {
  return outcome === 'pass' || outcome === 'fail' || observations.length + warnings.length > 0;
}

/** Whether a run shows anything about a clause: a check may end without having looked at any of its own. */
function isChecked({ outcome, observations }: ClauseResult): boolean {
  return observations.length > 0 || ['pass', 'fail', 'tolerated', 'observed', 'partly'].includes(outcome);
}

function outcomeOf(
  { job, results, requireComplete, level, timeIsOver }: RunFacts,
  clauses: readonly ClauseResult[],
  { fresh, stale }: BaselineComparison,
): Pick<SuiteReport, 'outcome' | 'exitCode'> {
  if (fresh.length > 0 || stale.length > 0) return { outcome: 'violated', exitCode: 1 };
  if (results.some(({ outcome }) => outcome === 'error')) return { outcome: 'broken', exitCode: 2 };
  if (job.replay !== undefined && !results.some(wasChecked)) return { outcome: 'incomplete', exitCode: 4 };
  if (timeIsOver === true || !results.some(wasChecked)) return { outcome: 'incomplete', exitCode: 3 };
  if (job.replay === undefined && !clauses.some(isChecked)) return { outcome: 'incomplete', exitCode: 3 };
  if (isInconclusive(clauses, results)) return { outcome: 'inconclusive', exitCode: 3 };
  if (unchecked(clauses, level).length > 0)
    return { outcome: 'incomplete', exitCode: requireComplete ? 3 : 0 };
  return { outcome: 'holds', exitCode: 0 };
}

/** Whether a run reports a clause: `--only` those of its checks, and a replay of one case no passes. */
function isReported({ job, results }: RunFacts, { id, outcome }: ClauseResult): boolean {
  if (job.only === undefined && job.replay === undefined) return true;
  const passes: readonly ClauseOutcome[] = ['pass', 'observed'];
  if (job.replay?.property !== undefined && passes.includes(outcome)) return false;
  return results.some(({ requirements }) => requirements.includes(id));
}

function withoutKnown(
  results: readonly CheckResult[],
  baseline: readonly KnownFailure[],
): readonly CheckResult[] {
  return results.map((result) => ({
    ...result,
    failures: result.failures.filter((failure) => {
      const [one] = failuresOf([{ ...result, failures: [failure] }]);
      return one === undefined || !baseline.some((entry) => matches(entry, one));
    }),
  }));
}

function sum(results: readonly CheckResult[], kind: keyof Cost): number {
  return results.reduce((total, { spent }) => total + spent[kind], 0);
}

export function makeReport(facts: RunFacts): SuiteReport {
  const { job, startedAt, durationMs, level, releasedContract } = facts;
  const results = scoredResults(facts.results, releasedContract);
  const clauses = clauseResults(results, level, releasedContract).filter((clause) =>
    isReported(facts, clause),
  );
  const tolerated = clauses.filter(({ outcome }) => outcome === 'tolerated').map(({ id }) => id);
  const known = notExpired(facts.baseline, startedAt);
  const baseline = compareWithBaseline(known, results, new Set(tolerated));
  const { baseUrl, mcpUrl, httpUrl } = job.target;
  return {
    ...outcomeOf({ ...facts, results }, clauses, baseline),
    requirementsVersion,
    versions: facts.versions,
    options: facts.options,
    target: { baseUrl, mcpUrl, httpUrl },
    profile: job.profile,
    level,
    seed: job.seed,
    ...(job.replay && { replay: encodeReplay(job.replay) }),
    startedAt: new Date(startedAt).toISOString(),
    durationMs,
    spent: {
      requests: sum(results, 'requests'),
      messages: sum(results, 'messages'),
      agents: sum(results, 'agents'),
    },
    causes: rootCauses(withoutKnown(results, known)),
    clauses,
    checks: results,
    baseline,
  };
}

/** A warning with the checks that gave it. */
interface ShownWarning extends Warning {
  readonly checks: readonly string[];
}

/** Each warning of a run once. */
export function warningsOf({ checks }: SuiteReport): readonly ShownWarning[] {
  const all = checks.flatMap(({ id, warnings }) => warnings.map((warning) => ({ warning, id })));
  return [...Map.groupBy(all, ({ warning }) => warning.text).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first.warning, checks: same.map(({ id }) => id) }];
  });
}

function replaySentence(replay: string, { checks }: SuiteReport): string {
  const [check] = checks;
  switch (check?.outcome) {
    case 'pass':
      return `Repeated ${replay}: it does not fail. Nothing else was checked.`;
    case 'fail':
      return `Repeated ${replay}: it fails. Nothing else was checked.`;
    default:
      return `Could not repeat ${replay}: ${check?.reason?.split('\n')[0] ?? 'its check did not run'}.`;
  }
}

/** How many clauses of each level, such as `2 stated, 1 derived`. */
function levelCounts(clauses: readonly ClauseResult[]): string {
  const levels = [...Map.groupBy(clauses, ({ level }) => level)];
  return levels.map(([level, inside]) => `${inside.length} ${level}`).join(', ');
}

function toleratedWords(clauses: readonly ClauseResult[]): string {
  const { length } = clauses.filter(({ outcome }) => outcome === 'tolerated');
  return length === 0 ? '' : `; ${length} derived violated, not counted with --level stated`;
}

/** The outcome of a run as a sentence. */
export function outcomeSentence(report: SuiteReport): string {
  const { outcome, clauses, baseline, replay } = report;
  if (replay !== undefined) return replaySentence(replay, report);
  const { level } = report;
  const failing = clauses.filter((clause) => clause.outcome === 'fail');
  const passing = clauses.filter((clause) => clause.outcome === 'pass' && isBinding(clause, level)).length;
  const words = level === 'derived' ? 'stated or derived' : 'stated';
  const nothing = `Nothing ${words} is violated: ${passing} ${passing === 1 ? 'clause holds' : 'clauses hold'}`;
  switch (outcome) {
    case 'holds':
      return `${nothing}${toleratedWords(clauses)}.`;
    case 'incomplete':
      return passing === 0
        ? `Nothing was checked: no clause that is ${words} has a result${toleratedWords(clauses)}.`
        : `${nothing}, ${unchecked(clauses, level).length} not checked in full${toleratedWords(clauses)}.`;
    case 'inconclusive':
      return `Inconclusive: no reply had text, so the run proves nothing about replies${toleratedWords(clauses)}.`;
    case 'broken':
      return 'The run could not be finished; what was checked is below.';
    case 'violated':
      return baseline.fresh.length > 0
        ? `${failing.length} ${failing.length === 1 ? 'clause is' : 'clauses are'} violated (${levelCounts(failing)}), ${passing} hold${toleratedWords(clauses)}.`
        : `Known failures are gone (${baseline.stale.length}): remove them from the baseline.`;
  }
}
