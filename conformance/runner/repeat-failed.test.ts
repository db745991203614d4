import { afterAll, describe, expect, it } from 'vitest';
import { allChecks } from '../checks/all-checks.ts';
import { unlimited } from '../client/meter.ts';
import { maximal } from '../mutants/conforming/maximal.ts';
import { clockOf, startServer, targetOf, type RunningServer } from '../mutants/running-server.ts';
import { createCertificate } from '../mutants/server/certificate.ts';
import type { Deployment, HttpRequest } from '../mutants/server/deployment.ts';
import { makePlan } from './plan.ts';
import { runPlan } from './run-plan.ts';

const certificate = await createCertificate();
const servers: RunningServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** A server that rejects some requests while `isBroken`, which counts them. */
function rejecting(
  isAffected: (request: HttpRequest) => boolean,
  isBroken: (count: number) => boolean,
): Deployment {
  let count = 0;
  return {
    ...maximal,
    finish: (response, request, call) =>
      call !== undefined && isAffected(request) && isBroken((count += 1))
        ? maximal.errorResponse(406, 'not accepted')
        : response,
  };
}

/** The failures of some checks, with what else the run needs for a budget. */
async function failuresOf(deployment: Deployment, ...only: readonly string[]) {
  const server = await startServer(deployment, certificate);
  servers.push(server);
  const target = targetOf(server, certificate);
  const options = { profile: 'exhaustive', budget: unlimited } as const;
  const plan = makePlan(allChecks, target, { ...options, only: [...only, 'agents/keeps-text'] });
  const withRest = { ...plan, cost: { requests: 1000, messages: 100, agents: 100 } };
  const results = await runPlan(withRest, { ...options, target, seed: 1, runs: 1, clock: clockOf(server) });
  return results.flatMap(({ id, failures, spent }) => failures.map(({ flaky }) => ({ id, flaky, spent })));
}

const fromCurl = ({ headers, path }: HttpRequest): boolean =>
  path === '/api/agents' && headers['user-agent']?.startsWith('curl') === true;

describe('a check without a property that has failed is repeated three times', () => {
  it('and is flaky where it failed once in four times, also with many requests', async () => {
    const [failure, ...others] = await failuresOf(
      rejecting(fromCurl, (count) => count === 1),
      'http/reads',
    );
    expect(others).toEqual([]);
    expect(failure).toMatchObject({ id: 'http/reads', flaky: { failed: 1, runs: 4 } });
    expect(failure?.spent.requests).toBe(4 * 33);
  });

  it('and is not flaky where it always failed', async () => {
    const failures = await failuresOf(
      rejecting(fromCurl, () => true),
      'http/reads',
    );
    expect(failures).toMatchObject([{ id: 'http/reads', flaky: undefined }]);
  });
});
