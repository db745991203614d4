import { expect, inject, test } from 'vitest';
import { createHarRecorder } from '../client/har.ts';
import { planOfJob } from './plan.ts';
import type { CheckResult } from './run-check.ts';
import { runPlan, systemClock } from './run-plan.ts';

// The plan runs outside of the tests: the checks share a budget, a rate limit and a seeded order, which vitest's own
// scheduling would break. Each check is a test that awaits its result, so that vitest's reporters apply.
const job = inject('job');
const plan = planOfJob(job);
const har = createHarRecorder(job.target, job.harFile);
const pending = new Map(
  [...plan.checks, ...plan.skipped.map(({ check }) => check)].map(({ id }) => [
    id,
    Promise.withResolvers<CheckResult>(),
  ]),
);

const finished = runPlan(plan, { ...job, clock: systemClock, record: har.record }, (result) => {
  pending.get(result.id)?.resolve(result);
});

for (const [id, { promise }] of pending) {
  test.concurrent(`${id}`, async ({ task, skip }) => {
    // After an error of the suite itself, the remaining checks get no result.
    const result = await Promise.race([promise, finished.then(() => promise)]);
    task.meta.checkResult = result;
    if (result.outcome === 'untested' || result.outcome === 'not offered') skip(result.reason);
    expect(result.outcome, result.reason).toBe('pass');
  });
}

test.concurrent('writes the exchanges', async () => {
  await finished;
  await har.write();
});
