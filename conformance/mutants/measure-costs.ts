import { writeFileSync } from 'node:fs';
import { profiles, type Check, type Cost, type MeasuredCosts } from '../check.ts';
import { unlimited } from '../client/meter.ts';
import { makePlan } from '../runner/plan.ts';
import { runPlan } from '../runner/run-plan.ts';
import { soundDeployments } from './conforming/all.ts';
import type { SuiteSetup } from './run-mutant.ts';
import { clockOf, startServer, targetOf } from './running-server.ts';
import type { Deployment } from './server/deployment.ts';

const costsFile = new URL('../costs.json', import.meta.url);
const seeds = [1, 2, 3];

function highest(one: Cost, other: Cost = one): Cost {
  return {
    requests: Math.max(one.requests, other.requests),
    messages: Math.max(one.messages, other.messages),
    agents: Math.max(one.agents, other.agents),
  };
}

/** What the checks spend on the conforming servers at most, of checks whose cost does not depend on the target. */
export async function measureCosts(setup: Omit<SuiteSetup, 'seed'>): Promise<MeasuredCosts> {
  const isMeasured = new Set(setup.checks.filter(({ costFor }) => costFor === undefined).map(({ id }) => id));
  const costs: Record<string, Partial<Record<'some' | 'all', Cost>>> = {};
  for (const kind of ['some', 'all'] as const)
    for (const deployment of soundDeployments)
      for (const seed of seeds) {
        const results = await runUnlimited(deployment, kind, { ...setup, seed });
        for (const { id, spent } of results.filter((one) => isMeasured.has(one.id)))
          costs[id] = { ...costs[id], [kind]: highest(spent, costs[id]?.[kind]) };
      }
  const inOrder = Object.entries(costs).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(inOrder);
}

async function runUnlimited(
  deployment: Deployment,
  kind: 'some' | 'all',
  { checks: all, certificate, seed, browserPath }: SuiteSetup,
) {
  const profile = kind === 'some' ? 'full' : 'reference';
  const isOfProfile = (check: Check): boolean => profiles.indexOf(check.profile) <= profiles.indexOf(profile);
  const checks = all.filter(isOfProfile);
  const server = await startServer(deployment, certificate);
  try {
    const target = { ...targetOf(server, certificate), browserPath };
    const options = { profile, budget: unlimited, only: checks.map(({ id }) => id) } as const;
    const plan = { ...makePlan(checks, target, options), cost: unlimited, besideCost: unlimited };
    const clock = clockOf(server);
    return await runPlan(plan, { ...options, target, seed, runs: 1, clock, repeatsFailed: false });
  } finally {
    await server.close();
  }
}

/** Writes the measured costs for `check.ts`. */
export function saveCosts(costs: MeasuredCosts): void {
  writeFileSync(costsFile, `${JSON.stringify(costs, null, 2)}\n`);
}
