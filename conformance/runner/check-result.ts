import type { Breach, Check, Cost, Outcome } from '../check.ts';
import type { RequirementId } from '../../generated/requirements.ts';

/** A breach with what it takes to see it again. */
export interface Failure extends Breach {
  /** The request that shows it, as a shell line without a key; undefined when no single request does. */
  readonly curl?: string;
  readonly replay: string;
}

/** Words about one clause. */
export interface Remark {
  readonly requirement: RequirementId;
  readonly text: string;
}

/** What became of one check. Plain data, free of keys. */
export interface CheckResult extends Pick<Check, 'id' | 'title' | 'level' | 'profile' | 'requirements'> {
  readonly outcome: Outcome;
  /** Why it is untested, not offered or an error. */
  readonly reason?: string;
  /** False when it ended early, so that clauses without a breach were not judged. */
  readonly completed: boolean;
  readonly failures: readonly Failure[];
  /** Clauses that it could not judge, though it judged others. */
  readonly untested: readonly Remark[];
  readonly observations: readonly Remark[];
  readonly spent: Cost;
  readonly durationMs: number;
}
