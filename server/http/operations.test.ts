import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';

type Agent = components['schemas']['Agent'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const config = { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' };
const smallest = { name: 'Shop guide', type: 'customer_support', config };

async function create(body: object): Promise<Agent> {
  const response = await server.api('/api/agents', { body });
  expect(response.status).toBe(201);
  return (await response.json()) as Agent;
}

async function listed(id: string): Promise<Agent | undefined> {
  const response = await server.api('/api/agents');
  const { agents } = (await response.json()) as { agents: Agent[] };
  return agents.find((agent) => agent.id === id);
}

describe('createAgent', () => {
  it('fills in the defaults of the contract and assigns the rest', async () => {
    const agent = await create(smallest);
    expect(agent).toEqual({
      id: expect.stringMatching(/^agt_[0-9A-Za-z]{22}$/),
      ...smallest,
      config: { ...config, temperature: 0.7, max_tokens: 4096 },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: agent.created_at,
    });
  });

  it.each<[string, object]>([
    [
      'zero and false',
      { config: { ...config, temperature: 0, mcp_capabilities: [{ type: 'x', enabled: false }] } },
    ],
    ['empty texts and lists', { description: '', config: { ...config, mcp_capabilities: [] } }],
    ['blanks at both ends', { name: '  two  ', description: '\n' }],
    ['every script', { name: 'Zażółć 買い物 🛍️ a\u0301 \u202e', type: "it's" }],
    ['quotes and markup', { name: '\'"; drop table agents; -- <script>&amp;', description: '\\u0000 \\' }],
    ['fractions as they are', { config: { ...config, temperature: 0.30000000000000004 } }],
    ['the largest whole number', { config: { ...config, max_tokens: Number.MAX_SAFE_INTEGER } }],
    ['the longest texts', { name: '🛍'.repeat(200), description: 'd'.repeat(2000) }],
  ])('keeps %s', async (_name, change) => {
    const sent = { ...smallest, ...change };
    const agent = await create(sent);
    expect(agent).toMatchObject(sent);
    expect(await listed(agent.id)).toEqual({ ...agent, status: 'active' });
  });

  it('R-8-05 answers 403 at the limit of the plan, exactly, however many ask at once, and creates nothing', async () => {
    const { key, store } = await server.addStore({ plan: 'starter' });
    const headers = bearer(key);
    const send = () => server.fetch('/api/agents', { headers, body: smallest });
    const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await send()).status));
    expect(statuses.toSorted()).toEqual([...Array(10).fill(201), ...Array(15).fill(403)]);
    expect(await (await send()).json()).toEqual({
      error: 'the agent limit of the starter plan is reached: 10 agents',
      status: 403,
    });
    expect(await server.deps.repositories.agents.list(store.id)).toHaveLength(10);
  });

  it('R-7-15 an invalid create at the limit is invalid', async () => {
    const { key } = await server.addStore({ agentLimit: 0 });
    const response = await server.fetch('/api/agents', { headers: bearer(key), body: {} });
    expect(response.status).toBe(400);
  });
});

describe('getWidgetConfig', () => {
  it('answers the configuration of the chatbot', async () => {
    const response = await server.api(`/api/widget/config?chatbot_id=${server.shop.chatbotId}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      chatbot_id: server.shop.chatbotId,
      agent_id: server.shop.agentId,
      config: { bubble_style: 'rounded', theme: { primary_color: '#112233' } },
    });
  });

  it('R-7-09 answers 400 without chatbot_id', async () => {
    const response = await server.api('/api/widget/config');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'chatbot_id is required', status: 400 });
  });

  it('R-7-10 answers 404 to a chatbot that does not exist', async () => {
    const response = await server.api('/api/widget/config?chatbot_id=cbt_1');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: 'chatbot not found', status: 404 });
  });

  it.each([
    ['chatbot_id=', 'chatbot_id must not be empty'],
    ['chatbot_id=a&chatbot_id=b', 'chatbot_id is there twice'],
    ['chatbot_id=a%00', 'chatbot_id must not contain the character NUL'],
    ['chatbot_id=%ff', 'the query is not percent-encoded UTF-8'],
    ['chatbot_id=%', 'the query is not percent-encoded UTF-8'],
    [`chatbot_id=${'a'.repeat(201)}`, 'chatbot_id must not have more than 200 characters'],
    ['chatbot_id=a&page=1', 'unknown query parameter page'],
    ['chatbot_id=a&__proto__=1', 'unknown query parameter __proto__'],
  ])('R-7-09 answers 400 to ?%s', async (query, error) => {
    const response = await server.api(`/api/widget/config?${query}`);
    expect([response.status, await response.json()]).toEqual([400, { error, status: 400 }]);
  });
});
