import type { components } from '../../generated/dashboard.d.ts';
import { plans } from '../../generated/plans.ts';
import type { Config } from '../config/config.ts';
import { calledModel } from '../config/model-settings.ts';
import { allAgents } from '../db/agents.ts';
import { type Database, systemActor } from '../db/database.ts';
import type { AgentConfig, StoreRecord } from '../db/records.ts';
import { readSpending } from '../db/store-spending.ts';
import {
  addRequestMinutes,
  addUse,
  listRequestHours,
  noUse,
  type RequestHourRecord,
  type RequestMinuteRecord,
  type RequestUse,
  sumHours,
} from '../db/request-hours.ts';
import type { Clock } from '../support/clock.ts';

/**
 * The limits of a store: its own, else its plan's; null: no limit. Enterprise has only those agreed for the store (source 8).
 */
export function limitsOf(store: Pick<StoreRecord, 'plan' | 'requests_per_minute' | 'agent_limit'>) {
  const plan = plans[store.plan];
  return {
    /** In any 60 seconds. */
    requestsPerMinute: store.requests_per_minute ?? plan?.requestsPerMinute ?? null,
    /** That the store may hold. */
    agents: store.agent_limit ?? plan?.agents ?? null,
  };
}

const minuteMs = 60_000;

export type PlanUse = ReturnType<typeof createPlanUse>;

interface PlanUseDeps {
  readonly database: Pick<Database, 'changeAll'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * What the rate limits decided for all stores, counted in memory and added to the database once a minute. A process that is
 * killed loses the counts of up to a minute (decision 0043).
 */
export function createPlanUse({ database, clock, log }: PlanUseDeps) {
  const counter = createCounter(clock);
  /** Adds what was counted to the database; keeps it for the next time when that fails. */
  const flush = async (): Promise<void> => {
    const minutes = counter.take();
    if (minutes.length === 0) return;
    try {
      await database.changeAll(systemActor, (context) => addRequestMinutes(context, minutes));
    } catch (error) {
      counter.putBack(minutes);
      log.warn({ err: error }, 'the use of plans was not stored; it is tried again in a minute');
    }
  };
  const timer = setInterval(() => void flush(), minuteMs).unref();
  return {
    count: counter.count,
    /** What is not in the database yet. */
    pending: (storeId: string): RequestHourRecord[] =>
      sumHours(counter.all().filter(({ store_id: id }) => id === storeId)),
    flush,
    /** Flushes and stops. */
    close(): Promise<void> {
      clearInterval(timer);
      return flush();
    },
  };
}

type Counted = { -readonly [Key in keyof RequestMinuteRecord]: RequestMinuteRecord[Key] };

function createCounter(clock: Pick<Clock, 'now'>) {
  let minutes = new Map<string, Counted>();
  const countsOf = (at: Pick<Counted, 'store_id' | 'window' | 'minute'>): Counted => {
    const key = `${at.store_id} ${at.window} ${at.minute}`;
    const counts = minutes.get(key) ?? { ...at, requests: 0, rejected: 0 };
    minutes.set(key, counts);
    return counts;
  };
  return {
    /** Counts one decision. `window` names what the limit holds for: the keys of the store, or a chatbot. */
    count(store_id: string, window: string, admitted: boolean): void {
      const minute = new Date(Math.floor(clock.now() / minuteMs) * minuteMs).toISOString();
      countsOf({ store_id, window, minute })[admitted ? 'requests' : 'rejected'] += 1;
    },
    all: (): RequestMinuteRecord[] => [...minutes.values()],
    take(): RequestMinuteRecord[] {
      const taken = [...minutes.values()];
      minutes = new Map();
      return taken;
    },
    putBack(taken: readonly RequestMinuteRecord[]): void {
      for (const { requests, rejected, ...at } of taken) {
        const counts = countsOf(at);
        counts.requests += requests;
        counts.rejected += rejected;
      }
    },
  };
}

interface SummaryDeps {
  readonly database: Pick<Database, 'reader'>;
  readonly planUse: PlanUse;
}

/** The use of a store from the hour of `from` until before `to`, with what this process has not stored yet. */
export async function summarizePlanUse(
  { database, planUse }: SummaryDeps,
  storeId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<RequestUse> {
  const range = { from: hourOf(from), to: hourOf(new Date(to.getTime() - 1)) };
  const pending = planUse.pending(storeId).filter(({ hour }) => hour >= range.from && hour <= range.to);
  const hours = [...(await listRequestHours(database.reader(storeId), range)), ...pending];
  return hours.reduce(addUse, noUse);
}

const planDaysMs = 30 * 24 * 60 * minuteMs;

/** The use of a store's plan beside its limit. */
export function planUseView(store: StoreRecord, use: RequestUse): components['schemas']['PlanUse'] {
  const { requests, rejected, peak_requests: peak_requests_per_minute, peak_at } = use;
  const requests_per_minute = limitsOf(store).requestsPerMinute;
  return { requests, requests_per_minute, peak_requests_per_minute, peak_at, rejected };
}

/** The limits of a store, how much of them is used, and what its replies have cost in this month of UTC (decision 0059). */
export async function describePlan(
  deps: SummaryDeps & {
    readonly clock: Pick<Clock, 'now'>;
    readonly config: Pick<Config, 'models' | 'modelPrices'>;
  },
  store: StoreRecord,
): Promise<components['schemas']['Plan']> {
  const now = deps.clock.now();
  const range = { from: new Date(now - planDaysMs), to: new Date(now + 1) };
  const reader = deps.database.reader(store.id);
  const [agents, last30Days, spent] = await Promise.all([
    allAgents(reader),
    summarizePlanUse(deps, store.id, range),
    readSpending(reader, new Date(now).toISOString()),
  ]);
  const limits = limitsOf(store);
  const { plan, monthly_cap_micros: cap } = store;
  return {
    plan,
    requests_per_minute: limits.requestsPerMinute,
    agents: agents.length,
    agent_limit: limits.agents,
    last_30_days: planUseView(store, last30Days),
    spending: {
      amount: spent / 1e6,
      cap: cap === null ? null : cap / 1e6,
      currency: 'USD',
      has_prices: agents.every(({ config }) => isCostKnown(deps.config, config)),
    },
  };
}

function hourOf(time: Date): string {
  return time.toISOString().slice(0, 13);
}

/** Whether what an agent's model costs is known: it has a price, or the built-in one replies. */
function isCostKnown(
  { models, modelPrices }: Pick<Config, 'models' | 'modelPrices'>,
  { model_provider: slot, model_id: modelId }: AgentConfig,
): boolean {
  const vendor = models.providers[slot];
  return vendor === null || modelPrices.has(calledModel(vendor, modelId));
}
