import { residentBytesOf } from '../bench/processes.ts';
import { execFile } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { isServiceReady, startChild } from '../../server/testing/child-process.ts';
import type { Address } from './send-case.ts';
import type { Credentials } from './valid-requests.ts';
import { freePort } from '../../server/testing/free-port.ts';

/** What is fuzzed. */
export interface FuzzTarget {
  readonly address: Address;
  readonly credentials: Credentials;
  /** The memory of the service's process in bytes; undefined for a deployment elsewhere. */
  readonly memory: (() => number) | undefined;
  /** Lines of the service's log at the level error. */
  readonly errors: () => readonly string[];
  stop(): Promise<void>;
}

const cli = resolve(import.meta.dirname, '../../server/cli.ts');
const origin = 'https://shop.example';

/** Starts the service with production's defaults, the built-in model and the demo shop on a fresh data folder. */
export async function startTarget(): Promise<FuzzTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const port = await freePort();
  const env = { ...process.env, ...production, DATA_DIR: folder, PORT: String(port), HTTP_PORT: '0' };
  const log = join(folder, 'service.log');
  const child = startChild([process.execPath, cli, 'serve', '--demo'], { env });
  child.process.stderr?.pipe(createWriteStream(log));
  const address = { host: '127.0.0.1', port };
  await child.until(() => isServiceReady(`https://127.0.0.1:${port}`));
  return {
    address,
    credentials: await createCredentials(address, env),
    memory: () => residentBytesOf(child.process.pid ?? 0),
    errors: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const production = {
  NODE_ENV: 'production',
  MODEL_FALLBACK: 'built-in',
  DEMO_SHOP: 'on',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'error',
};

/** A deployment that runs already. Its first agent gets the questions. */
export async function openTarget(baseUrl: string, apiKey: string): Promise<FuzzTarget> {
  const { hostname, port } = new URL(baseUrl);
  const address = { host: hostname, port: Number(port || 443) };
  const { agents } = (await call(address, apiKey, 'GET', '/api/agents')) as { agents: { id: string }[] };
  const ids = { agentId: agents[0]?.id ?? 'none', chatbotId: 'none', visitorToken: undefined };
  return {
    address,
    credentials: { apiKey, origin, ...ids },
    memory: undefined,
    errors: () => [],
    stop: () => Promise.resolve(),
  };
}

/** A store with an agent, a chatbot and a visitor; its agent limit keeps lists short. */
async function createCredentials(address: Address, env: NodeJS.ProcessEnv): Promise<Credentials> {
  const operate = async (...args: string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await promisify(execFile)(process.execPath, [cli, ...args, '--json'], { env })).stdout);
  const store = await operate('stores', 'create', '--name', 'Fuzz', '--plan', 'enterprise', '--agents', '20');
  const { key: apiKey } = store['api_key'] as { key: string };
  const config = { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' };
  const agent = { name: 'Guide', type: 'guide', config };
  const { id: agentId } = (await call(address, apiKey, 'POST', '/api/agents', agent)) as { id: string };
  const page = ['--agent', agentId, '--name', 'Front page', '--origin', origin];
  const { chatbot_id } = await operate('chatbots', 'create', '--store', String(store['id']), ...page);
  const session = { chatbot_id };
  const { token } = (await call(address, apiKey, 'POST', '/embed/session', session)) as { token: string };
  return { apiKey, agentId, chatbotId: String(chatbot_id), origin, visitorToken: token };
}

async function call(
  address: Address,
  key: string,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, origin, 'content-type': 'application/json' };
  const agent = new Agent({ rejectUnauthorized: false });
  const response = await new Promise<Parameters<typeof text>[0]>((resolvePromise, reject) => {
    const outgoing = request({ ...address, agent, method, path, headers }, resolvePromise);
    outgoing.on('error', reject).end(body && JSON.stringify(body));
  });
  return JSON.parse(await text(response));
}
