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

/** A conforming server with one stated clause broken, and the check that must detect it. */
export interface Mutant {
  readonly id: string;
  /** The requirement that it breaks. */
  readonly clause: string;
  /** The check that must fail. */
  readonly killedBy: string;
  readonly base?: Deployment;
  readonly circumstances?: Circumstances;
  readonly apply: Change;
}

/** The mutants of one clause that one check must detect: their changes by mutant id. */
export function mutantsOf(
  clause: string,
  killedBy: string,
  changes: Readonly<Record<string, Change>>,
  options: Pick<Mutant, 'base' | 'circumstances'> = {},
): readonly Mutant[] {
  return Object.entries(changes).map(([id, apply]) => ({ id, clause, killedBy, apply, ...options }));
}
