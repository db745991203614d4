import type { Change, Deployment } from './server/deployment.ts';
import type { StorePlan } from './server/world.ts';

/** What a defect needs to show. */
export interface Circumstances {
  /** The limited store on another plan. */
  readonly limited?: Partial<StorePlan>;
  /** The main store with agents in it from the start. */
  readonly main?: Partial<StorePlan>;
  /** How long the suite waits in silence, in milliseconds, for a defect that is silence. */
  readonly idleTimeoutMs?: number;
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
