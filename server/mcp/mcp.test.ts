import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleProduct } from '../testing/sample-records.ts';
import { connectMcpClient, eras, type Era } from '../testing/mcp-client.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { addProducts } from '../testing/test-shop.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const { store } = server.shop;
  await addProducts(server.deps, store.id, [sampleProduct('tee', { title: 'Blue linen tee' })]);
});
afterAll(() => server.close());

const ChatReply = z.object({ conversation_id: z.string() });
const config = { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' };

describe.each(Object.keys(eras) as Era[])('the official client of %s', (era) => {
  let client: Client;
  beforeAll(async () => {
    client = await connectMcpClient(server, era);
  });
  afterAll(() => client.close());

  const call = (name: string, input: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: input });

  it('R-4.6-04 R-4.6-05 R-5-05 connects with the key in the query and lists seven tools with schemas and hints', async () => {
    const { tools } = await client.listTools();
    const hints = tools.map((tool) => [
      tool.name,
      tool.annotations?.readOnlyHint,
      tool.annotations?.destructiveHint,
    ]);
    expect(hints).toEqual([
      ['list_agents', true, undefined],
      ['create_agent', false, false],
      ['send_message', false, true],
      ['get_widget_config', true, undefined],
      ['search_catalog', true, undefined],
      ['lookup_catalog', true, undefined],
      ['get_product', true, undefined],
    ]);
    for (const tool of tools) {
      expect(tool.title).toMatch(/./);
      expect(tool.description).toMatch(/\. /);
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.outputSchema?.type).toBe('object');
      expect(JSON.stringify(tool)).not.toMatch(/\$ref|x-required-by|decision \d|\(source/);
    }
  });

  it('R-4.6-05 describes create_agent with the schema of the contract', async () => {
    const { tools } = await client.listTools();
    const schema = tools.find(({ name }) => name === 'create_agent')?.inputSchema;
    expect(schema).toMatchObject({
      required: ['name', 'type', 'config'],
      additionalProperties: false,
      properties: { config: { properties: { temperature: { minimum: 0, maximum: 1, default: 0.7 } } } },
    });
  });

  it('R-4.6-05 describes get_widget_config with the query of its operation, without its headers', async () => {
    const { tools } = await client.listTools();
    const schema = tools.find(({ name }) => name === 'get_widget_config')?.inputSchema;
    expect(Object.keys(schema?.properties ?? {})).toEqual(['chatbot_id']);
  });

  it('R-4.6-03 lists and creates agents', async () => {
    const created = await call('create_agent', { name: `by ${era}`, type: 'customer_support', config });
    expect(created.structuredContent).toMatchObject({
      name: `by ${era}`,
      config: { temperature: 0.7, max_tokens: 4096 },
    });
    const listed = await call('list_agents');
    expect(listed.structuredContent).toMatchObject({
      agents: expect.arrayContaining([expect.objectContaining(created.structuredContent)]),
    });
    expect(listed.content).toEqual([{ type: 'text', text: JSON.stringify(listed.structuredContent) }]);
  });

  it('R-4.6-03 talks to an agent, and continues the conversation', async () => {
    const agent_id = server.shop.agentId;
    const progress: string[] = [];
    const first = await client.callTool(
      { name: 'send_message', arguments: { agent_id, message: 'Show me a blue tee' } },
      { onprogress: ({ message = '' }) => progress.push(message) },
    );
    expect(first.structuredContent).toMatchObject({
      conversation_id: expect.stringMatching(/^cnv_/),
      content: expect.stringContaining('Blue linen tee'),
      tool_calls: expect.arrayContaining([expect.objectContaining({ tool: 'search_catalog' })]),
    });
    expect(progress.join('')).toContain('[search_catalog]');
    const { conversation_id } = ChatReply.parse(first.structuredContent);
    const second = await call('send_message', { agent_id, message: 'How much is it?', conversation_id });
    expect(second.structuredContent).toMatchObject({
      conversation_id,
      content: expect.stringContaining('19.99'),
    });
  });

  it('R-4.6-03 reads a widget configuration', async () => {
    const { structuredContent } = await call('get_widget_config', { chatbot_id: server.shop.chatbotId });
    expect(structuredContent).toMatchObject({
      chatbot_id: server.shop.chatbotId,
      agent_id: server.shop.agentId,
    });
  });

  it('R-4.6-03 searches the catalogue of the store', async () => {
    const found = await call('search_catalog', { query: 'linen tee' });
    expect(found.structuredContent).toMatchObject({ total: 1, products: [{ id: 'tee' }] });
    const looked = await call('lookup_catalog', { ids: ['tee', 'cap'] });
    expect(looked.structuredContent).toMatchObject({ products: [{ id: 'tee' }], not_found: ['cap'] });
    const product = await call('get_product', { id: 'tee' });
    expect(product.structuredContent).toMatchObject({ product: { id: 'tee', variants: [{ id: 'tee-1' }] } });
    expect(await call('get_product', { id: 'cap' })).toMatchObject({ isError: true });
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['send_message', { agent_id: 'agt_1', message: 'Hello' }, 404, 'agent not found'],
    ['send_message', { agent_id: 'agt_1' }, 400, 'message is required'],
    ['send_message', { agent_id: 'agt_1', message: 'Hello', stream: true }, 400, 'unknown field stream'],
    [
      'send_message',
      { agent_id: 'agt_1', message: 'a\0' },
      400,
      'message must not contain the character NUL',
    ],
    ['get_widget_config', { chatbot_id: 'cbt_1' }, 404, 'chatbot not found'],
    ['get_widget_config', {}, 400, 'chatbot_id is required'],
    [
      'create_agent',
      { name: 'a', type: 'a', config: { ...config, temperature: 2 } },
      400,
      'config.temperature must be <= 1',
    ],
    [
      'create_agent',
      { name: 'a', type: 'a', config: { ...config, model_provider: 'x' } },
      400,
      'config.model_provider must be one of: provider_one, provider_two, provider_three',
    ],
    ['list_agents', { page: 1 }, 400, 'unknown field page'],
    ['search_catalog', { limit: 100 }, 400, 'limit must be <= 20'],
    ['search_catalog', { filters: { colour: 'red' } }, 400, 'unknown field filters.colour'],
    ['lookup_catalog', {}, 400, 'ids is required'],
    ['get_product', { id: 'cap' }, 404, 'This shop has no product with that id.'],
  ])(
    'R-4.6-06 reports a tool error with the error body of the API: %s',
    async (name, input, status, error) => {
      const text = JSON.stringify({ error, status, code: status === 404 ? 'not_found' : 'invalid_request' });
      expect(await call(name, input)).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
    },
  );

  it('R-4.6-08 R-5-14 gives no access to another store', async () => {
    const result = await call('send_message', { agent_id: server.otherShop.agentId, message: 'Hello' });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('agent not found') }],
    });
    const other = await connectMcpClient(server, era, { key: server.otherShop.key });
    const { structuredContent } = await other.callTool({
      name: 'search_catalog',
      arguments: { query: 'tee' },
    });
    expect(structuredContent).toMatchObject({ total: 0 });
    await other.close();
  });

  it('R-4.6-08 R-8-05 enforces the agent limit of the plan', async () => {
    const { key } = await server.addStore({ agent_limit: 1 });
    const limited = await connectMcpClient(server, era, { key, place: 'header' });
    const create = () =>
      limited.callTool({ name: 'create_agent', arguments: { name: 'a', type: 'a', config } });
    expect((await create()).isError).toBeFalsy();
    const text =
      '{"error":"the agent limit of the free plan is reached: 1 agent","status":403,"code":"agent_limit_reached"}';
    expect(await create()).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
    await limited.close();
  });
});
