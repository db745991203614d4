import { BudgetSpent } from './exchange.ts';
import type { Cost } from '../check.ts';

/** The most that a run may spend. */
export type Budget = Cost;

export const unlimited: Budget = { requests: Infinity, messages: Infinity, agents: Infinity };

/** Counts what a run spends. */
export interface Meter {
  readonly spent: () => Cost;
  /** What is left for an experiment beyond the plan, such as shrinking. */
  readonly left: () => Cost;
  /** Before each request. Throws BudgetSpent when none is left. */
  readonly spendRequest: () => void;
  readonly countMessage: () => void;
  readonly countAgent: () => void;
  /** A meter of its own for one check; what it counts is counted here too. */
  readonly part: () => Meter;
}

export function createMeter(budget: Budget, whole?: Meter): Meter {
  let requests = 0;
  let messages = 0;
  let agents = 0;
  const meter: Meter = {
    spent: () => ({ requests, messages, agents }),
    left: () =>
      whole?.left() ?? {
        requests: budget.requests - requests,
        messages: budget.messages - messages,
        agents: budget.agents - agents,
      },
    spendRequest: () => {
      whole?.spendRequest();
      if (requests >= budget.requests)
        throw new BudgetSpent(`the ${budget.requests} requests allowed are sent`);
      // Only a target that creates what it should refuse gets here: the plan keeps to the budget.
      if (agents > budget.agents)
        throw new BudgetSpent(`more than the ${budget.agents} agents allowed exist`);
      if (messages > budget.messages)
        throw new BudgetSpent(`more than ${budget.messages} messages were answered`);
      requests += 1;
    },
    countMessage: () => {
      whole?.countMessage();
      messages += 1;
    },
    countAgent: () => {
      whole?.countAgent();
      agents += 1;
    },
    part: () => createMeter(unlimited, meter),
  };
  return meter;
}
