import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../db/connect.ts';
import { defaultSettings } from '../services/chatbots.ts';
import { addPerson, type TestSession } from '../testing/dashboard-client.ts';
import { connectMcpClient } from '../testing/mcp-client.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { untilImported } from '../testing/test-imports.ts';
import type { Schemas } from './handler.ts';
import { auditOf } from '../testing/test-shop.ts';
import { countProducts } from '../db/catalog.ts';

let server: TestServer;
let session: TestSession;
let path: string;
beforeAll(async () => {
  server = await startTestServer();
  const { id } = server.shop.store;
  session = await (await addPerson(server, id, 'member')).signIn();
  path = `/dashboard/api/stores/${id}`;
});
afterAll(() => server.close());

async function read(below: string) {
  return (await session.fetch(path + below)).json();
}

/** Without the table of the audit log, no entry can be written. */
async function withoutAuditLog<Result>(work: () => Promise<Result>): Promise<Result> {
  const db = await connectDatabase(server.deps.config);
  try {
    await db.schema.renameTable('audit_log', 'hidden_log');
    const result = await work();
    await db.schema.renameTable('hidden_log', 'audit_log');
    return result;
  } finally {
    await db.destroy();
  }
}

const config = { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' };
const agent = { name: 'Advisor', type: 'shopping', config };

describe('a change whose entry in the audit log cannot be written', () => {
  it('is not kept: agents, chatbots and conversations stay as they are', async () => {
    const { agentId, chatbotId, key } = server.shop;
    const body = { agent_id: agentId, message: 'Hello' };
    const reply = await server.fetch('/api/agents/chat/stream', { headers: bearer(key), body });
    await reply.text();
    const created = await session.fetch(`${path}/agents`, { body: agent });
    const spare = (await created.json()) as Schemas['DashboardAgent'];
    const before = [await read('/agents'), await read('/chatbots'), await read('/conversations')];
    const hosts = { allowed_origins: [], image_hosts: [], link_hosts: [], status: 'active' };
    const chatbot = { agent_id: agentId, name: 'Changed', config: defaultSettings, ...hosts };
    const requests: [method: string, below: string, body?: object][] = [
      ['POST', '/agents', agent],
      ['PUT', `/agents/${spare.id}`, { ...agent, name: 'Changed', status: 'active', version: 1 }],
      ['DELETE', `/agents/${spare.id}?version=1`],
      ['POST', '/chatbots', chatbot],
      ['PUT', `/chatbots/${chatbotId}`, { ...chatbot, version: 1 }],
      ['DELETE', `/chatbots/${chatbotId}?version=1`],
      ['DELETE', `/conversations/${reply.headers.get('x-conversation-id')}`],
    ];
    const statuses = await withoutAuditLog(async () => {
      const found: number[] = [];
      for (const [method, below, content] of requests) {
        const init = { method, ...(content && { body: content }) };
        found.push((await session.fetch(path + below, init)).status);
      }
      return found;
    });
    expect(statuses).toEqual(requests.map(() => 500));
    expect([await read('/agents'), await read('/chatbots'), await read('/conversations')]).toEqual(before);
  });

  it('is not kept: an import fails and writes no product', async () => {
    const { id } = server.shop.store;
    const headers = { 'content-type': 'application/x-ndjson' };
    const body = '{"id":"mug","title":"Camp Mug","price":"12.50 EUR"}\n';
    const [ended] = await withoutAuditLog(async () => {
      await session.fetch(`${path}/catalog/imports`, { method: 'POST', headers, body });
      return untilImported(server, id);
    });
    expect(ended).toMatchObject({ status: 'failed' });
    expect(await countProducts(server.deps.database.reader(id))).toEqual({ products: 0, variants: 0 });
  });
});

it('the audit log names API keys as well, which create agents by API and MCP', async () => {
  const { id } = server.shop.store;
  const headers = { 'idempotency-key': 'once' };
  await server.api('/api/agents', { headers, body: agent });
  await server.api('/api/agents', { headers, body: agent });
  const client = await connectMcpClient(server, '2026-07-28');
  await client.callTool({ name: 'create_agent', arguments: agent });
  await client.close();
  const entries = await auditOf(server.deps, id, 3);
  const byKey = entries.filter(({ actor }) => actor === `API key …${server.shop.key.slice(-4)}`);
  expect(byKey).toMatchObject([
    { action: 'agent.created', detail: 'Advisor', address: '127.0.0.1' },
    { action: 'agent.created', detail: 'Advisor', address: '127.0.0.1' },
  ]);
});
