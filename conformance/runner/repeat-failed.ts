import { costOf, type Check } from '../check.ts';
import { decodeReplay, repetitions } from './for-all.ts';
import { runCheck, type CheckResult, type Failure, type Session } from './run-check.ts';

// A check of more requests would use up a rate limit when it is repeated.
const maxRequests = 6;
const kinds = ['requests', 'messages', 'agents'] as const;

/** The first failure that is not of a property, whose cases are repeated when they fail. */
function plainFailure({ failures, completed }: CheckResult): Failure | undefined {
  if (!completed) return undefined;
  return failures.find(({ replay, response }) => {
    return response !== undefined && decodeReplay(replay)?.property === undefined;
  });
}

/**
 * Repeats a short check that has failed three times, after all others, so that it takes nothing from their budget.
 * Returns its result, with the first failure marked as flaky where it did not come again each time.
 */
export async function repeatFailed(
  check: Check,
  result: CheckResult,
  session: Session,
): Promise<CheckResult> {
  const failure = plainFailure(result);
  const cost = costOf(check, session.options.target);
  if (failure === undefined || cost.requests > maxRequests || session.options.replay !== undefined)
    return result;
  let { spent } = result;
  const failsAgain = async (): Promise<boolean> => {
    const again = await runCheck(check, session);
    spent = again.spent;
    if (!again.completed) throw new Error('the repetition ended early');
    return again.failures.some(
      ({ requirement, expected }) => requirement === failure.requirement && expected === failure.expected,
    );
  };
  const hasBudget = (): boolean => {
    const left = session.meterOf(check).left();
    return !session.isOver() && kinds.every((kind) => left[kind] >= cost[kind]);
  };
  const flaky = await repetitions(failsAgain, hasBudget);
  const failures = result.failures.map((one) => (one === failure && flaky ? { ...one, flaky } : one));
  return { ...result, spent, failures };
}
