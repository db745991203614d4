import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyring } from '../auth/keyring.ts';
import { makeProduct } from '../catalog/testing/make-product.ts';
import { createKnowledgeStore } from '../knowledge/knowledge-index.ts';
import type { AgentConfig, AgentRecord } from '../db/records.ts';
import { operatorActor } from '../services/audit.ts';
import { ownReaders } from '../quarantine/readers.ts';
import { importKnowledgeText } from '../services/knowledge.ts';
import { systemClock } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleAgent, sampleStore } from '../testing/sample-records.ts';
import { startToolServer, type ToolServer } from '../testing/tool-server.ts';
import { boundOutput, createAgentTools, nameTools, type OfferedTool } from './agent-tools.ts';
import { createToolConnections } from './connections.ts';
import { sealHeaders } from './remote-connection.ts';
import type { AgentTools, ToolConnections } from './types.ts';
import { addProducts, changeStore, addStore } from '../testing/test-shop.ts';
import { updateStore } from '../services/stores.ts';
import { testCatalogs } from '../testing/test-catalogs.ts';
import { knowledgeSource } from '../db/knowledge.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const store = sampleStore();
const signal = new AbortController().signal;

let database: TestDatabase;
let server: ToolServer;
let connections: ToolConnections;

beforeAll(async () => {
  [database, server] = await Promise.all([createTestDatabase(), startToolServer()]);
  await addStore(database, store);
  await connect('orders', server.url);
  await connect('nowhere', 'http://127.0.0.1:1/mcp');
  const catalogs = testCatalogs(database.database, keyring);
  const knowledge = createKnowledgeStore(knowledgeSource(database.database));
  connections = createToolConnections({ ...database, catalogs, knowledge, keyring, clock: systemClock });
});
afterAll(async () => {
  await connections.close();
  await server.stop();
  await database.close();
});

async function connect(type: string, url: string): Promise<void> {
  const id = newId('con');
  const sealed_headers = sealHeaders(keyring, id, { authorization: 'Bearer tool-secret' });
  const scope = { store_id: null, scope: '*', allow_private: true };
  const created_at = '2026-01-02T03:04:05.678Z';
  await database.db('connections').insert({ id, ...scope, type, url, sealed_headers, created_at });
}

type McpCapability = NonNullable<AgentConfig['mcp_capabilities']>[number];

function agentWith(...capabilities: McpCapability[]): AgentRecord {
  const agent = sampleAgent(store.id);
  return { ...agent, config: { ...agent.config, mcp_capabilities: capabilities } };
}
const enabled = (type: string): McpCapability => ({ type, enabled: true });

function toolsOf(agent: AgentRecord, toolCallMs = 5000): Promise<AgentTools> {
  const log = { info: () => undefined, warn: () => undefined };
  return createAgentTools({ connections, limits: { toolCallMs, toolOutputBytes: 16_384 }, log }).toolsFor(
    agent,
  );
}

async function call(
  tools: AgentTools,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  return tools.get(name)?.execute(input, signal);
}

