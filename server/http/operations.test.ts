import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { allAgents } from '../db/agents.ts';

type Agent = components['schemas']['Agent'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const config = { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' };
const minimal = { name: 'Shop guide', type: 'customer_support', config };

async function create(body: object): Promise<Agent> {
  const response = await server.api('/api/agents', { body });
  expect(response.status).toBe(201);
  return (await response.json()) as Agent;
}

async function findInList(id: string): Promise<Agent | undefined> {
  const response = await server.api('/api/agents');
  const { agents } = (await response.json()) as { agents: Agent[] };
  return agents.find((agent) => agent.id === id);
}

describe('createAgent', () => {
  it('returns the agent with the defaults of the contract, an id and timestamps', async () => {
    const agent = await create(minimal);
    expect(agent).toEqual({
      id: expect.stringMatching(/^agt_[0-9A-Za-z]{22}$/),
      ...minimal,
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
    ['empty strings and arrays', { description: '', config: { ...config, mcp_capabilities: [] } }],
    ['leading and trailing whitespace', { name: '  two  ', description: '\n' }],
    ['text of several scripts', { name: 'Zażółć 買い物 🛍️ a\u0301 \u202e', type: "it's" }],
    ['quotes and markup', { name: '\'"; drop table agents; -- <script>&amp;', description: '\\u0000 \\' }],
    ['a fraction with 17 digits', { config: { ...config, temperature: 0.30000000000000004 } }],
    ['the maximum integer', { config: { ...config, max_tokens: Number.MAX_SAFE_INTEGER } }],
    ['strings of the maximum length', { name: '🛍'.repeat(200), description: 'd'.repeat(2000) }],
  ])('stores and lists %s unchanged', async (_name, change) => {
    const sent = { ...minimal, ...change };
    const agent = await create(sent);
    expect(agent).toMatchObject(sent);
    expect(await findInList(agent.id)).toEqual({ ...agent, status: 'active' });
  });

  it('R-8-05 creates exactly as many agents as the plan allows when requests arrive at once, and rejects the rest with 403', async () => {
    const { key, store } = await server.addStore({ plan: 'starter' });
    const headers = bearer(key);
    const send = () => server.fetch('/api/agents', { headers, body: minimal });
    const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await send()).status));
    expect(statuses.toSorted()).toEqual([...Array(10).fill(201), ...Array(15).fill(403)]);
    expect(await (await send()).json()).toEqual({
      error: 'the agent limit of the starter plan is reached: 10 agents',
      status: 403,
      code: 'agent_limit_reached',
    });
    expect(await allAgents(server.deps.database.reader(store.id))).toHaveLength(10);
  });

  it('R-7-15 rejects an invalid body with 400, not 403, when the agent limit is reached', async () => {
    const { key } = await server.addStore({ agent_limit: 0 });
    const response = await server.fetch('/api/agents', { headers: bearer(key), body: {} });
    expect(response.status).toBe(400);
  });
});

describe('getWidgetConfig', () => {
  it('returns the configuration of the chatbot', async () => {
    const response = await server.api(`/api/widget/config?chatbot_id=${server.shop.chatbotId}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      chatbot_id: server.shop.chatbotId,
      agent_id: server.shop.agentId,
      config: { bubble_style: 'rounded', theme: { primary_color: '#112233' } },
    });
  });

  it('R-7-09 rejects a request without chatbot_id with 400', async () => {
    const response = await server.api('/api/widget/config');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: 'chatbot_id is required',
      status: 400,
      code: 'invalid_request',
    });
  });

  it('R-7-10 returns 404 for a chatbot that does not exist', async () => {
    const response = await server.api('/api/widget/config?chatbot_id=cbt_1');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: 'chatbot not found', status: 404, code: 'not_found' });
  });

  it.each([
    ['chatbot_id=', 'chatbot_id must not be empty'],
    ['chatbot_id=a&chatbot_id=b', 'chatbot_id is duplicated'],
    ['chatbot_id=a%00', 'chatbot_id must not contain the character NUL'],
    ['chatbot_id=%ff', 'the query is not percent-encoded UTF-8'],
    ['chatbot_id=%', 'the query is not percent-encoded UTF-8'],
    [`chatbot_id=${'a'.repeat(201)}`, 'chatbot_id must not have more than 200 characters'],
    ['chatbot_id=a&page=1', 'unknown query parameter page'],
    ['chatbot_id=a&__proto__=1', 'unknown query parameter __proto__'],
  ])('R-7-09 rejects ?%s with 400', async (query, error) => {
    const response = await server.api(`/api/widget/config?${query}`);
    expect([response.status, await response.json()]).toEqual([
      400,
      { error, status: 400, code: 'invalid_request' },
    ]);
  });
});
