import type { Change, Deployment } from './server/deployment.ts';
import type { StorePlan } from './server/server-state.ts';

/** The stores and the timeout that a defect needs to show. */
export interface Setup {
  /** Changes the limited store. */
  readonly limited?: Partial<StorePlan>;
  /** Changes the main store. */
  readonly main?: Partial<StorePlan>;
  /** Idle timeout of the suite in milliseconds, for a stream that hangs. */
  readonly idleTimeoutMs?: number;
  /** True where the suite runs with the clock of the machine, and so the server. */
  readonly hasRealClock?: true;
}

/** A conforming server with one stated or derived clause broken, and the check that must detect it. */
export interface Mutant {
  readonly id: string;
  /** The requirement that it breaks. */
  readonly clause: string;
  /** The check that must fail. */
  readonly killedBy: string;
  /** The deployment that it changes; `maximal` by default. */
  readonly base?: Deployment;
  readonly setup?: Setup;
  readonly apply: Change;
}

/** Mutants of one clause that one check must detect, as changes by mutant id. */
export function mutantsOf(
  clause: string,
  killedBy: string,
  changes: Readonly<Record<string, Change>>,
): readonly Mutant[] {
  return mutantsWith({}, clause, killedBy, changes);
}

/** Like `mutantsOf`, on another base or with a setup. */
export function mutantsWith(
  options: Pick<Mutant, 'base' | 'setup'>,
  clause: string,
  killedBy: string,
  changes: Readonly<Record<string, Change>>,
): readonly Mutant[] {
  return Object.entries(changes).map(([id, apply]) => ({ id, clause, killedBy, apply, ...options }));
}
