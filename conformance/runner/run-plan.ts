import type { Check } from '../check.ts';
import type { CheckResult } from './check-result.ts';
import type { Plan } from './plan.ts';
import { runCheck, skippedResult } from './run-check.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';

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
 * Runs a plan in this process: the main checks in order, the limit checks beside them, as those wait for a minute
 * to pass. Skipped checks are told as well. Never rejects for what the target does.
 */
export async function runPlan(
  plan: Plan,
  options: SessionOptions,
  onResult: (result: CheckResult) => void = () => undefined,
): Promise<CheckResult[]> {
  const session = openSession(options);
  const { main, limited } = options.target.stores;
  const lane = (name: Check['lane']): Check[] => plan.checks.filter((check) => check.lane === name);
  const skipped = plan.skipped.map(({ check, outcome, reason }) => skippedResult(check, outcome, reason));
  skipped.forEach(onResult);
  try {
    const mainLane = runInOrder(lane('main'), session, onResult);
    // One store for both: its limit may only be driven into when the others are done.
    if (limited?.key === main.key) await mainLane;
    const limitsLane = await runInOrder(lane('limits'), session, onResult);
    return [...(await mainLane), ...limitsLane, ...skipped];
  } finally {
    session.close();
  }
}
