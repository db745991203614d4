import type { Arbitrary } from 'fast-check';
import type { RequirementId } from '../generated/requirements.ts';
import type { AgentCreate } from './client/contract-client.ts';
import type { Client, Exchange } from './client/exchange.ts';
import type { Target } from './target.ts';

/** How the judgement of a clause or of a check ended. `error` is ours and never blamed on the target. */
export type Outcome = 'pass' | 'fail' | 'untested' | 'not offered' | 'error';

/** `core` runs always, `full` unless `--profile core`, `reference` only where our decisions were adopted. */
export type Profile = 'core' | 'full' | 'reference';

/** `main` checks run one after the other; `limits` checks run beside them and may see a minute pass. */
export type Lane = 'main' | 'limits';

/** What a check needs beyond a URL and a key. Without it the check is untested, and says which option is missing. */
export type Need =
  | 'agent'
  | 'chatbot'
  | 'second-store'
  | 'second-agent'
  | 'second-chatbot'
  | 'limited-store'
  | 'agent-limit'
  | 'limited-rpm'
  | 'plan'
  | 'mcp';

/** The most that a check spends when nothing fails: all requests, chats among them, agents that stay. */
export interface Cost {
  readonly requests: number;
  readonly messages: number;
  readonly agents: number;
}

/** A clause that the target was seen to break. `actual` and `expected` are one line each. */
export interface Breach {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly actual: string;
}

/** A law over generated cases. `examples` run first, always; then `runs` sampled ones, many at a time. */
export interface Property<T> {
  /** Names the property within its check; part of the replay string. */
  readonly label: string;
  readonly arbitrary: Arbitrary<T>;
  readonly examples?: readonly T[];
  /** Simpler forms of a failing example, the simplest first; sampled cases shrink by themselves. */
  readonly simpler?: (value: T) => readonly T[];
  /** Sampled cases at `--runs 1`. */
  readonly runs: number;
  /** False where a smaller case could not be repeated by its path. */
  readonly shrinks?: false;
  /** Cases in flight at once; 1 where they depend on each other. */
  readonly width?: number;
  /** The breaches of one case, none when it holds. */
  readonly judge: (value: T) => Promise<readonly CaseBreach[]>;
}

/** A breach and the exchange that shows it, from which the `curl` line is made. */
export interface CaseBreach extends Breach {
  readonly exchange?: Exchange;
}

/** Time as the suite sees it; a harness may replace it. Milliseconds. */
export interface Clock {
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Things that checks share, made once a run at the first use. Each throws Untested where it cannot be had. */
export interface Fixtures {
  /** The id of an agent of the store: the one given, one of the list, or a created one. */
  readonly agentId: (store?: 'main' | 'second') => Promise<string>;
  /** The plain, complete body of a create that this target accepted: the passing twin of every violation. */
  readonly acceptedCreate: () => Promise<AgentCreate>;
}

/** What a running check may use, and how it tells what it found. */
export interface CheckContext {
  readonly target: Target;
  readonly client: Client;
  readonly clock: Clock;
  readonly fixtures: Fixtures;
  /** Derived from the run's seed and the check's id alone. */
  readonly seed: number;
  /** Multiplies the cases of properties (`--runs`). */
  readonly runs: number;
  /** Where messages and agents cost, checks with this set send their cheapest form. */
  readonly profile: Profile;
  /** Records a broken clause; the check may go on and find more. */
  readonly breach: (breach: Breach, exchange?: Exchange) => void;
  /** Records that a clause could not be judged here; without clauses, none of the check's that has no breach. */
  readonly untested: (reason: string, ...requirements: readonly RequirementId[]) => void;
  /** Records what the target does where the source leaves it open. Information, never a verdict. */
  readonly observe: (requirement: RequirementId, what: string) => void;
  /** Judges a property; the first failing case is shrunk within the shrink budget and recorded. */
  readonly forAll: <T>(property: Property<T>) => Promise<void>;
}

/** A judgement of one or more clauses, as data: it can be listed, planned, selected and replayed. */
export interface Check {
  /** `<folder>/<name>`, unique. */
  readonly id: string;
  readonly title: string;
  /** The clauses that pass when it passes; the first is blamed when the target gives no answer. */
  readonly requirements: readonly RequirementId[];
  /** `open` checks never fail a run, except those of profile `reference`. */
  readonly level: 'stated' | 'open';
  readonly profile: Profile;
  readonly lane: Lane;
  readonly cost: Cost;
  readonly needs?: readonly Need[];
  /** Why this deployment has nothing to judge here, such as a store on another plan; undefined when it has. */
  readonly notOffered?: (target: Target) => string | undefined;
  /** True where a defective target could create something; such checks are untested under `--read-only`. */
  readonly writes: boolean;
  readonly run: (context: CheckContext) => Promise<void>;
}

/** Whether a check exhausts a rate limit, and so cannot end before a minute has passed. */
export function seesMinutePass({ needs }: Check): boolean {
  return needs?.includes('limited-rpm') === true;
}

/** Ends a check that cannot be judged here: what is missing, in words for the operator. */
export class Untested extends Error {
  override readonly name = 'Untested';
}

/** Ends a check of a part of the specification that this deployment does not offer. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
}
