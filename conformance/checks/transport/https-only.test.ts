import { describe, expect, it } from 'vitest';
import { unlimited } from '../../client/meter.ts';
import { maximal } from '../../mutants/conforming/maximal.ts';
import { minimal } from '../../mutants/conforming/minimal.ts';
import { odd } from '../../mutants/conforming/odd.ts';
import { clockOf, startServer, targetOf } from '../../mutants/running-server.ts';
import { createCertificate } from '../../mutants/server/certificate.ts';
import type { Deployment } from '../../mutants/server/deployment.ts';
import { makePlan } from '../../runner/plan.ts';
import type { CheckResult } from '../../runner/run-check.ts';
import { runPlan } from '../../runner/run-plan.ts';
import { httpsOnly } from './https-only.ts';

const certificate = await createCertificate();

async function resultFor(deployment: Deployment): Promise<CheckResult | undefined> {
  const server = await startServer(deployment, certificate);
  const target = targetOf(server, certificate);
  const options = { profile: 'core', budget: unlimited } as const;
  const plan = makePlan([httpsOnly], target, options);
  try {
    const [result] = await runPlan(plan, { ...options, target, seed: 1, runs: 1, clock: clockOf(server) });
    return result;
  } finally {
    await server.close();
  }
}

describe('transport/https-only', () => {
  it('R-1-12 observes a 4xx and a redirect to HTTPS, and fails neither', async () => {
    const [rejecting, redirecting] = [await resultFor(maximal), await resultFor(odd)];
    expect([rejecting?.outcome, redirecting?.outcome]).toEqual(['pass', 'pass']);
    expect(rejecting?.observations[0]?.text).toBe('plain HTTP is rejected by status 403');
    expect(redirecting?.observations[0]?.text).toBe('plain HTTP is rejected by a redirect to HTTPS (308)');
  });

  it('R-1-09 is untested where the only address asked is the TLS port', async () => {
    const result = await resultFor(minimal);
    expect(result?.untested.map(({ requirement }) => requirement)).toEqual(['R-1-09', 'R-5-07']);
    expect(result?.untested[0]?.text).toContain('--http-url');
  });

  it('R-1-09 fails for a port that serves plain HTTP', async () => {
    const result = await resultFor({ ...maximal, plainHttp: { type: 'serve' } });
    expect(result?.failures.map(({ requirement }) => requirement)).toContain('R-1-09');
  });
});