describe("an agent's tools", () => {
  it('R-2.2-16 are those of its enabled capabilities, with names of their own', async () => {
    const agent = agentWith(enabled('product_catalog'), enabled('orders'), {
      type: 'nowhere',
      enabled: false,
    });
    expect([...(await toolsOf(agent)).keys()].sort()).toEqual([
      'add_to_cart',
      'calculate_total',
      'cancel_order',
      'get_product',
      'hang',
      'long',
      'lookup_catalog',
      'orders_search_catalog',
      'refuse',
      'search_catalog',
      'show_products',
      'track_order',
    ]);
  });

  it('R-4.5-11 are from the catalogue by their connection, not by their names', async () => {
    // The service never adds such a connection, and would not use it.
    await connect('product_catalog', server.url);
    const both = await toolsOf(agentWith(enabled('product_catalog'), enabled('orders')));
    const fromCatalog = [...both].filter(([, tool]) => tool.fromCatalog).map(([name]) => name);
    expect(fromCatalog).toEqual(expect.arrayContaining(['get_product', 'lookup_catalog', 'search_catalog']));
    expect(fromCatalog).not.toContain('orders_search_catalog');
    const remote = await toolsOf(agentWith(enabled('orders')));
    expect(remote.get('search_catalog')).toMatchObject({ fromCatalog: false });
  });

  it('look up what the store has imported, as it is at the call, and name its contact', async () => {
    await connect('shop_knowledge', server.url);
    const tools = await toolsOf(agentWith(enabled('shop_knowledge')));
    expect([...tools.keys()]).toEqual(['search_shop_knowledge']);
    expect(tools.get('search_shop_knowledge')).toMatchObject({ fromCatalog: false });
    const search = () => call(tools, 'search_shop_knowledge', { query: 'How do returns work?' });
    expect(await search()).toEqual({ passages: [] });
    const text = { title: 'Returns', text: 'Within 30 days.' };
    const deps = { ...database, readers: ownReaders };
    await importKnowledgeText(deps, { store, actor: operatorActor }, text);
    await changeStore(database, store.id, (context) =>
      updateStore(context, { contact: 'help@shop.example' }),
    );
    expect(await search()).toEqual({
      passages: [{ title: 'Returns', text: 'Within 30 days.', source: 'Returns', missing_words: [] }],
      contact: 'help@shop.example',
    });
    expect(await call(tools, 'search_shop_knowledge', {})).toMatchObject({ error: expect.any(String) });
  });

  it('are none for a capability that is not configured, and for an agent without any', async () => {
    expect(await toolsOf(agentWith(enabled('unheard_of')))).toEqual(new Map());
    expect(await toolsOf(sampleAgent(store.id))).toEqual(new Map());
  });

  it('of the catalogue return prices as text, too', async () => {
    const lamp = makeProduct('lamp', { title: 'Lamp', amount: 2999 });
    await addProducts(database, store.id, [lamp]);
    const tools = await toolsOf(agentWith(enabled('product_catalog')));
    const price = { amount: 2999, currency: 'USD', formatted: '$29.99' };
    expect(await call(tools, 'search_catalog', { query: 'lamp' })).toMatchObject({ products: [{ price }] });
    expect(await call(tools, 'get_product', { id: 'lamp' })).toMatchObject({
      product: { price_range: { min: price }, variants: [{ price }] },
    });
  });

  it('return the same kinds of result, built in or remote', async () => {
    const tools = await toolsOf(agentWith(enabled('product_catalog'), enabled('orders')));
    expect(await call(tools, 'search_catalog', { query: 'shirt' })).toMatchObject({ products: [], total: 0 });
    expect(await call(tools, 'get_product', { id: 'x' })).toMatchObject({ error: expect.any(String) });
    expect(await call(tools, 'track_order', { order: '7' })).toEqual({ text: 'Order 7 is on its way.' });
    expect(await call(tools, 'refuse')).toEqual({ error: 'There is no such order.' });
    expect(await call(tools, 'track_order', { order: 7 })).toMatchObject({ error: expect.any(String) });
  });

  it('bring at most 16 kB to the model', async () => {
    const output = await call(await toolsOf(agentWith(enabled('orders'))), 'long');
    expect(output).toMatchObject({ truncated: true });
    expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThanOrEqual(16_384);
  });

  it('are ended after their time limit', async () => {
    const agent = agentWith(enabled('orders'));
    const hasty = await toolsOf(agent, 60);
    expect(await call(hasty, 'hang')).toEqual({ error: 'The tool took too long to respond.' });
    const tools = await toolsOf(agent);
    expect(await call(tools, 'track_order', { order: '8' })).toEqual({ text: 'Order 8 is on its way.' });
  });

  it('are rejected after 32 calls in one reply', async () => {
    const tools = await toolsOf(agentWith(enabled('orders')));
    const calls = Array.from({ length: 33 }, (_, order) =>
      call(tools, 'track_order', { order: String(order) }),
    );
    const outputs = await Promise.all(calls);
    expect(outputs.filter((output) => JSON.stringify(output).includes('on its way'))).toHaveLength(32);
    expect(outputs[32]).toMatchObject({ error: expect.stringMatching(/too many/) });
  });

  it('follow no redirect to another origin', async () => {
    const target = await startToolServer();
    const redirecting = createServer((_, response) =>
      response.writeHead(307, { location: target.url }).end(),
    );
    await new Promise<void>((listening) => redirecting.listen(0, '127.0.0.1', listening));
    const { port } = redirecting.address() as AddressInfo;
    await connect('moved', `http://127.0.0.1:${port}/mcp`);
    expect([...(await toolsOf(agentWith(enabled('moved')))).keys()]).toEqual(['moved']);
    expect(target.seen).toEqual([]);
    redirecting.closeAllConnections();
    redirecting.close();
    await target.stop();
  });

  it('send the configured headers and none of our keys', async () => {
    await call(await toolsOf(agentWith(enabled('orders'))), 'track_order');
    expect(server.seen.every((headers) => headers.authorization === 'Bearer tool-secret')).toBe(true);
    expect(JSON.stringify(server.seen)).not.toContain('svc_');
  });

  it('report that their connection is down, and work again when it is back', async () => {
    const agent = agentWith(enabled('orders'), enabled('nowhere'));
    const before = await toolsOf(agent);
    expect(await call(before, 'nowhere')).toEqual({
      error: 'The nowhere connection is not available right now.',
    });
    await server.stop();
    expect(await call(before, 'track_order')).toEqual({
      error: 'The orders connection is not available right now.',
    });
    await server.start();
    const after = await toolsOf(agent);
    expect(await call(after, 'track_order', { order: '9' })).toEqual({ text: 'Order 9 is on its way.' });
  });
});

