import { expect, inject, test } from 'vitest';
import { createHarRecorder } from '../report/har.ts';
import type { CheckResult } from './check-result.ts';
import { planOfJob } from './plan-of-job.ts';
import { runPlan } from './run-plan.ts';
import { systemClock } from './session.ts';

// One file and one scheduler in it: the checks share a budget, a rate limit and a seeded order, which tests that
// the runner starts on its own would not. Each check is a test all the same, so that its tools can be used on it.
const job = inject('job');
const plan = planOfJob(job);
const har = createHarRecorder(job.target, job.harFile);
const arrivals = new Map<string, PromiseWithResolvers<CheckResult>>();
for (const { id } of [...plan.checks, ...plan.skipped.map(({ check }) => check)]) {
  arrivals.set(id, Promise.withResolvers<CheckResult>());
}

const { target, seed, runs, profile, budget, replay } = job;
const options = { target, seed, runs, profile, budget, clock: systemClock, record: har.record };
const finished = runPlan(plan, { ...options, ...(replay && { replay }) }, (result) => {
  arrivals.get(result.id)?.resolve(result);
});

for (const [id, { promise }] of arrivals) {
  test.concurrent(`${id}`, async ({ task, skip }) => {
    const result = await promise;
    task.meta.checkResult = result;
    if (result.outcome === 'untested' || result.outcome === 'not offered') skip(result.reason);
    expect(result.outcome, result.reason).toBe('pass');
  });
}

test.concurrent('the exchanges are written', async () => {
  await finished;
  await har.write();
});
