import {
  costOf,
  isBeside,
  isWhole,
  profiles,
  waitsForMinute,
  type Check,
  type Cost,
  type Need,
  type Profile,
} from '../check.ts';
import { allChecks } from '../checks/all-checks.ts';
import { unlimited, type Budget } from '../client/meter.ts';
import type { Target } from '../exchange.ts';
import type { Replay } from './for-all.ts';

/** Which checks to run. */
export interface RunOptions {
  readonly profile: Profile;
  readonly budget: Budget;
  /** Requirement or check ids, the latter also with the slug of an expectation; undefined for all of the profile. */
  readonly only?: readonly string[];
}

/** A run as data. It contains keys: never print it. */
export interface Job extends RunOptions {
  readonly target: Target;
  readonly seed: number;
  /** Multiplies the sampled cases of properties. */
  readonly runs: number;
  readonly replay?: Replay;
  /** The maximum duration; see maxTimeOf. */
  readonly maxTimeMs?: number;
  /** Where the exchanges are written as HAR; without it they are not recorded. */
  readonly harFile?: string;
}

/** A check that will not run, and why. */
export interface Skipped {
  readonly check: Check;
  readonly outcome: 'untested' | 'not offered';
  readonly reason: string;
}

/** What will run, in this order, and its maximum cost. */
export interface Plan {
  readonly checks: readonly Check[];
  /** What each check may cost. */
  readonly costs: ReadonlyMap<Check, Cost>;
  readonly skipped: readonly Skipped[];
  /** What is spent of the main store, and of the second. */
  readonly cost: Cost;
  /** What is spent of limited stores. */
  readonly besideCost: Cost;
}

// Finds or creates the agent for messages, and creates the valid twin of invalid creates.
export const fixtureCost: Cost = { requests: 7, messages: 0, agents: 1 };
// Finds the agent for messages.
const coreFixtureCost: Cost = { requests: 3, messages: 0, agents: 0 };
// More for each check that sends what the target must reject, and may accept.
const spare: Cost = { requests: 0, messages: 2, agents: 2 };
const nothing: Cost = { requests: 0, messages: 0, agents: 0 };

/** What a run of a profile spends at most of the main store, whatever its options. Limited stores are counted apart. */
export const budgetsOfProfiles: Readonly<Record<Profile, Budget>> = {
  core: { requests: 60, messages: 6, agents: 3 },
  full: { requests: 800, messages: 90, agents: 30 },
  exhaustive: unlimited,
  reference: unlimited,
};

function add(one: Cost, other: Cost): Cost {
  return {
    requests: one.requests + other.requests,
    messages: one.messages + other.messages,
    agents: one.agents + other.agents,
  };
}

/** What each need requires of the target, with the option that supplies it. */
const needs: Readonly<Record<Need, readonly [isMet: (target: Target) => boolean, what: string]>> = {
  agent: [
    ({ stores, readOnly }) => stores.main.agentId !== undefined || !readOnly,
    'an agent for messages (--agent-id)',
  ],
  chatbot: [({ stores }) => stores.main.chatbotId !== undefined, 'a chatbot (--chatbot-id)'],
  browser: [({ browserPath }) => browserPath !== undefined, 'a Chromium (--browser)'],
  'second-store': [({ stores }) => stores.second !== undefined, 'another store (--second-api-key)'],
  'second-agent': [
    ({ stores }) => stores.second?.agentId !== undefined,
    "another store's agent (--second-agent-id)",
  ],
  'limited-store': [
    ({ stores }) => stores.limited !== undefined,
    'a store that may be exhausted (--limited-api-key)',
  ],
  'agent-limit': [
    ({ stores }) => stores.limited?.agentLimit !== undefined,
    'the agent limit of the limited store (--agent-limit)',
  ],
  'limited-rpm': [
    ({ stores }) => stores.limited?.requestsPerMinute !== undefined,
    'the rate limit of the limited store (--limited-rpm)',
  ],
  'steady-store': [
    ({ stores }) => stores.steady?.requestsPerMinute !== undefined,
    'another limited store, which nothing else uses, and its rate limit (--steady-api-key, --steady-rpm)',
  ],
};

function skipReason(check: Check, target: Target): Omit<Skipped, 'check'> | undefined {
  const notOffered = check.notOffered?.(target);
  if (notOffered !== undefined) return { outcome: 'not offered', reason: notOffered };
  if (target.readOnly && !check.isReadOnly)
    return { outcome: 'untested', reason: '--read-only creates nothing' };
  const missing = (check.needs ?? []).map((need) => needs[need]).filter(([isMet]) => !isMet(target));
  if (missing.length === 0) return undefined;
  return { outcome: 'untested', reason: `needs ${missing.map(([, what]) => what).join(' and ')}` };
}

function isWanted(check: Check, { profile, only }: RunOptions): boolean {
  if (only !== undefined) {
    const ids = only.map((one) => one.split('#')[0]);
    return ids.includes(check.id) || check.requirements.some((requirement) => ids.includes(requirement));
  }
  return profiles.indexOf(check.profile) <= profiles.indexOf(profile);
}

const kinds = ['requests', 'messages', 'agents'] as const;
const maxMinutes = 5;

