import type { Clock } from '../check.ts';
import type { StoreAccess, Target } from '../exchange.ts';
import { maximal } from './conforming/maximal.ts';
import type { Mutant, Setup } from './mutant.ts';
import type { Certificate } from './server/certificate.ts';
import type { Deployment, ServerState } from './server/deployment.ts';
import { listen, type ListeningServer } from './server/listen.ts';
import { failingAgentName } from './server/operations.ts';
import { createServerState } from './server/server-state.ts';

// Only a stream that hangs reaches it; the mutants that hang set a shorter one in `Setup`.
const defaultIdleTimeoutMs = 20_000;

export interface RunningServer extends ListeningServer {
  readonly state: ServerState;
  readonly idleTimeoutMs: number;
  /** Advances the server's clock. */
  readonly advance: (milliseconds: number) => void;
}

/** A mutant's deployment: its base with the defect applied. */
export function broken(mutant: Mutant): Deployment {
  const base = mutant.base ?? maximal;
  return { ...base, ...mutant.apply(base), name: mutant.id };
}

/** Starts a deployment with four stores: main, second, and two with the limits of the Free plan. */
export async function startServer(
  deployment: Deployment,
  certificate: Certificate,
  { main, limited, idleTimeoutMs = defaultIdleTimeoutMs, hasRealClock }: Setup = {},
): Promise<RunningServer> {
  // A manual clock: no result depends on how busy the machine is.
  let now = Date.now();
  const plans = [
    { name: 'main', ...main },
    { name: 'second' },
    { name: 'limited', requestsPerMinute: 20, agentLimit: 3, ...limited },
    { name: 'steady', requestsPerMinute: 20 },
  ];
  const state = createServerState(deployment, plans, () => (hasRealClock ? Date.now() : now));
  addFailingAgent(state, deployment);
  const advance = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { ...(await listen(deployment, state, certificate)), state, idleTimeoutMs, advance };
}

/** Adds an agent whose model fails to the main store, unless the store is to be empty. */
function addFailingAgent({ stores: [main], nextNumber }: ServerState, deployment: Deployment): void {
  if (main?.agents.length === 0) return;
  const id = deployment.newId('agent', nextNumber('agent'));
  main?.agents.push({ ...main.agents[0], id, name: failingAgentName });
}

function accessTo({ stores }: ServerState, index: number): StoreAccess {
  const store = stores[index];
  if (store === undefined) throw new Error(`the server has no store ${index}`);
  const agentId = store.agents[0]?.['id'];
  const failingAgentId = store.agents.find(({ name }) => name === failingAgentName)?.['id'];
  const chatbotId = store.chatbots[0]?.['chatbot_id'];
  return {
    key: store.key,
    ...(typeof agentId === 'string' && { agentId }),
    ...(typeof failingAgentId === 'string' && { failingAgentId }),
    ...(typeof chatbotId === 'string' && { chatbotId }),
    ...(Number.isFinite(store.requestsPerMinute) && { requestsPerMinute: store.requestsPerMinute }),
    ...(Number.isFinite(store.agentLimit) && { agentLimit: store.agentLimit }),
  };
}

/** The target that an operator would configure for this server. */
export function targetOf(server: RunningServer, certificate: Certificate): Target {
  const { baseUrl, mcpUrl, httpUrl, idleTimeoutMs, state } = server;
  return {
    baseUrl,
    mcpUrl,
    httpUrl,
    stores: {
      main: accessTo(state, 0),
      second: accessTo(state, 1),
      limited: accessTo(state, 2),
      steady: accessTo(state, 3),
    },
    idleTimeoutMs,
    readOnly: false,
    ca: certificate.cert,
    insecure: false,
  };
}

/** A clock whose waits advance the server's clock and return at once. */
export function clockOf({ state, advance }: RunningServer): Clock {
  return { now: state.now, wait: async (milliseconds) => advance(milliseconds), isManual: true };
}
