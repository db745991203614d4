import costs from './costs.json' with { type: 'json' };
import sentences from './expectations.json' with { type: 'json' };
import type { Arbitrary } from 'fast-check';
import { requirements, type RequirementId, type RequirementLevel } from '../generated/requirements.ts';
import type { AgentCreate, ApiRequest, Client, Exchange, NoResponse, Target } from './exchange.ts';

/** The result of a clause or a check. `error` is a fault of the suite or the connection, not of the target. */
export type Outcome = 'pass' | 'fail' | 'untested' | 'not offered' | 'error';

/**
 * The smallest run that has a check, and the size of a run: `core` for a small store and a first look, `full` for an
 * ordinary one, `exhaustive` for all cases, and `reference` for these and our decisions where the source is silent.
 */
export const profiles = ['core', 'full', 'exhaustive', 'reference'] as const;
export type Profile = (typeof profiles)[number];

/** What a check needs beyond a URL and a key. Without it the check is untested, and the report names the option. */
export type Need =
  | 'agent'
  | 'chatbot'
  | 'browser'
  | 'second-store'
  | 'second-agent'
  | 'limited-store'
  | 'agent-limit'
  | 'limited-rpm'
  | 'steady-store';

/** The maximum that a check spends when it finds nothing: requests, messages accepted, agents created. */
export interface Cost {
  readonly requests: number;
  readonly messages: number;
  readonly agents: number;
}

/** The slug of an expectation, which stays where its sentence is reworded. */
export type Slug = keyof typeof sentences;

/** A slug of `expectations.json`, and the values in its sentence; further ones follow it. */
export type Expectation = Slug | readonly [Slug, ...values: unknown[]];

/** A clause that the target violates. `expected` and `actual` are one line each. */
export interface Finding {
  readonly requirement: RequirementId;
  readonly expected: Expectation;
  readonly actual: string;
  /** The exchange that shows it, printed as a `curl` line. */
  readonly exchange?: Exchange;
  /** The id of the agent in a list that it is about. Where the run created it, the `curl` lines create one first. */
  readonly agentId?: unknown;
}

/** A property over generated cases: all `examples` first, then `runs` sampled cases, several at a time. */
export interface Property<T> {
  /** Names the property within its check; part of the replay string. */
  readonly label: string;
  /** None where all cases are examples. */
  readonly arbitrary?: Arbitrary<T>;
  readonly examples?: readonly T[];
  /** Simpler forms of a failing example, the simplest first; fast-check shrinks sampled cases. */
  readonly simpler?: (value: T) => readonly T[];
  /** How many of the examples the core and the full profile have room for; default: all of them. */
  readonly few?: number;
  /** Sampled cases at `--runs 1`; none by default. A quarter of them where `few` is given and the run is no larger. */
  readonly runs?: number;
  /** False where a replay cannot follow the path of a shrunk case. */
  readonly shrinks?: false;
  /** Cases in flight at once; 1 where they depend on each other. */
  readonly concurrency?: number;
  /** The findings of one case, none when it holds. */
  readonly verify: (value: T) => Promise<readonly Finding[]>;
}

/** Time as the suite sees it, in milliseconds; the mutant harness replaces it. */
export interface Clock {
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** True where a wait advances the clock and returns at once: then nothing may run beside it. */
  readonly isManual?: true;
}

/** Shared test data, created once a run at the first use. Each throws Untested where it cannot be had. */
export interface Fixtures {
  /** The id of an agent of the store: the given one, one of the list, or a created one. */
  readonly agentId: (store?: 'main' | 'second') => Promise<string>;
  /** The complete body of a create that this target accepted: the valid twin of every violation. */
  readonly acceptedCreate: () => Promise<AgentCreate>;
  /** The id of the agent that it created, which later checks use again; undefined where it has none. */
  readonly twinId: () => Promise<string | undefined>;
}

/** A conversation that a check of the run began. */
export interface SeenConversation {
  readonly id: string;
  readonly agentId: string;
  /** The message that began it. */
  readonly message: string;
  /** By the suite's clock in Unix milliseconds. */
  readonly startedAt: number;
}

