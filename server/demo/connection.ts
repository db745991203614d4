import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitsOf } from '../services/plans.ts';
import type { Demo } from './seed-demo.ts';

/** Where the running server is reached. */
export interface Addresses {
  /** `https://localhost:8443`, without a slash at its end. */
  readonly baseUrl: string;
  readonly httpUrl: string;
  readonly mcpUrl: string;
  /** Path of the certificate authority that clients must trust; null when the certificate is a public one. */
  readonly ca: string | null;
}

/** What a client, or the conformance suite, needs to use the demo. */
export interface Connection {
  readonly base_url: string;
  readonly http_url: string;
  readonly mcp_url: string;
  readonly ca: string | null;
  readonly api_key: string;
  readonly agent_id: string;
  readonly chatbot_id: string;
  readonly plan: string;
  readonly rpm: number | null;
  readonly second_api_key: string;
  readonly second_agent_id: string;
  readonly second_chatbot_id: string;
  readonly limited_api_key: string;
  readonly limited_rpm: number | null;
  readonly agent_limit: number | null;
}

export function connectionOf(demo: Demo, addresses: Addresses): Connection {
  const limited = limitsOf(demo.limited.store);
  return {
    base_url: addresses.baseUrl,
    http_url: addresses.httpUrl,
    mcp_url: addresses.mcpUrl,
    ca: addresses.ca,
    api_key: demo.main.apiKey,
    agent_id: demo.main.agentId,
    chatbot_id: demo.main.chatbotId,
    plan: demo.main.store.plan,
    rpm: limitsOf(demo.main.store).requestsPerMinute,
    second_api_key: demo.second.apiKey,
    second_agent_id: demo.second.agentId,
    second_chatbot_id: demo.second.chatbotId,
    limited_api_key: demo.limited.apiKey,
    limited_rpm: limited.requestsPerMinute,
    agent_limit: limited.agents,
  };
}

/** Writes `connection.json`, which holds keys and so is its owner's only, and returns its path. */
export function writeConnection(dataDir: string, connection: Connection): string {
  const file = join(dataDir, 'connection.json');
  // Written aside and renamed: who waits for the file never reads half of it.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, file);
  return file;
}
