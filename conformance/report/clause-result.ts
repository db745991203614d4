import { requirements, type Requirement, type RequirementId } from '../../generated/requirements.ts';
import type { Outcome } from '../check.ts';
import type { CheckResult, Failure } from '../runner/run-check.ts';
import { isScored } from './scored.ts';

/**
 * `partly`: looked at without a finding, by checks that failed on another clause. `unshown`: checked, and no response of
 * the run showed anything of it. `observed`: the source leaves it open.
 * `elsewhere`: not visible from outside. `tolerated`: violated, but derived in a run that fails on stated clauses alone.
 * `unscored`: no requirement of the version that the run is for.
 */
export type ClauseOutcome =
  | Outcome
  | 'partly'
  | 'unshown'
  | 'observed'
  | 'elsewhere'
  | 'tolerated'
  | 'unscored';

/** The outcomes as every report names them. */
export const outcomeLabels: Readonly<Record<ClauseOutcome, string>> = {
  fail: 'violated',
  tolerated: 'violated, not counted',
  error: 'error',
  partly: 'partly checked',
  unshown: 'not shown',
  untested: 'untested',
  pass: 'holds',
  'not offered': 'not offered',
  observed: 'open',
  elsewhere: 'not visible from outside',
  unscored: 'not scored',
};

/** The weakest level whose violation fails a run; those of the reference profile fail it with either. */
export type FailingLevel = 'stated' | 'derived';

export interface ClauseFailure extends Failure {
  readonly checkId: string;
}

/** The result of a run for one requirement. */
export interface ClauseResult extends Requirement {
  readonly outcome: ClauseOutcome;
  readonly failures: readonly ClauseFailure[];
  /** The checks that checked it, whatever they found. */
  readonly checkedBy: readonly string[];
  /** What would show it, and the checks that did not check it, as `id: reason`. */
  readonly notChecked: readonly string[];
  /** What was observed where the source is silent. */
  readonly observations: readonly string[];
}

const failedElsewhere = 'its check failed on another clause';

/** Why one check did not check a clause, or undefined when it did. */
function reasonNotChecked(result: CheckResult, id: RequirementId): string | undefined {
  const own = result.untested.find(({ requirement }) => requirement === id);
  if (own !== undefined) return own.text;
  if (result.failures.some(({ requirement }) => requirement === id)) return undefined;
  // A violated clause may have kept the check from testing this one: it must not pass.
  if (result.failures.length > 0) return failedElsewhere;
  return result.completed ? undefined : (result.reason ?? 'the check ended early');
}

/** What the checks of a clause found. */
interface Evidence {
  readonly covering: readonly CheckResult[];
  readonly checkedBy: readonly CheckResult[];
  readonly failures: readonly ClauseFailure[];
  readonly isObserved: boolean;
  readonly isUnshown: boolean;
}

function outcomeOf(
  { id, level, verified }: Requirement,
  { covering, checkedBy, failures, isObserved, isUnshown }: Evidence,
  failingLevel: FailingLevel,
): ClauseOutcome {
  if (!verified.includes('black-box')) return 'elsewhere';
  if (failures.length > 0) return level === 'derived' && failingLevel === 'stated' ? 'tolerated' : 'fail';
  if (covering.some(({ outcome }) => outcome === 'error')) return 'error';
  if (isUnshown && checkedBy.length > 0) return 'unshown';
  // An open clause passes only by a check of our decision.
  const deciding = level === 'open' ? checkedBy.filter(({ profile }) => profile === 'reference') : checkedBy;
  if (deciding.length > 0) return 'pass';
  // A check that observed it may have failed on another clause.
  if (level === 'open') return isObserved || checkedBy.length > 0 ? 'observed' : 'untested';
  if (covering.some((result) => reasonNotChecked(result, id) === failedElsewhere)) return 'partly';
  const isNotOffered = covering.length > 0 && covering.every(({ outcome }) => outcome === 'not offered');
  return isNotOffered ? 'not offered' : 'untested';
}

function resultOf(
  requirement: Requirement,
  results: readonly CheckResult[],
  failingLevel: FailingLevel,
): ClauseResult {
  const { id } = requirement;
  const failures = results.flatMap(({ id: checkId, failures: all }) =>
    all.filter((failure) => failure.requirement === id).map((failure) => ({ ...failure, checkId })),
  );
  const covering = results.filter((result) => result.requirements.includes(id));
  const checkedBy = covering.filter((result) => reasonNotChecked(result, id) === undefined);
  const observations = results.flatMap((result) =>
    result.observations.filter((one) => one.requirement === id).map(({ text }) => text),
  );
  const notShown = results.flatMap((result) =>
    result.notShown.filter((one) => one.requirement === id).map(({ text }) => `not shown: ${text}`),
  );
  const [isObserved, isUnshown] = [observations.length > 0, notShown.length > 0];
  const evidence = { covering, checkedBy, failures, isObserved, isUnshown };
  const outcome = outcomeOf(requirement, evidence, failingLevel);
  return {
    ...requirement,
    outcome,
    failures,
    checkedBy: checkedBy.map((result) => result.id),
    notChecked: [
      ...notShown,
      ...covering.flatMap((result) => {
        const reason = reasonNotChecked(result, id);
        // Another plan's check says nothing about a clause that is checked otherwise.
        const isBeside = result.outcome === 'not offered' && outcome !== 'not offered';
        return reason === undefined || isBeside ? [] : [`${result.id}: ${reason}`];
      }),
    ],
    observations: [...new Set(observations)],
  };
}

/** The result of every requirement, in the order of the contract. */
export function clauseResults(
  results: readonly CheckResult[],
  failingLevel: FailingLevel,
  contract?: string,
): readonly ClauseResult[] {
  return requirements.map((requirement) => {
    const result = resultOf(requirement, results, failingLevel);
    const isLater = requirement.level !== 'open' && !isScored(requirement.id, contract);
    return isLater ? { ...result, outcome: 'unscored' } : result;
  });
}

/** Whether a clause is violated, counted or not. */
export function isViolated({ outcome }: ClauseResult): boolean {
  return outcome === 'fail' || outcome === 'tolerated';
}

/** What a clause rests on, a line each: the source's words, the inference from them, or our decision. */
export function basisOf({ section, line, quote, inference, decision }: Requirement): readonly string[] {
  return [
    ...(line === undefined ? [] : [`source ${section}, line ${line}: "${quote ?? ''}"`]),
    ...(inference === undefined ? [] : [`follows: ${inference}`]),
    ...(decision === undefined ? [] : [`open, decision ${decision}`]),
  ];
}