/** A clause that was checked without a finding, and of which no response showed anything; the text says what would. */
export interface NotShown {
  readonly requirement: RequirementId;
  readonly text: string;
}

/** The one verifier of exchanges: what every store, agent, conversation and key of a run must look like. */
export interface Model {
  /**
   * Called before a request is sent. The returned functions verify its response by all that the run saw before, and
   * report what that shows to the check that sent; or take note that there is none. Without `report` the findings are
   * among the relations.
   */
  readonly start: (
    request: ApiRequest,
    report?: (findings: readonly Finding[]) => void,
  ) => {
    readonly onResponse: (exchange: Exchange) => void;
    readonly onSilence: (error: NoResponse) => void;
  };
  /** What an exchange showed, for properties, which shrink their cases. */
  readonly findingsOf: (exchange: Exchange) => readonly Finding[];
  /** The clauses that no check of this target can test, and why. */
  readonly untestable: () => ReadonlyMap<RequirementId, string>;
  /** What the exchanges of the run show together, and none of them alone. */
  readonly relations: () => readonly Finding[];
  /** Whether an operation had a successful response. */
  readonly succeeded: (operation: string) => boolean;
  /** What the run made in the main store, in the order of the responses. */
  readonly made: () => {
    readonly agents: readonly Readonly<Record<string, unknown>>[];
    readonly conversations: readonly SeenConversation[];
  };
  readonly warnings: () => readonly { readonly text: string; readonly exchange: Exchange }[];
  readonly notShown: () => readonly NotShown[];
}

/** What a running check may use, and how it reports. */
export interface CheckContext {
  readonly target: Target;
  readonly client: Client;
  readonly clock: Clock;
  readonly fixtures: Fixtures;
  readonly model: Model;
  /** Derived from the run's seed and the check's id alone. */
  readonly seed: number;
  /**
   * Some of many cases, as many as the core and the full profile have room for: the first ones, and others of which the
   * seed chooses. All of them in larger profiles.
   */
  readonly some: <T>(cases: readonly T[], count: number) => readonly T[];
  /** True in profiles that have all cases. */
  readonly isWhole: boolean;
  /** Records violated clauses; the check may go on and find more. `exchange` is for findings without one. */
  readonly report: (findings: Finding | readonly Finding[], exchange?: Exchange) => void;
  /** Records clauses that could not be checked; without clauses, all of the check's that have no finding. */
  readonly untested: (reason: string, ...requirements: readonly RequirementId[]) => void;
  /** Records a clause of which nothing was shown, whatever other checks of it found: it does not hold by silence. */
  readonly notShown: (found: NotShown) => void;
  /** Records what the target does where the source leaves it open. Never fails a run. */
  readonly observe: (requirement: RequirementId, what: string) => void;
  /** Records what no clause forbids and every user would rather not have. Never fails a run. */
  readonly warn: (what: string, exchange?: Exchange) => void;
  /** Checks a property and records its first counterexample, shrunk within the budget. */
  readonly forAll: <T>(property: Property<T>) => Promise<void>;
}

/** A check of one or more clauses, as data: it can be listed, planned, selected and replayed. */
export interface Check {
  /** `<folder>/<name>`, unique. */
  readonly id: string;
  readonly title: string;
  /** The clauses that pass when it passes; the first one fails when the target sends no response, unless open. */
  readonly requirements: readonly RequirementId[];
  readonly profile: Profile;
  /** The group in which it runs: in order with the checks of this store's limit, beside the main checks. */
  readonly limitsOf?: 'limited' | 'steady';
  /** True for one of that group that sends to the main store, in the waiting time of the others. */
  readonly spendsMain?: true;
  /** True where it runs after all other checks, whatever its profile. */
  readonly isLast?: true;
  /** The cost where it depends on the target, such as on its limits; any other is measured (`costs.json`). */
  readonly costFor?: (target: Target, profile: Profile) => Cost;
  /** The least that it can run with: in a smaller budget it runs with what is left, and says how far it came. */
  readonly minCost?: Cost;
  readonly needs?: readonly Need[];
  /** Why the check does not apply to this deployment, such as a store on another plan; undefined when it does. */
  readonly notOffered?: (target: Target) => string | undefined;
  /** True where not even a defective target could create something; other checks are untested under `--read-only`. */
  readonly isReadOnly?: true;
  readonly run: (context: CheckContext) => Promise<void>;
}

