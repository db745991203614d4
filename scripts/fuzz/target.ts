import { residentBytesOf } from '../bench/processes.ts';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createStores } from '../chaos/stores.ts';
import { type ServiceNode, startNode } from '../nodes/node.ts';
import type { Address } from './send-case.ts';
import type { Credentials } from './valid-requests.ts';

/** What is fuzzed. */
export interface FuzzTarget {
  readonly address: Address;
  readonly credentials: Credentials;
  /** The memory of the service's process in bytes. */
  readonly memory: () => number;
  /** Lines of the service's log at the level error. */
  readonly errors: () => readonly string[];
  stop(): Promise<void>;
}

const cli = resolve(import.meta.dirname, '../../server/cli.ts');
const origin = 'https://shop.example';

/** Starts a node with the demo shop on a fresh data folder. */
export async function startTarget(): Promise<FuzzTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const node = await startNode(folder, { DEMO_SHOP: 'on', LOG_LEVEL: 'error' }, '--demo');
  await node.process.ready;
  // It is written when the demo is complete.
  while (!existsSync(join(folder, 'connection.json'))) await wait(50);
  const credentials = await createCredentials(node).catch(async (error: unknown) => {
    await node.close();
    throw error;
  });
  return {
    address: { host: '127.0.0.1', port: Number(new URL(node.url).port) },
    credentials,
    memory: () => residentBytesOf(node.process.pid),
    errors: () => readFileSync(node.logFile, 'utf8').match(/^\{.*/gm) ?? [],
    async stop() {
      await node.process.stop();
      await node.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A store with an agent, a chatbot and a visitor; its agent limit keeps lists short. */
async function createCredentials({ environment, fetch }: ServiceNode): Promise<Credentials> {
  const limits = { requestsPerMinute: null, agentLimit: 20 };
  const [store] = await createStores(environment, 1, limits);
  if (store === undefined) throw new Error('no store was created');
  const { id, apiKey } = store;
  const headers = { authorization: `Bearer ${apiKey}`, origin };
  const create = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`POST ${path} returned ${await response.text()}`);
    return JSON.parse(await response.text());
  };
  const config = { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' };
  const agentId = String((await create('/api/agents', { name: 'Guide', type: 'guide', config }))['id']);
  const page = ['--agent', agentId, '--name', 'Front page', '--origin', origin];
  const args = [cli, 'chatbots', 'create', '--store', id, ...page, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment });
  const { chatbot_id } = JSON.parse(stdout) as { chatbot_id: string };
  const { token } = await create('/embed/session', { chatbot_id });
  return { apiKey, agentId, chatbotId: chatbot_id, origin, visitorToken: String(token) };
}
