import type { Cost, Profile } from '../check.ts';
import { requirementsVersion } from '../../generated/requirements.ts';
import type { CheckResult } from '../runner/check-result.ts';
import type { Job } from '../runner/job.ts';
import { holdAgainst, type BaselineVerdict, type KnownFailure } from './baseline.ts';
import { clauseVerdicts, type ClauseVerdict } from './clause-verdict.ts';

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

/** Puts a run together. */
export function makeReport(facts: RunFacts): SuiteReport {
  const { job, results, startedAt, durationMs } = facts;
  // A part of the checks speaks of its own clauses; the others were not asked about.
  const isPart = job.only !== undefined || job.replay !== undefined;
  const asked = new Set(results.flatMap(({ requirements }) => requirements));
  const clauses = clauseVerdicts(results).filter(({ id }) => !isPart || asked.has(id));
  const baseline = holdAgainst(facts.baseline, results);
  const { baseUrl, mcpUrl, httpUrl } = job.target;
  return {
    ...verdictOf(facts, clauses, baseline),
    requirementsVersion,
    target: { baseUrl, mcpUrl, httpUrl },
    profile: job.profile,
    seed: job.seed,
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

/** The verdict as a sentence. */
export function verdictSentence({ verdict, clauses, baseline }: SuiteReport): string {
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