/** Whether what a check spends is of a limited store, which has a budget of its own. */
export function isBeside({ limitsOf, spendsMain }: Check, { stores }: Target): boolean {
  if (limitsOf === undefined || spendsMain === true) return false;
  return stores[limitsOf]?.key !== stores.main.key;
}

/** Whether a check tests a rate limit, and so waits for a minute to pass. */
export function waitsForMinute({ limitsOf, needs }: Check): boolean {
  return limitsOf === 'steady' || needs?.includes('limited-rpm') === true;
}

const levels: readonly RequirementLevel[] = ['stated', 'derived', 'open'];
const levelOfClause = new Map(requirements.map(({ id, level }) => [id, level]));

/** The strictest level of a check's clauses. One of open clauses never fails a run, unless of profile `reference`. */
export function levelOf(check: Pick<Check, 'requirements'>): RequirementLevel {
  const own = new Set(check.requirements.map((id) => levelOfClause.get(id)));
  return levels.find((level) => own.has(level)) ?? 'open';
}

/** Whether a run has all cases of its checks. */
export function isWhole(profile: Profile): boolean {
  return profile === 'exhaustive' || profile === 'reference';
}

/** The measured costs of a check: of some of its cases, in the core and the full profile, and of all. */
export type MeasuredCosts = Readonly<Record<string, Readonly<Partial<Record<'some' | 'all', Cost>>>>>;

const measured: MeasuredCosts = costs;

/** The maximum that a check spends on a target when it finds nothing; one request until it was measured. */
export function costOf(check: Check, target: Target, profile: Profile = 'exhaustive'): Cost {
  const own = measured[check.id]?.[isWhole(profile) ? 'all' : 'some'];
  return check.costFor?.(target, profile) ?? own ?? { requests: 1, messages: 0, agents: 0 };
}

/** The positions of some of many items: the first half of them in order, the others as a seed chooses. */
export function somePositions(length: number, count: number, seed: number): readonly number[] {
  const all = Array.from({ length }, (_, index) => index);
  if (length <= count) return all;
  const first = Math.ceil(count / 2);
  const rest = all.slice(first);
  const step = rest.length / (count - first);
  const chosen = Array.from({ length: count - first }, (_, index) =>
    Math.floor(index * step + (deriveSeed(seed, `choice ${index}`) % Math.max(1, Math.floor(step)))),
  );
  return [...all.slice(0, first), ...chosen.flatMap((at) => rest.slice(at, at + 1))];
}

/** The slug of an expectation, and its sentence on one line. */
export function readExpectation(expectation: Expectation): {
  readonly slug: Slug;
  readonly expected: string;
} {
  const [slug, ...values] = typeof expectation === 'string' ? [expectation] : expectation;
  const rest = values.values();
  const expected = sentences[slug].replaceAll('{}', () => String(rest.next().value));
  return { slug, expected: [expected, ...rest].join('') };
}

/** Ends a check that cannot run here. The message names what is missing. */
export class Untested extends Error {
  override readonly name = 'Untested';
}

/**
 * Sends something for each item at once, and yields the results in the order of the items. Throws the first error at its
 * place in that order; ends when everything that was sent has ended.
 */
export async function* atOnce<T, R>(
  items: readonly T[],
  send: (item: T, index: number) => Promise<R>,
): AsyncGenerator<R> {
  const sent = items.map(send);
  const ended = Promise.allSettled(sent);
  try {
    for (const one of sent) yield await one;
  } finally {
    await ended;
  }
}

/** A 31-bit seed from a seed and a name, by FNV-1a: independent of which other checks run, and in which order. */
export function deriveSeed(seed: number, name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${seed}/${name}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  // In FNV the last bytes change only the low bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & 0x7fffffff;
}
