import { createTlsFetch } from '../../server/testing/tls-fetch.ts';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isServiceReady } from '../../server/testing/child-process.ts';
import { agentBody } from './peers/agent-body.ts';
import { startOnServerProcessor, type MeasuredServer } from './processes.ts';
import type { BenchOptions } from './report.ts';
import { freePort } from '../../server/testing/free-port.ts';

/** Our server as users run it: TLS, authentication, exact rate limit, validation and log. */
export interface MeasuredService extends MeasuredServer {
  readonly apiKey: string;
  readonly storeId: string;
  readonly dataDir: string;
  readonly httpPort: number;
  readonly readyMs: number;
  /** Runs an `agent-service` command, and arguments with blanks, with `--json` on the same database; returns what it prints. */
  operate(command: string, ...args: readonly string[]): unknown;
}

type Environment = Readonly<Record<string, string>>;

/** This checkout's service and, with `--against`, the other checkout's. */
export async function startServices(
  { against }: Pick<BenchOptions, 'against'>,
  environment: Environment = {},
): Promise<MeasuredService[]> {
  const services = [await startService(environment)];
  if (against !== undefined) services.push(await startService(environment, against, 'before'));
  return services;
}

/** Starts the service of a checkout on a fresh data folder with one Enterprise store. */
export async function startService(
  environment: Environment = {},
  checkout = '.',
  name = 'this service',
): Promise<MeasuredService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-service-'));
  const [port, httpPort] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HTTP_PORT: String(httpPort),
    NODE_ENV: 'production',
    MODEL_FALLBACK: 'built-in',
    ...environment,
  };
  const operate = (command: string, ...given: readonly string[]): unknown => {
    const args = ['server/cli.ts', ...command.split(' '), ...given, '--json'];
    return JSON.parse(execFileSync('node', args, { cwd: checkout, env }).toString());
  };
  operate('migrate');
  const createStore = 'stores create --name Bench --plan enterprise --requests-per-minute 1000000';
  const store = operate(createStore) as { id: string; api_key: { key: string } };
  const url = `https://localhost:${port}`;
  const start = performance.now();
  const output = openSync(join(dataDir, 'service.log'), 'w');
  const child = startOnServerProcessor(['node', 'server/cli.ts', 'serve'], { cwd: checkout, env, output });
  await child.until(() => isServiceReady(url));
  return {
    name,
    url,
    caFile: join(dataDir, 'tls', 'ca.pem'),
    pid: child.process.pid ?? 0,
    apiKey: store.api_key.key,
    storeId: store.id,
    dataDir,
    httpPort,
    readyMs: performance.now() - start,
    operate,
    stop: async () => {
      await child.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function bearer({ apiKey }: Pick<MeasuredService, 'apiKey'>): { Authorization: string } {
  return { Authorization: `Bearer ${apiKey}` };
}

/** Creates agents over HTTPS; returns the id of the first. Throws at any status but 201. */
export async function createAgents(service: MeasuredService, count: number): Promise<string> {
  const first = await createAgent(service, agentBody(0));
  for (let index = 1; index < count; index++) await createAgent(service, agentBody(index));
  return first;
}

async function createAgent(service: MeasuredService, agent: object): Promise<string> {
  const { id } = JSON.parse(await post(service, '/api/agents', agent, 201)) as { id: string };
  return id;
}

async function post(service: MeasuredService, path: string, body: object, expected: number): Promise<string> {
  const client = createTlsFetch(service.url, readFileSync(service.caFile, 'utf8'));
  const response = await client.fetch(path, { headers: bearer(service), body });
  const text = await response.text();
  client.close();
  if (response.status !== expected) throw new Error(`POST ${path} returned ${response.status}: ${text}`);
  return text;
}

/** A request to the built-in model that has the same reply every time. */
export interface ChatRequest {
  readonly agent_id: string;
  readonly message: string;
}

/** A reply of some 17 events, without a tool. */
export async function prepareShortReply(service: MeasuredService): Promise<ChatRequest> {
  const { config, ...agent } = agentBody(0);
  const { mcp_capabilities: _tools, ...plain } = config;
  const id = await createAgent(service, { ...agent, config: plain });
  return { agent_id: id, message: 'what can you do?' };
}

/** A reply of some 130 events: two tool calls, then a long description in pieces of three short words. */
export async function prepareLongReply(service: MeasuredService): Promise<ChatRequest> {
  const file = join(service.dataDir, 'products.jsonl');
  const sentence = `${Array.from({ length: 118 }, (_, index) => 'abcdefgh'[index % 8]).join(' ')}.`;
  const description = [sentence, sentence, sentence].join(' ');
  const product = { id: 't1', title: 'Alpine Tent', description, price: '120.00 EUR' };
  writeFileSync(file, `${JSON.stringify(product)}\n`);
  service.operate(`catalog import --store ${service.storeId}`, file);
  return { agent_id: await createAgents(service, 1), message: 'tell me about the Alpine Tent' };
}

/** One reply as the service writes it, one text for each event. */
export async function readReply(service: MeasuredService, chat: ChatRequest): Promise<string[]> {
  return (await post(service, '/api/agents/chat/stream', chat, 200)).split(/(?<=\n\n)/);
}
