import { costOf, type Check } from '../check.ts';
import { decodeReplay, maxRepetitions, repetitions } from './for-all.ts';
import { runCheck, type CheckResult, type Failure, type Session } from './run-check.ts';

// More would use up a rate limit for minutes.
const maxRequests = 150;
const kinds = ['requests', 'messages', 'agents'] as const;

/** The first failure that is not of a property, whose cases are repeated when they fail. */
function plainFailure({ failures, completed }: CheckResult): Failure | undefined {
  if (!completed) return undefined;
  return failures.find(({ replay, response, isOfModel }) => {
    const isPlain = response !== undefined && isOfModel === undefined;
    return isPlain && decodeReplay(replay)?.property === undefined;
  });
}

/**
 * Repeats a check that has failed three times. Returns its result, with the first failure marked as flaky where it did
 * not come again each time.
 */
async function repeatOne(check: Check, result: CheckResult, session: Session): Promise<CheckResult> {
  const failure = plainFailure(result);
  const { target, profile } = session.options;
  const cost = costOf(check, target, profile);
  if (failure === undefined) return result;
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

/**
 * Repeats the checks that have failed, those of the fewest requests first, as far as 150 requests go: after all others,
 * so that they take nothing from their budget. Returns the results in the same order.
 */
export async function repeatFailed(
  checks: readonly Check[],
  results: readonly CheckResult[],
  session: Session,
): Promise<CheckResult[]> {
  const repeated = [...results];
  const { replay, repeatsFailed } = session.options;
  if (replay !== undefined || repeatsFailed === false) return repeated;
  const requestsOf = (check: Check): number =>
    maxRepetitions * costOf(check, session.options.target, session.options.profile).requests;
  const failed = checks.filter((check) =>
    results.some((result) => result.id === check.id && plainFailure(result) !== undefined),
  );
  let left = maxRequests;
  for (const check of failed.toSorted((a, b) => requestsOf(a) - requestsOf(b))) {
    left -= requestsOf(check);
    const index = results.findIndex(({ id }) => id === check.id);
    const result = results[index];
    if (left >= 0 && result !== undefined) repeated[index] = await repeatOne(check, result, session);
  }
  return repeated;
}
