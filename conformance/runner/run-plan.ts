import type { Check, Clock } from '../check.ts';
import { createFixtures } from '../checks/fixtures.ts';
import { createClients, createMeter } from '../client/client.ts';
import { createRedactor, secretsOf } from '../client/redact.ts';
import { openTransport } from '../client/transport.ts';
import type { Plan, Skipped } from './plan.ts';
import { runCheck, type CheckResult, type Session, type SessionOptions } from './run-check.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Opens connections at the first request; `close` ends them. */
function openSession(options: SessionOptions): Session {
  const { target, clock, budget, record } = options;
  const transport = openTransport(target);
  const meter = createMeter(budget);
  const clientFor = createClients({ target, transport, clock, record });
  return {
    options,
    clientFor,
    meter,
    fixtures: createFixtures(clientFor(meter), target, options.seed),
    redact: createRedactor(secretsOf(target)),
    close: transport.close,
  };
}

function skippedResult({ check, outcome, reason }: Skipped): CheckResult {
  const { id, title, level, profile, requirements } = check;
  return {
    ...{ id, title, level, profile, requirements, outcome, reason },
    ...{ completed: false, failures: [], untested: [], observations: [] },
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
    const result = await runCheck(check, session);
    results.push(result);
    onResult(result);
  }
  return results;
}

/**
 * Runs a plan in this process: the main checks in order, and beside them the checks that exhaust limits, which wait
 * for a minute. Results include skipped checks. Never rejects for what the target does.
 */
export async function runPlan(
  plan: Plan,
  options: SessionOptions,
  onResult: (result: CheckResult) => void = () => undefined,
): Promise<CheckResult[]> {
  const session = openSession(options);
  const { main, limited } = options.target.stores;
  const mainChecks = plan.checks.filter(({ exhaustsLimits }) => exhaustsLimits !== true);
  const limitChecks = plan.checks.filter(({ exhaustsLimits }) => exhaustsLimits === true);
  const skipped = plan.skipped.map(skippedResult);
  skipped.forEach(onResult);
  try {
    const mainResults = runInOrder(mainChecks, session, onResult);
    // One store for both: its limit may only be exhausted after the main checks.
    if (limited?.key === main.key) await mainResults;
    const limitResults = await runInOrder(limitChecks, session, onResult);
    return [...(await mainResults), ...limitResults, ...skipped];
  } finally {
    session.close();
  }
}
