import { requirements, type Requirement, type RequirementId } from '../../generated/requirements.ts';
import type { CheckResult, Failure } from '../runner/check-result.ts';

/** `observed`: the source leaves it open. `elsewhere`: a black box cannot see it. */
export type ClauseOutcome = 'pass' | 'fail' | 'untested' | 'not offered' | 'error' | 'observed' | 'elsewhere';

export interface ClauseFailure extends Failure {
  readonly checkId: string;
}

/** What a run found out about one requirement. */
export interface ClauseVerdict extends Requirement {
  readonly outcome: ClauseOutcome;
  readonly failures: readonly ClauseFailure[];
  /** Checks that judged it, whatever they found. */
  readonly judgedBy: readonly string[];
  /** Checks that would have judged it, with the reason why they did not. */
  readonly notJudged: readonly string[];
  /** What was seen where the source is silent. */
  readonly observations: readonly string[];
}

/** Why one check did not judge a clause, or undefined when it did. */
function gap(result: CheckResult, id: RequirementId): string | undefined {
  const own = result.untested.find(({ requirement }) => requirement === id);
  if (own !== undefined) return own.text;
  if (result.failures.some(({ requirement }) => requirement === id)) return undefined;
  // What a broken clause kept it from seeing would otherwise read as green.
  if (result.failures.length > 0) return 'its check failed on another clause';
  return result.completed ? undefined : (result.reason ?? 'the check ended early');
}

function outcomeOf(
  requirement: Requirement,
  covering: readonly CheckResult[],
  judged: readonly CheckResult[],
  failures: readonly ClauseFailure[],
): ClauseOutcome {
  if (!requirement.verified.includes('black-box')) return 'elsewhere';
  if (failures.length > 0) return 'fail';
  if (covering.some(({ outcome }) => outcome === 'error')) return 'error';
  // An open clause passes only where a check holds it against our decision.
  const deciding =
    requirement.level === 'open' ? judged.filter(({ profile }) => profile === 'reference') : judged;
  if (deciding.length > 0) return 'pass';
  if (requirement.level === 'open') return judged.length > 0 ? 'observed' : 'untested';
  const offered = covering.filter(({ outcome }) => outcome !== 'not offered');
  return covering.length > 0 && offered.length === 0 ? 'not offered' : 'untested';
}

function verdictOf(requirement: Requirement, results: readonly CheckResult[]): ClauseVerdict {
  const { id } = requirement;
  const told = results.flatMap(({ id: checkId, failures }) =>
    failures.filter((failure) => failure.requirement === id).map((failure) => ({ ...failure, checkId })),
  );
  const covering = results.filter((result) => result.requirements.includes(id));
  const judged = covering.filter((result) => gap(result, id) === undefined);
  const observations = results.flatMap((result) =>
    result.observations.filter((one) => one.requirement === id).map(({ text }) => text),
  );
  return {
    ...requirement,
    outcome: outcomeOf(requirement, covering, judged, told),
    failures: told,
    judgedBy: judged.map((result) => result.id),
    notJudged: covering.flatMap((result) => {
      const reason = gap(result, id);
      return reason === undefined || result.outcome === 'not offered' ? [] : [`${result.id}: ${reason}`];
    }),
    observations: [...new Set(observations)],
  };
}

/** The verdict on every requirement of the contract, in its order. */
export function clauseVerdicts(results: readonly CheckResult[]): readonly ClauseVerdict[] {
  return requirements.map((requirement) => verdictOf(requirement, results));
}
