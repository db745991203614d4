import type { Change, Deployment } from './server/deployment.ts';
import type { StorePlan } from './server/world.ts';

/** What a defect needs to show: a store on another plan, a key given to the suite, or another list of checks. */
export interface Circumstances {
  readonly limited?: Partial<StorePlan>;
  readonly main?: Partial<StorePlan>;
}

/** A conforming server with one stated clause broken, and the checks that must notice. */
export interface Mutant {
  readonly id: string;
  /** The requirement that it breaks. */
  readonly clause: string;
  /** The checks of which each must fail. */
  readonly killedBy: readonly string[];
  readonly base?: Deployment;
  readonly circumstances?: Circumstances;
  readonly apply: Change;
}
