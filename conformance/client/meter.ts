import type { Cost } from '../check.ts';
import { BudgetSpent } from '../exchange.ts';

/** The maximum that a run may spend. */
export type Budget = Cost;

type Kind = keyof Cost;
/** What a request makes where it is accepted. */
export type Makes = 'messages' | 'agents';

export const unlimited: Budget = { requests: Infinity, messages: Infinity, agents: Infinity };

/** Counts what a run, or one of its checks, spends. */
export interface Meter {
  readonly spent: () => Cost;
  /** What may still be spent. */
  readonly left: () => Cost;
  /**
   * Called before each request; `makes` counts as spent until the returned function is called with whether the
   * request was accepted. Waits for requests in flight where they may leave something. Throws BudgetSpent.
   */
  readonly spend: (makes?: Makes) => Promise<(isAccepted: boolean) => void>;
  /** A meter of a check, which may spend its allowance, and what the others leave of the budget. */
  readonly child: (allowance: Cost) => Meter;
  /** Returns what is left of the allowance to the others. */
  readonly close: () => void;
}

const kinds: readonly Kind[] = ['requests', 'messages', 'agents'];

function costOf(valueOf: (kind: Kind) => number): Cost {
  return { requests: valueOf('requests'), messages: valueOf('messages'), agents: valueOf('agents') };
}

/** What one meter has spent of its allowance. */
interface Account {
  allowance: Cost;
  readonly spent: Record<Kind, number>;
}

function openAccount(allowance: Cost): Account {
  return { allowance, spent: { requests: 0, messages: 0, agents: 0 } };
}

function restOf({ allowance, spent }: Account, kind: Kind): number {
  return Math.max(0, allowance[kind] - spent[kind]);
}

/** The meter of a run. Whatever the target does, the run spends no more than the budget. */
export function createMeter(budget: Budget): Meter {
  const accounts: Account[] = [];
  let inFlight = 0;
  let settled = Promise.withResolvers<void>();

  const spentBy = (kind: Kind): number => accounts.reduce((sum, { spent }) => sum + spent[kind], 0);
  /** What is left beyond the allowances. */
  const free = (kind: Kind): number =>
    budget[kind] - spentBy(kind) - accounts.reduce((sum, account) => sum + restOf(account, kind), 0);

  const spend = async (
    account: Account,
    makes: Makes | undefined,
  ): Promise<(isAccepted: boolean) => void> => {
    const needed = kinds.filter((kind) => kind === 'requests' || kind === makes);
    // What is rejected makes nothing: it may borrow from what others have not spent yet, if anything is left at all.
    const isLeft = (kind: Kind): boolean =>
      budget[kind] - spentBy(kind) >= 1 && (kind !== 'requests' || restOf(account, kind) + free(kind) >= 1);
    const lacking = (): Kind | undefined => needed.find((kind) => !isLeft(kind));
    for (let kind = lacking(); kind !== undefined; kind = lacking()) {
      if (kind === 'requests' || inFlight === 0)
        throw new BudgetSpent(`the run's maximum of ${budget[kind]} ${kind} is spent`);
      await settled.promise;
    }
    for (const kind of needed) account.spent[kind] += 1;
    if (makes === undefined) return () => undefined;
    inFlight += 1;
    return (isAccepted) => {
      inFlight -= 1;
      if (!isAccepted) account.spent[makes] -= 1;
      settled.resolve();
      settled = Promise.withResolvers();
    };
  };

  const meterOf = (account: Account): Meter => {
    accounts.push(account);
    return {
      spent: () => ({ ...account.spent }),
      left: () => costOf((kind) => restOf(account, kind) + free(kind)),
      spend: (makes) => spend(account, makes),
      child: (allowance) => meterOf(openAccount(allowance)),
      close: () => {
        account.allowance = account.spent;
      },
    };
  };
  const own = meterOf(openAccount({ requests: 0, messages: 0, agents: 0 }));
  return { ...own, spent: () => costOf(spentBy) };
}
