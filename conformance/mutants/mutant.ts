import type { Change, Deployment } from './server/deployment.ts';
import type { StorePlan } from './server/server-state.ts';

/** The stores and the timeout that a defect needs to show. */
export interface Setup {
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

/** Mutants by the clause that each breaks, the check that must detect it, and its id; on `options` where it has no other ones. */
export function mutantsOf(
  changes: Readonly<
    Record<`${string} ${string} ${string}`, Change | Pick<Mutant, 'apply' | 'base' | 'setup'>>
  >,
  options: Pick<Mutant, 'base' | 'setup'> = {},
): readonly Mutant[] {
  return Object.entries(changes).map(([name, change]) => {
    const [clause = '', killedBy = '', id = ''] = name.split(' ');
    const own = typeof change === 'function' ? { apply: change } : change;
    return { id, clause, killedBy, ...options, ...own };
  });
}
