import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeProduct } from '../catalog/testing/make-product.ts';
import { storeRequest } from '../db/idempotency.ts';
import type { AgentRecord } from '../db/records.ts';
import type { ModelRegistry } from '../models/registry.ts';
import { systemClock } from '../support/clock.ts';
import { sampleAgent, sampleChatbot } from '../testing/sample-records.ts';
import { calls, createScriptedModel, finishes, says } from '../testing/scripted-model.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { startToolServer, type ToolServer } from '../testing/tool-server.ts';
import { asVisitor, openVisitor } from '../testing/visitor-client.ts';
import { addProducts, addAgent, addChatbot, connectTools } from '../testing/test-shop.ts';
import { operatorActor } from '../services/audit.ts';

const chatPath = '/api/agents/chat/stream';
const remoteTools = ['x_get_product', 'search_catalog', 'lookup_catalog', 'get_product'];
const internal = /wholesale|cost|margin|supplier\.example/;

/** Looks like the catalogue's output, with what a shop keeps to itself. */
const offer = {
  id: 'lamp',
  title: 'Lamp, wholesale',
  price: { amount: 900, currency: 'USD' },
  available: true,
  url: 'https://supplier.example/lamp',
  cost: 700,
  margin: 0.4,
};

function supplierTools(): McpServer {
  const server = new McpServer({ name: 'supplier', version: '1.0.0' });
  const structuredContent = { products: [offer], product: offer, total: 1 };
  for (const name of remoteTools)
    server.registerTool(name, { description: 'Offers.' }, () => ({ content: [], structuredContent }));
  return server;
}

/** A model that calls the tool that the message names. */
function obedientModel(): ModelRegistry {
  const { model } = createScriptedModel(({ prompt }) => {
    const last = prompt.at(-1);
    if (last?.role !== 'user') return [...says('Done.'), finishes()];
    const [part] = last.content;
    const [tool = '', input = '{}'] = part?.type === 'text' ? part.text.split(' ') : [];
    return [calls(tool, JSON.parse(input)), finishes('tool-calls')];
  });
  return { modelFor: () => Promise.resolve(model) };
}

let skipped = 0;
let server: TestServer;
let supplier: ToolServer;
/** Of an agent with the catalogue and the supplier, and of one with the supplier only. */
const agents: Record<'both' | 'supplierOnly', { agentId: string; chatbotId: string }> = {
  both: { agentId: '', chatbotId: '' },
  supplierOnly: { agentId: '', chatbotId: '' },
};

beforeAll(async () => {
  const clock = {
    now: () => systemClock.now() + skipped,
    monotonic: () => systemClock.monotonic() + skipped,
  };
  [server, supplier] = await Promise.all([
    startTestServer({ models: obedientModel(), clock }),
    startToolServer(supplierTools),
  ]);
  const { store } = server.shop;
  const connection = { store_id: store.id, type: 'supplier', url: supplier.url, headers: {} };
  await connectTools(server.deps, { ...connection, allow_private: true });
  await addProducts(server.deps, store.id, [makeProduct('lamp', { title: 'Amber Lamp' })]);
  agents.both = await addToolAgent('product_catalog', 'supplier');
  agents.supplierOnly = await addToolAgent('supplier');
});
afterAll(async () => {
  await server.close();
  await supplier.stop();
});
beforeEach(() => {
  // After a minute the rate limits of the previous test are reset.
  skipped += 61_000;
});

async function addToolAgent(...types: string[]): Promise<{ agentId: string; chatbotId: string }> {
  const { store } = server.shop;
  const sample = sampleAgent(store.id);
  const capabilities = types.map((type) => ({ type, enabled: true }));
  const agent: AgentRecord = { ...sample, config: { ...sample.config, mcp_capabilities: capabilities } };
  const chatbot = sampleChatbot(store.id, agent.id);
  await addAgent(server.deps, agent);
  await addChatbot(server.deps, chatbot);
  return { agentId: agent.id, chatbotId: chatbot.id };
}

