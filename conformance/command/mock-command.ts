import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { maximal } from '../mutants/conforming/maximal.ts';
import { createCertificate } from '../mutants/server/certificate.ts';
import type { Change, Deployment, Frame, JsonObject } from '../mutants/server/deployment.ts';
import { listen } from '../mutants/server/listen.ts';
import { createServerState } from '../mutants/server/server-state.ts';
import { wholeNumber } from './options.ts';
import { UsageError } from './usage-error.ts';

interface MockOptions {
  readonly port: number;
  readonly delay: number;
  readonly rpm?: number;
  readonly agentLimit?: number;
  readonly fault?: string;
  readonly faults?: true;
}

function cutStream({ framesOf }: Deployment): Partial<Deployment> {
  return {
    framesOf: (events, turn) => [...framesOf(events, turn).slice(0, 2), { type: 'reset' }],
  };
}

function addEvent({ eventsOf }: Deployment): Partial<Deployment> {
  const unknown: JsonObject = { type: 'progress', percent: 50 };
  return { eventsOf: (turn) => [unknown, ...eventsOf(turn)] };
}

/** What a client meets of a sound deployment, or of the network: no server is broken by it but by `truncated-stream`. */
const clientFaults: Readonly<Record<string, readonly [meaning: string, Change]>> = {
  'error-event': [
    'each reply ends with an error event',
    ({ eventsOfFailure }) => ({ eventsOf: eventsOfFailure }),
  ],
  'rate-limited': ['each request gets 429 with Retry-After: 30', () => ({ admit: () => 30_000 })],
  'truncated-stream': ['each reply breaks off after two events', cutStream],
  'unknown-event': ['each reply has an event of a type that the contract does not know', addEvent],
};

/** Loaded for these options alone: the broken servers are most of the package. */
async function readMutants() {
  const [{ mutants }, { broken }] = await Promise.all([
    import('../mutants/defects/all.ts'),
    import('../mutants/running-server.ts'),
  ]);
  return { mutants, broken };
}

async function listFaults(): Promise<string> {
  const { mutants } = await readMutants();
  const lines = [
    ...Object.entries(clientFaults).map(([name, [meaning]]) => `${name}: ${meaning}`),
    ...mutants.map(({ id, clause }) => `${id}: violates ${clause}`),
  ];
  return `${lines.join('\n')}\n`;
}

async function deploymentWith(fault: string | undefined): Promise<Deployment> {
  if (fault === undefined) return maximal;
  const known = clientFaults[fault];
  if (known !== undefined) return { ...maximal, ...known[1](maximal) };
  const { mutants, broken } = await readMutants();
  const found = mutants.find(({ id }) => id === fault);
  if (found === undefined) throw new UsageError(`--fault ${fault} is unknown; --faults lists all`);
  return broken(found);
}

/** Sends an event, waits, and sends the next, as a model does. */
function delayed(deployment: Deployment, milliseconds: number): Deployment {
  if (milliseconds === 0) return deployment;
  const pause: Frame = { type: 'pause', milliseconds };
  return {
    ...deployment,
    framesOf: (events, turn) => deployment.framesOf(events, turn).flatMap((frame) => [pause, frame]),
  };
}

function createMockProgram(): Command {
  return new Command('agent-conformance mock')
    .description(
      'Starts a conforming service in memory, for those who write clients: one store, one agent, TLS on 127.0.0.1.',
    )
    .option('--port <n>', 'its port; 0 takes a free one', wholeNumber(0), 3443)
    .option('--delay <ms>', 'waits before each event of a reply', wholeNumber(0), 0)
    .option('--rpm <n>', 'admits so many requests a minute, then 429', wholeNumber(1))
    .option('--agent-limit <n>', 'holds so many agents, then 403', wholeNumber(1))
    .option('--fault <name>', 'behaves wrongly in one way')
    .option('--faults', 'lists the names of all faults, and ends');
}

/**
 * `agent-conformance mock`: serves until `stopped` resolves. Prints the addresses and the key of the store, and where the
 * certificate is. Returns the exit code. Throws UsageError for a fault that is unknown, CommanderError for other options.
 */
export async function mockCommand(
  args: readonly string[],
  print: (text: string) => void,
  stopped: () => Promise<unknown>,
): Promise<number> {
  const program = createMockProgram().exitOverride().configureOutput({ writeOut: print });
  const { port, delay, rpm, agentLimit, fault, faults } = program
    .parse(args, { from: 'user' })
    .opts<MockOptions>();
  if (faults) {
    print(await listFaults());
    return 0;
  }
  const deployment = delayed(await deploymentWith(fault), delay);
  const plan = {
    name: 'mock',
    ...(rpm !== undefined && { requestsPerMinute: rpm }),
    ...(agentLimit !== undefined && { agentLimit }),
  };
  const state = createServerState(deployment, [plan], () => Date.now());
  const certificate = await createCertificate();
  const folder = mkdtempSync(join(tmpdir(), 'agent-conformance-mock-'));
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, certificate.cert);
  const server = await listen(deployment, state, certificate, port);
  const [store] = state.stores;
  print(`export BASE_URL=${server.baseUrl} API_KEY=${store?.key}
export AGENT_ID='${store?.agents[0]?.['id']}' CHATBOT_ID='${store?.chatbots[0]?.['chatbot_id']}'
export CA=${ca} NODE_EXTRA_CA_CERTS=${ca} SSL_CERT_FILE=${ca}
curl --cacert ${ca} -H "Authorization: Bearer ${store?.key}" ${server.baseUrl}/api/agents
MCP: ${server.mcpUrl ?? 'none'}. Chatbot: ${server.baseUrl}${deployment.embedPath}. Ctrl-C ends it.
`);
  await stopped();
  await server.close();
  rmSync(folder, { recursive: true });
  return 0;
}
