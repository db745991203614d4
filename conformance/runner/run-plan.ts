import { isBeside, levelOf, type Check, type Clock } from '../check.ts';
import { createFixtures } from '../checks/fixtures.ts';
import { createModel } from '../model/model.ts';
import { validOperationOf } from '../model/valid-request.ts';
import { createClients } from '../client/client.ts';
import { createMeter } from '../client/meter.ts';
import { createOrigins } from '../client/origins.ts';
import { createRedactor, secretsOf } from '../client/redact.ts';
import { openTransport } from '../client/transport.ts';
import { BudgetSpent } from '../exchange.ts';
import { allowancesOf, type Plan, type Skipped } from './plan.ts';
import { repeatFailed } from './repeat-failed.ts';
import { runCheck, type CheckResult, type Session, type SessionOptions } from './run-check.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  // A wait that nothing awaits any more does not keep the process alive; the timer of the run's end does.
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref()),
};

/** A timer for the end of a run. */
function startTimer(maxTimeMs: number | undefined, onEnd: () => void) {
  const { promise, reject } = Promise.withResolvers<never>();
  let isOver = false;
  // Rejects where nothing waits for it, too.
  promise.catch(() => undefined);
  const end = (): void => {
    isOver = true;
    reject(new BudgetSpent(`the maximum of ${Math.round((maxTimeMs ?? 0) / 1000)} s is over (--max-time)`));
    onEnd();
  };
  const timer = maxTimeMs === undefined ? undefined : setTimeout(end, maxTimeMs);
  return { promise, isOver: () => isOver, clear: () => clearTimeout(timer) };
}

/** Opens connections at the first request; `close` ends them. */
function openSession(plan: Plan, options: SessionOptions): Session {
  const { target, maxTimeMs, onWait, record, withModel = (model) => model } = options;
  const clock: Clock = {
    now: options.clock.now,
    wait: (milliseconds) => {
      onWait?.(milliseconds);
      return options.clock.wait(milliseconds);
    },
  };
  const transport = openTransport(target);
  const timer = startTimer(maxTimeMs, transport.close);
  // A limited store has a budget of its own.
  const [meter, beside] = [createMeter(plan.cost), createMeter(plan.besideCost)];
  const meters = new Map(
    [...allowancesOf(plan)].map(([check, cost]) => [
      check,
      (isBeside(check, target) ? beside : meter).child(cost),
    ]),
  );
  const origins = createOrigins();
  const clientFor = createClients({
    target,
    transport,
    clock,
    record: (exchange) => {
      origins.add(exchange);
      record?.(exchange);
    },
    mustSucceed: (request, url) => validOperationOf(request, url) !== undefined,
  });
  const model = withModel(createModel(target));
  let hasFailed = false;
  return {
    options,
    clock,
    clientFor,
    meterOf: (check) => meters.get(check) ?? meter,
    isEnough: () => options.untilFailure === true && hasFailed,
    addResult: ({ failures }) => {
      hasFailed ||= failures.length > 0;
    },
    timeIsOver: timer.promise,
    isOver: timer.isOver,
    fixtures: createFixtures(clientFor(meter, model.start), model, target, options.seed),
    model,
    origins,
    redact: createRedactor(secretsOf(target)),
    close: () => {
      timer.clear();
      transport.close();
    },
  };
}

function skippedResult({ check, outcome, reason }: Skipped): CheckResult {
  const { id, title, profile, requirements } = check;
  return {
    id,
    title,
    level: levelOf(check),
    profile,
    requirements,
    outcome,
    reason,
    completed: false,
    failures: [],
    untested: [],
    notShown: [],
    observations: [],
    warnings: [],
    spent: { requests: 0, messages: 0, agents: 0 },
    durationMs: 0,
  };
}

/** Runs checks one after the other, so that the same seed sends the same requests in the same order. */
async function runInOrder(
  checks: readonly Check[],
  session: Session,
  onResult: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    if (session.isEnough()) break;
    const result = await runCheck(check, session);
    results.push(result);
    session.addResult(result);
    onResult(result);
  }
  return results;
}

/**
 * Runs a plan in this process: the main checks in order, beside them those in a browser and those of each limited store,
 * which wait for a minute, and then those that are last. Results include skipped checks. Never rejects for what the
 * target does.
 */
export async function runPlan(
  plan: Plan,
  options: SessionOptions,
  onResult: (result: CheckResult) => void = () => undefined,
): Promise<CheckResult[]> {
  const session = openSession(plan, options);
  const { target, clock } = options;
  const { main, limited } = target.stores;
  const lastChecks = plan.checks.filter(({ isLast }) => isLast === true);
  const others = plan.checks.filter(({ isLast }) => isLast !== true);
  const limitChecks = (store: 'limited' | 'steady'): readonly Check[] =>
    others.filter(({ limitsOf }) => limitsOf === store);
  const needsBrowser = ({ needs }: Check): boolean => needs?.includes('browser') === true;
  const mainChecks = others.filter((check) => check.limitsOf === undefined && !needsBrowser(check));
  const skipped = plan.skipped.map(skippedResult);
  skipped.forEach(onResult);
  try {
    const run = async (checks: readonly Check[]): Promise<CheckResult[]> =>
      repeatFailed(checks, await runInOrder(checks, session, onResult), session);
    // Pages take seconds, in which the deployment has little to do.
    const pageResults = run(others.filter(needsBrowser));
    if (clock.isManual === true) await pageResults;
    const mainResults = run(mainChecks);
    // One store for all: its limit may only be exhausted after the main checks.
    if (limited?.key === main.key || clock.isManual === true) await Promise.all([pageResults, mainResults]);
    const limitedResults = runInOrder(limitChecks('limited'), session, onResult);
    if (clock.isManual === true) await limitedResults;
    const steadyResults = runInOrder(limitChecks('steady'), session, onResult);
    const groups = [await mainResults, await pageResults, await limitedResults, await steadyResults];
    const results = groups.flat();
    return [...results, ...(await run(lastChecks)), ...skipped];
  } finally {
    session.close();
  }
}
