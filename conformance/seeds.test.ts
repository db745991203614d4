import { expect, it } from 'vitest';
import { costOf, type Profile } from './check.ts';
import { allChecks } from './checks/all-checks.ts';
import { unlimited } from './client/meter.ts';
import type { Exchange, Target } from './exchange.ts';
import { conformingDeployments, soundDeployments } from './mutants/conforming/all.ts';
import { clockOf, startServer, targetOf } from './mutants/running-server.ts';
import { createCertificate } from './mutants/server/certificate.ts';
import type { Deployment } from './mutants/server/deployment.ts';
import { budgetsOfProfiles, makePlan } from './runner/plan.ts';
import type { CheckResult } from './runner/run-check.ts';
import { runPlan } from './runner/run-plan.ts';

const certificate = await createCertificate();

interface Run {
  readonly target: Target;
  readonly results: readonly CheckResult[];
  /** The requests in order of sending, without the port, and with numbers in place of ids: see `numberIds`. */
  readonly sent: readonly string[];
}

// The checks whose requests depend on the seed: sampled cases, near misses, names.
const seeded = [
  'agents/keeps-text',
  'agents/keeps-values',
  'auth/near-miss-keys',
  'auth/generated-keys',
  'widget/generated-ids',
  'http/generated-headers',
  'chat-stream/generated-messages',
];

/** Runs all checks, or some; `sampledOnly` leaves out the examples of properties, which every seed has. */
async function run(
  deployment: Deployment,
  seed: number,
  only?: readonly string[],
  sampledOnly = false,
  profile: Profile = 'exhaustive',
): Promise<Run> {
  const server = await startServer(deployment, certificate);
  const target = targetOf(server, certificate);
  const sent: string[] = [];
  const record = ({ request, url, sequence }: Exchange): void => {
    const { pathname, search } = new URL(url);
    sent[sequence] = JSON.stringify([request.method, pathname, search, request.json ?? String(request.body)]);
  };
  const plan = makePlan(allChecks, target, {
    profile,
    budget: unlimited,
    ...(only && { only }),
  });
  try {
    const options = {
      target,
      seed,
      runs: 1,
      profile,
      budget: unlimited,
      clock: clockOf(server),
      sampledOnly,
    } as const;
    const results = await runPlan(plan, { ...options, record });
    return { target, results, sent: numberIds(sent) };
  } finally {
    await server.close();
  }
}

/** The server assigns ids by when requests arrive: of those sent at once, any may be the first. */
function numberIds(sent: readonly string[]): string[] {
  const numbers = new Map<string, number>();
  return sent.map((request) =>
    request.replaceAll(/(?:agt|cnv)_\w+/g, (id) => {
      const number = numbers.get(id) ?? numbers.size;
      numbers.set(id, number);
      return `id ${number}`;
    }),
  );
}

/** The first check that needs a fixture spends its cost, which the plan counts separately. */
const fixtures = { requests: 7, messages: 0, agents: 1 };

function isBeyondItsCost({ id, spent }: CheckResult, target: Target): boolean {
  const check = allChecks.find((one) => one.id === id);
  if (check === undefined) return true;
  const cost = costOf(check, target);
  return (['requests', 'messages', 'agents'] as const).some(
    (kind) => spent[kind] > cost[kind] + fixtures[kind],
  );
}

/**
 * Expects no failure and no request beyond the announced cost of the checks that depend on the seed, with each of the seeds;
 * with `wholeSeed` of all checks.
 */
async function expectNoAlarms(
  deployment: Deployment,
  [first, last]: readonly [number, number],
  wholeSeed?: number,
): Promise<void> {
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index).values();
  const next = async (): Promise<void> => {
    for (const seed of seeds) {
      const isWhole = seed === wholeSeed;
      const { target, results } = await run(deployment, seed, isWhole ? undefined : seeded, !isWhole);
      const alarms = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
      expect(alarms.map(({ id, failures, reason }) => ({ seed, id, failures, reason }))).toEqual([]);
      const beyond = results.filter((result) => isBeyondItsCost(result, target));
      expect(beyond.map(({ id, spent }) => ({ seed, id, spent }))).toEqual([]);
    }
  };
  // One of the servers is slow, and most of its runs is waiting.
  await Promise.all(Array.from({ length: 8 }, next));
}

const perServer = 2;
const shares = conformingDeployments.map((deployment, index) => {
  const first = index * perServer + 1;
  return { name: deployment.name, first, last: first + perServer - 1, deployment };
});

// The gate "mutants" runs all checks against each sound server.
it.each(shares)(
  'reports no failure of the conforming server $name with the seeds $first to $last',
  { tags: ['nightly'] },
  ({ deployment, first, last }) => expectNoAlarms(deployment, [first, last]),
);

it.each(soundDeployments.map((deployment) => ({ name: deployment.name, deployment })))(
  'reports no failure of the sound server $name with the seeds 1 to 100',
  { tags: ['nightly'] },
  ({ deployment }) => expectNoAlarms(deployment, [1, 100], 1),
);

const ofMainStore = new Set(allChecks.filter(({ limitsOf }) => limitsOf === undefined).map(({ id }) => id));

it.each(
  conformingDeployments.map((deployment, index) => ({ name: deployment.name, seed: index + 1, deployment })),
)(
  'reports no failure of $name with the core and the full profile, and spends no more than they promise',
  { tags: ['nightly'] },
  async ({ deployment, seed }) => {
    for (const profile of ['core', 'full'] as const) {
      const { results } = await run(deployment, seed, undefined, false, profile);
      const alarms = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
      expect(alarms.map(({ id, failures, reason }) => ({ profile, id, failures, reason }))).toEqual([]);
      const spent = results.filter(({ id }) => ofMainStore.has(id)).map((one) => one.spent);
      for (const kind of ['requests', 'messages', 'agents'] as const) {
        const sum = spent.reduce((all, one) => all + one[kind], 0);
        expect(sum, `${kind} with --profile ${profile}`).toBeLessThanOrEqual(
          budgetsOfProfiles[profile][kind],
        );
      }
    }
  },
);

const repeated = { tags: ['nightly'] };
it(
  'sends the same requests in the same order for the same seed, and others for another seed',
  repeated,
  async () => {
    const [deployment] = conformingDeployments;
    if (deployment === undefined) throw new Error('there is no conforming server');
    // Checks that exhaust limits run beside the others, in an order of their own.
    const ids = allChecks.filter(({ limitsOf }) => limitsOf === undefined).map(({ id }) => id);
    const first = await run(deployment, 11, ids);
    const second = await run(deployment, 11, ids);
    const other = await run(deployment, 12, seeded);
    expect(second.sent).toEqual(first.sent);
    const sameSeed = await run(deployment, 11, seeded);
    expect(other.sent).not.toEqual(sameSeed.sent);
  },
);
