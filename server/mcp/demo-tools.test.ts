import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '../db/records.ts';
import { demoAgent } from '../demo/demo-stores.ts';
import type { DemoShop } from '../demo/seed-demo.ts';
import { connectMcpClient, eras, type Era } from '../testing/mcp-client.ts';
import { startDemoServer } from '../testing/start-demo-server.ts';
import type { TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
let shop: DemoShop;
let products: readonly Product[];
beforeAll(async () => {
  ({ server, shop, products } = await startDemoServer());
});
afterAll(() => server.close());

describe.each(Object.keys(eras) as Era[])(
  'with the data of the whole demo, the official client of %s',
  (era) => {
    let client: Client;
    beforeAll(async () => {
      client = await connectMcpClient(server, era, { key: shop.apiKey });
    });
    afterAll(() => client.close());

    /** The structured result, which server and client have validated against the tool's output schema. */
    async function call(name: string, input: Record<string, unknown>): Promise<unknown> {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
      expect(isError, JSON.stringify(content)).toBeFalsy();
      return structuredContent;
    }

    it('gets every product with all its variants and their options', async () => {
      expect(products.length).toBeGreaterThan(200);
      for (const product of products) {
        expect(await call('get_product', { id: product.id })).toEqual({ product });
      }
    });

    it('looks every product up, and finds it by its title', async () => {
      for (let start = 0; start < products.length; start += 20) {
        const ids = products.slice(start, start + 20).map(({ id }) => id);
        const found = { products: ids.map((id) => expect.objectContaining({ id })), not_found: [] };
        expect(await call('lookup_catalog', { ids })).toEqual(found);
      }
      for (const { id, title } of products) {
        const found = { products: expect.arrayContaining([expect.objectContaining({ id })]) };
        expect(await call('search_catalog', { query: title, limit: 20 })).toMatchObject(found);
      }
    });

    it('lists, creates and reads what the demo has', async () => {
      await call('create_agent', { ...demoAgent });
      expect(await call('list_agents', {})).toMatchObject({
        agents: expect.arrayContaining([expect.objectContaining({ id: shop.agentId })]),
      });
      const config = await call('get_widget_config', { chatbot_id: shop.chatbotId });
      expect(config).toMatchObject({ agent_id: shop.agentId });
    });

    it("talks about products, the shop's knowledge, and neither", async () => {
      const messages = [
        'Show me rain jackets under $150',
        'How long do I have to return something?',
        'Hello',
      ];
      for (const message of messages) {
        const reply = await call('send_message', { agent_id: shop.agentId, message });
        expect(reply).toMatchObject({ content: expect.stringMatching(/\w/) });
      }
    });
  },
);
