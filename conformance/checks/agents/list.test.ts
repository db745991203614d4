import { expect, it } from 'vitest';
import { maximal } from '../../mutants/conforming/maximal.ts';
import { clockOf, startServer, targetOf } from '../../mutants/running-server.ts';
import { createCertificate } from '../../mutants/server/certificate.ts';
import { makePlan } from '../../runner/plan.ts';
import { runPlan } from '../../runner/run-plan.ts';
import { listOfManyAgents } from './list.ts';

it('verifies the longest list that the budget allows, and says how long it was', async () => {
  const certificate = await createCertificate();
  const server = await startServer(maximal, certificate);
  const target = targetOf(server, certificate);
  const options = { profile: 'exhaustive', budget: { requests: 30, messages: 0, agents: 12 } } as const;
  const plan = makePlan([listOfManyAgents], target, options);
  try {
    const [result] = await runPlan(plan, { ...options, target, seed: 1, runs: 1, clock: clockOf(server) });
    expect(result).toMatchObject({ outcome: 'pass' });
    expect(result?.observations.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^the longest list that was verified has 1\d agents; the budget allows no more$/),
    ]);
  } finally {
    await server.close();
  }
});