/** Why a cost is beyond what is left of the run's own budget, or of that of its profile; undefined where it is not. */
function excess(cost: Cost, spent: Cost, budget: Budget, room: Budget, profile: Profile): string | undefined {
  const total = add(cost, spent);
  const over = kinds.find((kind) => total[kind] > Math.min(budget[kind], room[kind]));
  if (over === undefined) return undefined;
  if (total[over] > budget[over]) return `the budget of ${budget[over]} ${over} is used up (--max-${over})`;
  const costs = kinds.filter((kind) => cost[kind] > 0).map((kind) => `${cost[kind]} ${kind}`);
  return `it takes up to ${costs.join(', ')}, beyond what --profile ${profile} has left`;
}

/** As much of a cost as the budget still allows. */
function within(cost: Cost, budget: Budget, spent: Cost): Cost {
  const left = (kind: keyof Cost): number => Math.min(cost[kind], budget[kind] - spent[kind]);
  return { requests: left('requests'), messages: left('messages'), agents: left('agents') };
}

/** The lower of two budgets, kind by kind. */
export function lower(one: Budget, other: Budget): Budget {
  return within(one, other, nothing);
}

/** What each check of a plan may spend for itself: its cost, and its spare as far as the plan has it. */
export function allowancesOf({ costs, cost, besideCost }: Plan): ReadonlyMap<Check, Cost> {
  let given = [...costs.values()].reduce(add, fixtureCost);
  return new Map(
    [...costs].map(([check, own]) => {
      const extra = check.isReadOnly ? nothing : within(spare, add(cost, besideCost), given);
      given = add(given, extra);
      return [check, add(own, extra)];
    }),
  );
}

/** The budget of a profile on a store: what its own limits allow in five minutes, and in agents. */
function roomOf(profile: Profile, { stores: { main, limited } }: Target): Budget {
  if (isWhole(profile)) return unlimited;
  const agents = limited?.key === main.key ? limited.agentLimit : undefined;
  return lower(budgetsOfProfiles[profile], {
    requests: main.requestsPerMinute === undefined ? Infinity : maxMinutes * main.requestsPerMinute,
    messages: Infinity,
    agents: agents ?? Infinity,
  });
}

/** What is spent before any check. */
function fixturesFor(checks: readonly Check[], { readOnly }: Target, { profile, only }: RunOptions): Cost {
  if (profile === 'core' && only === undefined) return coreFixtureCost;
  const creates = checks.some((check) => !check.isReadOnly) && !readOnly;
  return creates ? fixtureCost : { ...fixtureCost, agents: 0 };
}

/**
 * Chooses the checks to run in the budgets of the run and of its profile: those of the smaller profiles first, in the
 * order of what they find for their cost. The order of the run does not depend on the budget.
 */
export function makePlan(all: readonly Check[], target: Target, options: RunOptions): Plan {
  const { budget, profile, only } = options;
  const wanted = all.filter((check) => isWanted(check, options));
  const byValue = profiles.flatMap((one) => wanted.filter((check) => check.profile === one));
  const room = only === undefined ? roomOf(profile, target) : unlimited;
  const costs = new Map<Check, Cost>();
  const skipped: Skipped[] = [];
  let cost = within(fixturesFor(wanted, target, options), lower(budget, room), nothing);
  let besideCost = nothing;
  for (const check of byValue) {
    const reason = skipReason(check, target);
    const own = costOf(check, target, check.profile === 'exhaustive' ? 'exhaustive' : profile);
    const beside = isBeside(check, target);
    const roomOfStore = beside ? unlimited : add(room, besideCost);
    const spent = add(cost, besideCost);
    const over = excess(check.minCost ?? own, spent, budget, roomOfStore, profile);
    if (reason !== undefined) skipped.push({ check, ...reason });
    else if (over !== undefined) skipped.push({ check, outcome: 'untested', reason: over });
    else {
      const given = within(own, lower(budget, roomOfStore), spent);
      costs.set(check, given);
      if (beside) besideCost = add(besideCost, given);
      else cost = add(cost, given);
    }
  }
  const checks = [...costs.keys()].toSorted((a, b) => Number(a.isLast ?? false) - Number(b.isLast ?? false));
  // One for the checks that only send what must be rejected, and one for each that writes.
  const spares = target.readOnly ? 0 : 1 + checks.filter(({ isReadOnly }) => !isReadOnly).length;
  for (let count = 0; count < spares; count += 1)
    cost = add(cost, within(spare, lower(budget, add(room, besideCost)), add(cost, besideCost)));
  return { checks, costs, skipped, cost, besideCost };
}

const minuteMs = 60_000;
const requestMs = 100;
const messageMs = 10_000;
const minMaxTimeMs = 10 * minuteMs;

/** How long a plan takes at most on a target that responds as expected, in milliseconds. */
function plannedMs({ checks, cost }: Plan, { stores: { main } }: Target): number {
  const rpm = main.requestsPerMinute;
  const paced = rpm === undefined ? 0 : Math.ceil(cost.requests / rpm) * minuteMs;
  const limits = checks.some(waitsForMinute) ? 4 * minuteMs : 0;
  return paced + limits + cost.requests * requestMs + cost.messages * messageMs;
}

/** The maximum duration of a run unless `--max-time` is given: twice the planned time, at least ten minutes. */
export function maxTimeOf(plan: Plan, { target, maxTimeMs }: Job): number {
  return maxTimeMs ?? Math.max(minMaxTimeMs, 2 * plannedMs(plan, target));
}

/** The plan of a job; a replay runs its one check. */
export function planOfJob({ target, profile, budget, only, replay }: Job): Plan {
  const ids = replay === undefined ? only : [replay.checkId];
  return makePlan(allChecks, target, { profile, budget, ...(ids && { only: ids }) });
}
