import type { Cost, Profile } from '../check.ts';
import { requirementsVersion } from '../../generated/requirements.ts';
import type { CheckResult } from '../runner/check-result.ts';
import type { Job } from '../runner/job.ts';
import { encodeReplay } from '../runner/replay.ts';
import { holdAgainst, type BaselineVerdict, type KnownFailure } from './baseline.ts';
import { clauseVerdicts, type ClauseOutcome, type ClauseVerdict } from './clause-verdict.ts';

/** What a run says in one word. */
export type Verdict = 'holds' | 'violated' | 'incomplete' | 'broken';

/** A run, whole, as every report tells it. Free of keys. */
export interface SuiteReport {
  readonly verdict: Verdict;
  /** 0 holds, 1 violated, 2 the suite or the connection broke, 3 incomplete though completeness was required. */
  readonly exitCode: 0 | 1 | 2 | 3;
  readonly requirementsVersion: string;
  readonly target: {
    readonly baseUrl: string;
    readonly mcpUrl: string | undefined;
    readonly httpUrl: string;
  };
  readonly profile: Profile;
  readonly seed: number;
  /** The replay string of a run that repeated one failure and judged nothing else. */
  readonly replay?: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly spent: Cost;
  readonly clauses: readonly ClauseVerdict[];
  readonly checks: readonly CheckResult[];
  readonly baseline: BaselineVerdict;
}

export interface RunFacts {
  readonly job: Job;
  readonly results: readonly CheckResult[];
  readonly startedAt: number;
  readonly durationMs: number;
  readonly baseline: readonly KnownFailure[];
  readonly requireComplete: boolean;
}

function sum(results: readonly CheckResult[], kind: keyof Cost): number {
  return results.reduce((total, { spent }) => total + spent[kind], 0);
}

/** Stated clauses that were not judged in full. What is not offered is not missing. */
export function unjudged(clauses: readonly ClauseVerdict[]): readonly ClauseVerdict[] {
  return clauses.filter(
    ({ level, outcome, notJudged }) =>
      level === 'stated' && outcome !== 'elsewhere' && (outcome === 'untested' || notJudged.length > 0),
  );
}

function verdictOf(
  { results, requireComplete }: RunFacts,
  clauses: readonly ClauseVerdict[],
  { fresh, stale }: BaselineVerdict,
): Pick<SuiteReport, 'verdict' | 'exitCode'> {
  if (fresh.length > 0 || stale.length > 0) return { verdict: 'violated', exitCode: 1 };
  if (results.some(({ outcome }) => outcome === 'error')) return { verdict: 'broken', exitCode: 2 };
  const isIncomplete = unjudged(clauses).length > 0;
  if (isIncomplete) return { verdict: 'incomplete', exitCode: requireComplete ? 3 : 0 };
  return { verdict: 'holds', exitCode: 0 };
}

/** A part of the checks speaks of its own clauses, and one case of a property is not enough to call a clause kept. */
function isToldOf({ job, results }: RunFacts, clause: string, outcome: ClauseOutcome): boolean {
  if (job.only === undefined && job.replay === undefined) return true;
  if (job.replay?.property !== undefined && (outcome === 'pass' || outcome === 'observed')) return false;
  return results.some(({ requirements }) => requirements.some((id) => id === clause));
}

/** Puts a run together. */
export function makeReport(facts: RunFacts): SuiteReport {
  const { job, results, startedAt, durationMs } = facts;
  const clauses = clauseVerdicts(results).filter(({ id, outcome }) => isToldOf(facts, id, outcome));
  const baseline = holdAgainst(facts.baseline, results);
  const { baseUrl, mcpUrl, httpUrl } = job.target;
  return {
    ...verdictOf(facts, clauses, baseline),
    requirementsVersion,
    target: { baseUrl, mcpUrl, httpUrl },
    profile: job.profile,
    seed: job.seed,
    ...(job.replay && { replay: encodeReplay(job.replay) }),
    startedAt: new Date(startedAt).toISOString(),
    durationMs,
    spent: {
      requests: sum(results, 'requests'),
      messages: sum(results, 'messages'),
      agents: sum(results, 'agents'),
    },
    clauses,
    checks: results,
    baseline,
  };
}

/** What became of the one case; clauses are not counted. */
function replaySentence(replay: string, { checks }: SuiteReport): string {
  const [check] = checks;
  switch (check?.outcome) {
    case 'pass':
      return `Repeated ${replay}: it does not fail. Nothing else was judged.`;
    case 'fail':
      return `Repeated ${replay}: it fails. Nothing else was judged.`;
    default:
      return `Could not repeat ${replay}: ${check?.reason?.split('\n')[0] ?? 'its check did not run'}.`;
  }
}

/** The verdict as a sentence. */
export function verdictSentence(report: SuiteReport): string {
  const { verdict, clauses, baseline, replay } = report;
  if (replay !== undefined) return replaySentence(replay, report);
  const failing = clauses.filter(({ outcome }) => outcome === 'fail').length;
  const passing = clauses.filter(({ outcome, level }) => outcome === 'pass' && level === 'stated').length;
  switch (verdict) {
    case 'holds':
      return `Nothing stated is violated: ${passing} clauses hold.`;
    case 'incomplete':
      return `Nothing stated is violated: ${passing} clauses hold, ${unjudged(clauses).length} were not judged in full.`;
    case 'broken':
      return 'The run could not be finished; what was judged is below.';
    case 'violated':
      return baseline.fresh.length > 0
        ? `${failing} ${failing === 1 ? 'clause is' : 'clauses are'} violated, ${passing} hold.`
        : `${baseline.stale.length} known failures are gone: take them out of the baseline.`;
  }
}
