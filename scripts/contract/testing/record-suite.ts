import type { Check } from '../../../conformance/check.ts';
import { allChecks } from '../../../conformance/checks/all-checks.ts';
import { unlimited } from '../../../conformance/client/meter.ts';
import type { Exchange } from '../../../conformance/exchange.ts';
import { clockOf, startServer, targetOf } from '../../../conformance/mutants/running-server.ts';
import type { Certificate } from '../../../conformance/mutants/server/certificate.ts';
import type { Deployment } from '../../../conformance/mutants/server/deployment.ts';
import { makePlan } from '../../../conformance/runner/plan.ts';
import type { CheckResult } from '../../../conformance/runner/run-check.ts';
import { runPlan } from '../../../conformance/runner/run-plan.ts';

/** The suite's checks that need no browser. */
export const checksWithoutBrowser = allChecks.filter(({ needs }) => needs?.includes('browser') !== true);

interface Recording {
  readonly profile?: 'core' | 'exhaustive';
  /** Ends the run at its first failure. */
  readonly untilFailure?: true;
}

/** Runs checks of the suite against a server that is started for them, with every exchange given to `record`. */
export async function recordSuite(
  deployment: Deployment,
  checks: readonly Check[],
  certificate: Certificate,
  record: (exchange: Exchange) => void,
  { profile = 'exhaustive', ...options }: Recording = {},
): Promise<readonly CheckResult[]> {
  const server = await startServer(deployment, certificate);
  const target = targetOf(server, certificate);
  const plan = makePlan(checks, target, { profile, budget: unlimited });
  const session = { target, profile, budget: unlimited, seed: 1, runs: 1, clock: clockOf(server) } as const;
  try {
    return await runPlan(plan, { ...session, ...options, repeatsFailed: false, record });
  } finally {
    await server.close();
  }
}