const offered = (type: string, name: string): OfferedTool => ({
  type,
  connection: null,
  description: { name, description: '', inputSchema: {} },
});
const names = (...tools: OfferedTool[]): string[] => nameTools(tools).map(({ name }) => name);

describe('the names of tools', () => {
  it('are the connections’ own, in characters that providers accept', () => {
    expect(names(offered('orders', 'track/order'), offered('returns', 'start.return'))).toEqual([
      'track_order',
      'start_return',
    ]);
  });

  it('are prefixed where they collide, and the built-in connections keep their own', () => {
    const knowledge = 'search_shop_knowledge';
    expect(names(offered('evil', knowledge), offered('shop_knowledge', knowledge))).toEqual([
      'evil_search_shop_knowledge',
      'search_shop_knowledge',
    ]);
    expect(names(offered('evil', 'search_catalog'), offered('product_catalog', 'search_catalog'))).toEqual([
      'evil_search_catalog',
      'search_catalog',
    ]);
    expect(names(offered('a', 'find'), offered('b', 'find'))).toEqual(['a_find', 'b_find']);
  });

  it('are distinct and valid, whatever the connections call their tools', () => {
    const type = fc.constantFrom('product_catalog', 'a', 'a_b', 'ü'.repeat(64));
    const anOffer = fc.tuple(type, fc.oneof(fc.string(), fc.constantFrom('x', 'b_x', 'y'.repeat(80))));
    fc.assert(
      fc.property(fc.uniqueArray(anOffer, { maxLength: 8, selector: String }), (pairs) => {
        const remote = pairs.filter(([each]) => each !== 'product_catalog');
        const result = names(...remote.map(([each, name]) => offered(each, name)));
        expect(new Set(result).size).toBe(result.length);
        for (const name of result) expect(name).toMatch(/^[\w-]{1,64}$/);
      }),
    );
  });
});

const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe("a tool's output", () => {
  it('stays as it is when it fits', () => {
    const output = { products: [{ id: 'a' }] };
    expect(boundOutput(output, 1000)).toBe(output);
  });

  it('keeps its shape when it is shortened: texts before items', () => {
    const product = (id: number) => ({ id, title: `Shirt ${id}`, description: 'long '.repeat(400) });
    const output = { product: { id: 'p', variants: Array.from({ length: 20 }, (_, id) => product(id)) } };
    const bounded = boundOutput(output, 16_384);
    expect(bounded).toMatchObject({ truncated: true, product: { id: 'p' } });
    expect(JSON.stringify(bounded).match(/Shirt \d+/g)).toHaveLength(20);
  });

  it('is never larger than the bound, whatever it is', () => {
    const anything = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }));
    fc.assert(
      fc.property(anything, fc.string({ unit: 'grapheme', minLength: 0, maxLength: 3000 }), (extra, long) => {
        const output = { ...extra, list: Array.from({ length: 40 }, () => long) };
        expect(size(boundOutput(output, 2048))).toBeLessThanOrEqual(2048);
      }),
    );
  });
});
