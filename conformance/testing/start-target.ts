import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificate } from '../mutants/server/certificate.ts';
import type { Deployment } from '../mutants/server/deployment.ts';
import { startServer } from '../mutants/running-server.ts';

/** A running server, and a folder with the connection.json by which the command finds it. */
export interface TestTarget {
  readonly baseUrl: string;
  /** Its plain HTTP address, which rejects requests. */
  readonly httpUrl: string;
  readonly folder: string;
  /** The keys of its stores, which no output may contain. */
  readonly keys: readonly string[];
  readonly close: () => Promise<void>;
}

const certificate = createCertificate();

/** Starts a deployment over TLS. The connection has no limited store, whose checks wait for real minutes. */
export async function startTarget(deployment: Deployment): Promise<TestTarget> {
  const server = await startServer(deployment, await certificate, { hasRealClock: true });
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const [main, second] = server.state.stores;
  await writeFile(join(folder, 'ca.pem'), (await certificate).cert);
  const connection = {
    base_url: server.baseUrl,
    http_url: server.httpUrl,
    mcp_url: server.mcpUrl ?? 'none',
    ca: 'ca.pem',
    api_key: main?.key,
    agent_id: main?.agents[0]?.['id'],
    chatbot_id: main?.chatbots[0]?.['chatbot_id'],
    second_api_key: second?.key,
    second_agent_id: second?.agents[0]?.['id'],
    second_chatbot_id: second?.chatbots[0]?.['chatbot_id'],
  };
  await writeFile(join(folder, 'connection.json'), JSON.stringify(connection));
  return {
    baseUrl: server.baseUrl,
    httpUrl: server.httpUrl,
    folder,
    keys: server.state.stores.map(({ key }) => key),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}
