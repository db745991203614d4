import type { Check, Clock, Profile } from '../check.ts';
import { unlimited } from '../client/client.ts';
import type { StoreAccess, Target } from '../exchange.ts';
import { makePlan } from '../runner/plan.ts';
import type { CheckResult } from '../runner/run-check.ts';
import { runPlan } from '../runner/run-plan.ts';
import type { Certificate } from './server/certificate.ts';
import type { Store, World } from './server/deployment.ts';
import type { Subject } from './subject.ts';

// Nobody waits for it but where a defect is silence, and there it may be short: see `Circumstances`.
const patientMs = 20_000;

function access(store: Store): StoreAccess {
  const agentId = store.agents[0]?.['id'];
  const chatbotId = store.chatbots[0]?.['chatbot_id'];
  return {
    key: store.key,
    ...(typeof agentId === 'string' && { agentId }),
    ...(typeof chatbotId === 'string' && { chatbotId }),
    ...(Number.isFinite(store.requestsPerMinute) && { requestsPerMinute: store.requestsPerMinute }),
    ...(Number.isFinite(store.agentLimit) && { agentLimit: store.agentLimit }),
  };
}

function storeAt(world: World, index: number): Store {
  const store = world.stores[index];
  if (store === undefined) throw new Error(`the server has no store ${index}`);
  return store;
}

/** What an operator would tell the suite of this server. */
export function targetOf({ served, world, circumstances }: Subject, certificate: Certificate): Target {
  return {
    baseUrl: served.baseUrl,
    mcpUrl: served.mcpUrl,
    httpUrl: served.httpUrl,
    stores: {
      main: access(storeAt(world, 0)),
      second: access(storeAt(world, 1)),
      limited: access(storeAt(world, 2)),
    },
    idleTimeoutMs: circumstances.idleTimeoutMs ?? patientMs,
    readOnly: false,
    ca: certificate.cert,
    insecure: false,
  };
}

/** A wait moves the clock of the server instead: minutes pass, and nobody waits for them. */
export function clockOf({ world, advance }: Subject): Clock {
  return {
    now: world.now,
    wait: async (milliseconds) => advance(milliseconds),
  };
}

/** What a judgement takes. */
export interface Judgement {
  readonly checks: readonly Check[];
  readonly seed: number;
  readonly runs: number;
  readonly profile: Profile;
}

/** Runs checks against a server of ours, and closes it. */
export async function judge(
  subject: Subject,
  certificate: Certificate,
  { checks, seed, runs, profile }: Judgement,
): Promise<readonly CheckResult[]> {
  const target = targetOf(subject, certificate);
  const plan = makePlan(checks, target, { profile, budget: unlimited });
  try {
    return await runPlan(plan, { target, seed, runs, profile, budget: unlimited, clock: clockOf(subject) });
  } finally {
    await subject.served.close();
  }
}
