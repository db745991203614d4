import { expect, it } from 'vitest';
import { allChecks } from './checks/all-checks.ts';
import { unlimited } from './client/meter.ts';
import { hostileTexts } from './arbitraries/hostile-text.ts';
import { maximal } from './mutants/conforming/maximal.ts';
import { clockOf, startServer, targetOf, type RunningServer } from './mutants/running-server.ts';
import { createCertificate } from './mutants/server/certificate.ts';
import type { Deployment, JsonObject } from './mutants/server/deployment.ts';
import { listen } from './mutants/server/listen.ts';
import { isObject } from './mutants/server/responses.ts';
import { makePlan } from './runner/plan.ts';
import { runPlan } from './runner/run-plan.ts';

const certificate = await createCertificate();
// The seed of a run in CI: every run sends the same names.
const seed = 1;

async function failuresOf(server: RunningServer): Promise<readonly string[]> {
  const target = targetOf(server, certificate);
  const options = { profile: 'exhaustive', budget: unlimited } as const;
  // The limited store is full after the first run, which is no junk.
  const checks = allChecks.filter(({ limitsOf }) => limitsOf === undefined);
  const plan = makePlan(checks, target, options);
  const results = await runPlan(plan, { ...options, target, seed, runs: 1, clock: clockOf(server) });
  return results.flatMap(({ id, outcome, reason, failures }) => [
    ...(outcome === 'error' ? [`${id}: ${reason}`] : []),
    ...failures.map(({ requirement, expected, actual }) => `${id}: ${requirement} ${expected}, ${actual}`),
  ]);
}

/** Accepts any create, with any key or none, and stores what it can of the body. */
const credulous: Deployment = {
  ...maximal,
  name: 'credulous',
  identify: (request, state) => maximal.identify(request, state) ?? state.stores[0],
  validateCreate: () => undefined,
  newAgent: (input, call) => {
    const body = isObject(input) ? input : {};
    const config = isObject(body['config']) ? body['config'] : {};
    return {
      ...maximal.newAgent({ ...body, config }, call),
      ...('config' in body && { config: body['config'] }),
    };
  },
};

it(
  'does not fail a sound server for what runs before left in its store, with the same seed',
  { tags: ['nightly'] },
  async () => {
    const broken = await startServer(credulous, certificate);
    expect(await failuresOf(broken)).not.toEqual([]);
    await broken.close();
    const repaired = { ...broken, ...(await listen(maximal, broken.state, certificate)) };
    try {
      expect(await failuresOf(repaired)).toEqual([]);
      expect(await failuresOf(repaired)).toEqual([]);
    } finally {
      await repaired.close();
    }
  },
);

it(
  'does not fail a sound server for 200 agents of odd texts in its store',
  { tags: ['nightly'] },
  async () => {
    const server = await startServer(maximal, certificate);
    const [store] = server.state.stores;
    const [first] = store?.agents ?? [];
    for (let index = 0; index < 200; index += 1) {
      const text = hostileTexts[index % hostileTexts.length];
      const config = {
        ...(first?.['config'] as JsonObject),
        model_id: text,
        system_prompt: `${text} ${index}`,
      };
      store?.agents.push({
        ...first,
        id: `odd ${text} ${index}/%2F`,
        name: text,
        type: text,
        description: text,
        config,
      });
    }
    try {
      expect(await failuresOf(server)).toEqual([]);
    } finally {
      await server.close();
    }
  },
);
