import { maximal } from './conforming/maximal.ts';
import type { Circumstances, Mutant } from './mutant.ts';
import type { Certificate } from './server/certificate.ts';
import type { Deployment, World } from './server/deployment.ts';
import { serve, type Served } from './server/serve.ts';
import { createWorld } from './server/world.ts';

/** A server to be judged: where it is, what it holds, and the hand on its clock. */
export interface Subject {
  readonly deployment: Deployment;
  readonly served: Served;
  readonly world: World;
  readonly circumstances: Circumstances;
  /** Moves the server's clock on, by milliseconds. Only the harness holds this; a deployment has no such thing. */
  readonly advance: (milliseconds: number) => void;
}

/** The ids that are awkward in a query string, and legal: each server has them. */
function chatbotId(count: number): string {
  return `bot ${count}/ä&b=c+d%20`;
}

/** A mutant's deployment: its base with the parts that it breaks. */
export function broken(mutant: Mutant): Deployment {
  const base = mutant.base ?? maximal;
  return { ...base, ...mutant.apply(base), name: mutant.id };
}

/** Starts a deployment with three stores: the main one, another, and one that is limited as the plan Free. */
export async function startSubject(
  deployment: Deployment,
  certificate: Certificate,
  circumstances: Circumstances = {},
): Promise<Subject> {
  // The clock stands still but for the harness, so that no verdict hangs on how busy the machine is.
  let now = Date.now();
  const { main, limited } = circumstances;
  const plans = [
    { name: 'main', ...main },
    { name: 'second' },
    { name: 'limited', requestsPerMinute: 20, agentLimit: 3, ...limited },
  ];
  const world = createWorld(deployment, plans, chatbotId, () => now);
  const served = await serve(deployment, world, certificate);
  const advance = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { deployment, served, world, circumstances, advance };
}
