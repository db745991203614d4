import { writeConnectionFile } from '../config/connection-file.ts';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newKey } from '../auth/api-key.ts';
import { createTestFolder } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';
import type { Demo } from './seed-demo.ts';
import { type Addresses, connectionOf, curlLine, demoBanner } from './show-demo.ts';

const addresses: Addresses = {
  baseUrl: 'https://localhost:9443',
  httpUrl: 'http://localhost:9080',
  mcpUrl: 'https://localhost:9443/mcp',
  caFile: "/tmp/it's here/data/ca.pem",
};

function shop(plan: 'enterprise' | 'pro') {
  const store = sampleStore({ plan, requests_per_minute: plan === 'enterprise' ? 6000 : null });
  return { store, apiKey: newKey(), agentId: `agt_${plan}`, chatbotId: `cbt_${plan}` };
}

const demo: Demo = {
  main: shop('enterprise'),
  second: shop('pro'),
  limited: { store: sampleStore({ plan: 'free' }), apiKey: newKey() },
  starter: { store: sampleStore({ plan: 'starter' }), apiKey: newKey() },
  ownerId: 'usr_owner',
};
const connection = connectionOf(demo, addresses, `${addresses.baseUrl}/dashboard/#code=code`);

describe('connection.json', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = createTestFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('holds the addresses, and each key with its limits', () => {
    expect(connection).toEqual({
      base_url: 'https://localhost:9443',
      http_url: 'http://localhost:9080',
      mcp_url: 'https://localhost:9443/mcp',
      ca: addresses.caFile,
      api_key: demo.main.apiKey,
      agent_id: 'agt_enterprise',
      chatbot_id: 'cbt_enterprise',
      plan: 'enterprise',
      rpm: 6000,
      second_api_key: demo.second.apiKey,
      second_agent_id: 'agt_pro',
      second_chatbot_id: 'cbt_pro',
      limited_api_key: demo.limited.apiKey,
      limited_rpm: 20,
      agent_limit: 3,
      steady_api_key: demo.starter.apiKey,
      steady_rpm: 60,
      dashboard_url: 'https://localhost:9443/dashboard/#code=code',
    });
  });

  it('is readable by its owner only, and replaced as a whole', () => {
    for (const port of [1, 2]) {
      const file = writeConnectionFile(dataDir, { ...connection, base_url: `https://localhost:${port}` });
      expect(file).toBe(join(dataDir, 'connection.json'));
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(JSON.parse(readFileSync(file, 'utf8')).base_url).toBe(`https://localhost:${port}`);
    }
    expect(readdirSync(dataDir)).toEqual(['connection.json']);
  });
});

describe('the banner', () => {
  it('has a curl command that a shell splits into the intended arguments', () => {
    const line = curlLine(connection, '/somewhere/else').replace(/^curl/, `printf '%s\\n'`);
    expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).trimEnd().split('\n')).toEqual([
      '-N',
      '--cacert',
      addresses.caFile,
      'https://localhost:9443/api/agents/chat/stream',
      '-H',
      `Authorization: Bearer ${demo.main.apiKey}`,
      '-H',
      'Content-Type: application/json',
      '-d',
      expect.stringContaining('"agent_id":"agt_enterprise"'),
    ]);
  });

  it('shows paths below the working directory relative to it', () => {
    expect(curlLine({ ...connection, ca: '/a/data/ca.pem' }, '/a')).toContain(' --cacert data/ca.pem ');
    expect(curlLine({ ...connection, ca: null }, '/a')).not.toContain('cacert');
  });

  it('shows the addresses, the key, further lines and the path of connection.json', () => {
    const text = demoBanner(connection, {
      workingDirectory: '/a',
      connectionFile: '/a/data/connection.json',
      lines: [['Documentation', 'https://localhost:9443/docs']],
    });
    expect(text).toContain('  API            https://localhost:9443\n');
    expect(text).toContain(`  API key        ${demo.main.apiKey}\n`);
    expect(text).toContain(`  MCP            ${connection.mcp_url}?api_key=${demo.main.apiKey}\n`);
    expect(text).toContain('  Documentation  https://localhost:9443/docs\n');
    expect(text).toContain('  All of it      data/connection.json\n');
  });
});
