import type { Check, Cost, Need, Profile } from '../check.ts';
import type { Budget } from '../client/budget.ts';
import type { Target } from '../target.ts';

/** What is wanted of a run. */
export interface Wish {
  readonly profile: Profile;
  readonly budget: Budget;
  /** Requirement or check ids; undefined for all of the profile. */
  readonly only?: readonly string[];
}

/** A check that will not run, and why. */
export interface Skipped {
  readonly check: Check;
  readonly outcome: 'untested' | 'not offered';
  readonly reason: string;
}

/** What will run, in this order, and the most that it costs. */
export interface Plan {
  readonly checks: readonly Check[];
  readonly skipped: readonly Skipped[];
  readonly cost: Cost;
}

// Finding or creating the agent to talk to, and the valid twin of refused creates.
const fixtureCost: Cost = { requests: 7, messages: 0, agents: 1 };
const profiles: readonly Profile[] = ['core', 'full', 'reference'];

function add(one: Cost, other: Cost): Cost {
  return {
    requests: one.requests + other.requests,
    messages: one.messages + other.messages,
    agents: one.agents + other.agents,
  };
}

const missing: Readonly<Record<Need, (target: Target) => string | undefined>> = {
  agent: ({ stores, readOnly }) =>
    stores.main.agentId === undefined && readOnly ? 'an agent to talk to (--agent-id)' : undefined,
  chatbot: ({ stores }) => (stores.main.chatbotId === undefined ? 'a chatbot (--chatbot-id)' : undefined),
  'second-store': ({ stores }) =>
    stores.second === undefined ? 'another store (--second-api-key)' : undefined,
  'second-agent': ({ stores }) =>
    stores.second?.agentId === undefined ? "another store's agent (--second-agent-id)" : undefined,
  'second-chatbot': ({ stores }) =>
    stores.second?.chatbotId === undefined ? "another store's chatbot (--second-chatbot-id)" : undefined,
  'limited-store': ({ stores }) =>
    stores.limited === undefined ? 'a store that may be exhausted (--limited-api-key)' : undefined,
  'agent-limit': ({ stores }) =>
    stores.limited?.agentLimit === undefined
      ? 'the agent limit of the limited store (--agent-limit)'
      : undefined,
  'limited-rpm': ({ stores }) =>
    stores.limited?.requestsPerMinute === undefined
      ? 'the rate limit of the limited store (--limited-rpm)'
      : undefined,
  plan: ({ stores }) =>
    stores.main.requestsPerMinute === undefined
      ? 'the rate limit that is to hold (--plan or --rpm)'
      : undefined,
  mcp: () => undefined,
};

function skipReason(check: Check, target: Target): Omit<Skipped, 'check'> | undefined {
  if (check.needs?.includes('mcp') === true && target.mcpUrl === undefined) {
    return { outcome: 'not offered', reason: 'the MCP endpoint is not offered (--mcp-url none)' };
  }
  const absent = check.notOffered?.(target);
  if (absent !== undefined) return { outcome: 'not offered', reason: absent };
  if (target.readOnly && check.writes) return { outcome: 'untested', reason: '--read-only creates nothing' };
  const lacking = (check.needs ?? []).flatMap((need) => missing[need](target) ?? []);
  return lacking.length === 0 ? undefined : { outcome: 'untested', reason: `needs ${lacking.join(' and ')}` };
}

function isWanted(check: Check, { profile, only }: Wish): boolean {
  if (only !== undefined) {
    return only.includes(check.id) || check.requirements.some((requirement) => only.includes(requirement));
  }
  return profiles.indexOf(check.profile) <= profiles.indexOf(profile);
}

function excess(cost: Cost, budget: Budget): string | undefined {
  const kinds = ['requests', 'messages', 'agents'] as const;
  const over = kinds.find((kind) => cost[kind] > budget[kind]);
  return over === undefined
    ? undefined
    : `the budget of ${budget[over]} ${over} is spoken for (--max-${over})`;
}

/** Chooses what runs: core checks first, so that they get the budget. The order does not depend on the budget. */
export function makePlan(all: readonly Check[], target: Target, wish: Wish): Plan {
  const wanted = all.filter((check) => isWanted(check, wish));
  const ordered = profiles.flatMap((profile) => wanted.filter((check) => check.profile === profile));
  const checks: Check[] = [];
  const skipped: Skipped[] = [];
  let cost: Cost =
    ordered.some((check) => check.writes) && !target.readOnly ? fixtureCost : { ...fixtureCost, agents: 0 };
  for (const check of ordered) {
    const reason = skipReason(check, target);
    const over = excess(add(cost, check.cost), wish.budget);
    if (reason !== undefined) skipped.push({ check, ...reason });
    else if (over !== undefined) skipped.push({ check, outcome: 'untested', reason: over });
    else {
      checks.push(check);
      cost = add(cost, check.cost);
    }
  }
  return { checks, skipped, cost };
}
