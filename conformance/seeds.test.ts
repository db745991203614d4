import { expect, it } from 'vitest';
import { unlimited } from './client/budget.ts';
import type { Exchange } from './client/exchange.ts';
import { allChecks } from './checks/all-checks.ts';
import { conformingDeployments } from './mutants/conforming/all.ts';
import { createCertificate } from './mutants/server/certificate.ts';
import type { Deployment } from './mutants/server/deployment.ts';
import { clockOf, startServer, targetOf } from './mutants/running-server.ts';
import type { CheckResult } from './runner/check-result.ts';
import { makePlan } from './runner/plan.ts';
import { runPlan } from './runner/run-plan.ts';

const seeds = 100;
const certificate = await createCertificate();

interface Run {
  readonly results: readonly CheckResult[];
  /** What was sent, in order, without the port. */
  readonly sent: readonly string[];
}

// What a seed decides: the sampled cases, the near misses, the names. The rest is the same for each seed.
const seeded = [
  'agents/keeps-text',
  'agents/keeps-numbers',
  'agents/keeps-capabilities',
  'agents/stateful-model',
  'auth/near-miss-keys',
];

async function run(deployment: Deployment, seed: number, only?: readonly string[]): Promise<Run> {
  const server = await startServer(deployment, certificate);
  const target = targetOf(server, certificate);
  const sent: string[] = [];
  const record = ({ request, url, place }: Exchange): void => {
    const { pathname, search } = new URL(url);
    sent[place] = JSON.stringify([request.method, pathname, search, request.json ?? String(request.body)]);
  };
  const plan = makePlan(allChecks, target, { profile: 'full', budget: unlimited, ...(only && { only }) });
  try {
    const options = {
      target,
      seed,
      runs: 1,
      profile: 'full',
      budget: unlimited,
      clock: clockOf(server),
    } as const;
    return { results: await runPlan(plan, { ...options, record }), sent };
  } finally {
    await server.close();
  }
}

/** Fixtures are made by the check that needs them first, and have a place of their own in the plan. */
const fixtures = { requests: 7, messages: 0, agents: 1 };

function isBeyondItsCost({ id, spent }: CheckResult): boolean {
  const cost = allChecks.find((check) => check.id === id)?.cost;
  if (cost === undefined) return true;
  return (['requests', 'messages', 'agents'] as const).some(
    (kind) => spent[kind] > cost[kind] + fixtures[kind],
  );
}

it.each(conformingDeployments)(
  '100 seeds find nothing wrong with the conforming server $name',
  async (deployment) => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      // Every check at some seeds, and those that a seed decides at all of them.
      const { results } = await run(deployment, seed, seed % 20 === 1 ? undefined : seeded);
      const alarms = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
      expect(alarms.map(({ id, failures, reason }) => ({ seed, id, failures, reason }))).toEqual([]);
      expect(results.filter(isBeyondItsCost).map(({ id, spent }) => ({ seed, id, spent }))).toEqual([]);
    }
  },
  120_000,
);

it('the same seed sends the same requests in the same order, and another seed others', async () => {
  const [deployment] = conformingDeployments;
  if (deployment === undefined) throw new Error('there is no conforming server');
  // The limit checks run beside the others, each lane in an order of its own.
  const ids = allChecks.filter(({ lane }) => lane === 'main').map(({ id }) => id);
  const [one, again, other] = [
    await run(deployment, 11, ids),
    await run(deployment, 11, ids),
    await run(deployment, 12, ids),
  ];
  expect(again.sent).toEqual(one.sent);
  expect(other.sent).not.toEqual(one.sent);
});
