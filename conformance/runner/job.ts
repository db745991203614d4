import type { Profile } from '../check.ts';
import type { Budget } from '../client/budget.ts';
import type { Target } from '../target.ts';
import type { Replay } from './replay.ts';

/** All that a run is told, as data that can be handed to a worker. It holds keys: never print it. */
export interface Job {
  readonly target: Target;
  readonly profile: Profile;
  readonly budget: Budget;
  readonly seed: number;
  readonly runs: number;
  readonly only?: readonly string[];
  readonly replay?: Replay;
  /** Where the exchanges are written as HAR; none are kept without it. */
  readonly harFile?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    job: Job;
  }
  interface TaskMeta {
    /** The result of the check that a test stands for. */
    checkResult?: unknown;
  }
}