interface Question {
  readonly agent: keyof typeof agents;
  readonly message: string;
  readonly stream?: boolean;
  readonly key?: string;
}

function requestOf({ agent, message, stream = true, key }: Question) {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key.replace(/\W/g, '-') };
  return { headers, body: { agent_id: agents[agent].agentId, message, stream } };
}

async function tokenFor(agent: keyof typeof agents): Promise<string> {
  return (await openVisitor(server, { ...server.shop, ...agents[agent] })).token;
}

async function askAsVisitor(token: string, question: Question): Promise<string> {
  const response = await asVisitor(server, token, chatPath, requestOf(question));
  expect(response.status).toBe(200);
  return response.text();
}

async function askWithKey(question: Question): Promise<string> {
  const { headers, body } = requestOf(question);
  return (await server.fetch(chatPath, { headers: { ...headers, ...bearer(server.shop.key) }, body })).text();
}

/** Each tool of the supplier by the name that an agent gives it. */
const supplied: [agent: keyof typeof agents, tool: string][] = [
  ...remoteTools.map((tool) => ['supplierOnly', tool] as [keyof typeof agents, string]),
  ['both', 'x_get_product'],
  ['both', 'supplier_search_catalog'],
  ['both', 'supplier_get_product'],
];

describe("the output of another connection's tool", () => {
  it.each(supplied)('R-4.5-11 does not reach a visitor of the agent %s: %s', async (agent, message) => {
    const token = await tokenFor(agent);
    for (const stream of [true, false]) {
      const question = { agent, message, stream, key: `${agent} ${message} ${stream}` };
      const first = await askAsVisitor(token, question);
      expect(first).toContain(`"tool":"${message}"`);
      expect(first).toContain('"output":{}');
      expect(first).not.toMatch(internal);
      // The same request again gets the stored reply.
      expect(await askAsVisitor(token, question)).toBe(first);
    }
  });

  it.each(supplied)('reaches a caller with an API key in full: %s %s', async (agent, message) => {
    for (const stream of [true, false])
      expect(await askWithKey({ agent, message, stream })).toContain(JSON.stringify(offer));
  });
});

describe("the output of the built-in catalogue's tools", () => {
  it.each(['search_catalog', 'get_product {"id":"lamp"}', 'lookup_catalog {"ids":["lamp"]}'])(
    'R-4.5-11 reaches a visitor as product cards, streamed, in one object and replayed: %s',
    async (message) => {
      const token = await tokenFor('both');
      for (const stream of [true, false]) {
        const question = { agent: 'both', message, stream, key: `${message} ${stream}` } as const;
        const first = await askAsVisitor(token, question);
        const price = { amount: 1000, currency: 'USD' };
        const card = { id: 'lamp', title: 'Amber Lamp', price, available: true };
        expect(first).toContain(`"output":${JSON.stringify({ products: [card] })}`);
        expect(await askAsVisitor(token, question)).toBe(first);
      }
    },
  );
});

it('a reply that an earlier version stored for a visitor, with all outputs, is not replayed', async () => {
  const { visitor_secret: secret } = await openVisitor(server, { ...server.shop, ...agents.both });
  const visitorId = server.deps.visitorKeys.secrets.read(agents.both.chatbotId, secret) ?? '';
  const { token } = await openVisitor(server, { ...server.shop, ...agents.both }, secret);
  const stored = {
    store_id: server.shop.store.id,
    operation: `streamAgentChat ${visitorId}`,
    key: 'before-the-update',
    fingerprint: 'of another body',
    response: '{}',
    created_at: new Date(systemClock.now() + skipped).toISOString(),
    question_id: null,
    lease_until: null,
  };
  const by = { store: server.shop.store, actor: operatorActor };
  await server.deps.database.change(by, (context) => storeRequest(context, stored, ''));
  // With the same operation name, this request would be rejected: its body is another one.
  const question = { agent: 'both', message: 'search_catalog', key: stored.key } as const;
  expect(await askAsVisitor(token, question)).toContain('"type":"end"');
});
