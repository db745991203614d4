import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyring } from '../auth/keyring.ts';
import { makeProduct } from '../catalog/testing/make-product.ts';
import type { AgentConfig } from '../db/records.ts';
import { createKnowledgeStore } from '../knowledge/knowledge-index.ts';
import { knowledgeSource } from '../db/knowledge.ts';
import { createBuiltInModel } from '../models/built-in/built-in-model.ts';
import { createMovableClock, type MovableClock } from '../testing/movable-clock.ts';
import { calls, createScriptedModel, finishes, says } from '../testing/scripted-model.ts';
import { testCatalogs } from '../testing/test-catalogs.ts';
import { createTestChat, requestTo, type TestChat } from '../testing/test-chat.ts';
import { addProducts, connectTools } from '../testing/test-shop.ts';
import { startUcpShop, type UcpShop } from '../testing/ucp-shop/ucp-shop.ts';
import { createAgentTools } from '../tools/agent-tools.ts';
import { createToolConnections } from '../tools/connections.ts';
import type { CatalogType } from '../tools/types.ts';
import { type ChatReply, collectReply } from './collect-reply.ts';
import { startReply } from './reply.ts';
import type { ChatRuntime } from './types.ts';

const keyring = createKeyring(Buffer.alloc(32, 5));
const model = createBuiltInModel();
const mug = makeProduct('mug', { title: 'Imported Ceramic Mug', amount: 4_500, currency: 'EUR' });

let shop: UcpShop;
let chat: TestChat;
let clock: MovableClock;
let runtime: ChatRuntime;

beforeAll(async () => {
  shop = await startUcpShop({ readsAgentProfiles: false });
  chat = await createTestChat({ model });
  const { database } = chat.database;
  const store_id = chat.agent.store_id;
  const live = { store_id, type: 'live_catalog', url: shop.origin, allow_private: true, headers: {} };
  await connectTools({ database, keyring }, live);
});
afterAll(async () => {
  await chat.close();
  await shop.close();
});

// With empty caches.
beforeEach(() => {
  shop.setFault(undefined);
  clock = createMovableClock();
  const { database } = chat.database;
  const catalogs = testCatalogs(database, keyring, clock);
  const knowledge = createKnowledgeStore(knowledgeSource(database));
  const connections = createToolConnections({ database, catalogs, knowledge, keyring, clock });
  const limits = { ...chat.runtime.limits, toolCallMs: 60_000 };
  const tools = createAgentTools({ connections, limits, log: chat.runtime.log });
  runtime = { ...chat.runtime, limits, catalogs, tools };
});

async function ask(types: readonly CatalogType[], message: string, by = model): Promise<ChatReply> {
  const config: AgentConfig = {
    ...chat.agent.config,
    mcp_capabilities: types.map((type) => ({ type, enabled: true })),
  };
  const request = { ...requestTo(chat.agent, message), draft: config };
  const models = { modelFor: () => Promise.resolve(by) };
  return collectReply(await startReply({ ...runtime, models }, request, new AbortController().signal));
}

function searches(): number {
  return shop.requests.filter(({ body }) => body.includes('search_catalog')).length;
}

describe('an agent of a store with a live shop', () => {
  it('finds its products with their prices, within the bounds of the message', async () => {
    const { content, tool_calls: used } = await ask(['product_catalog'], 'a ceramic mug under 16 euros');
    expect(content).toMatch(/Ceramic Mug/);
    expect(content).toMatch(/€1[0-5]\.\d\d/);
    expect(used.map(({ tool }) => tool)).toContain('search_catalog');
  });

  it('quotes the conditions of the shop as data of the result', async () => {
    const { tool_calls: used } = await ask(['product_catalog'], 'a ceramic mug');
    expect(used.at(-1)?.output['notes']).toContain('Returns are free within 30 days of delivery.');
  });

  it('names the shop and its address while it cannot be reached, and finds the products again later', async () => {
    shop.setFault('hang-up');
    expect((await ask(['product_catalog'], 'a ceramic mug')).content).toContain(shop.origin);
    shop.setFault(undefined);
    clock.advance(11_000);
    expect((await ask(['product_catalog'], 'a ceramic mug')).content).toMatch(/Ceramic Mug/);
  });

  it('reads a query once in ten minutes, and prices older than that not from the cache', async () => {
    await ask(['live_catalog'], 'a ceramic mug');
    const before = searches();
    await ask(['live_catalog'], 'a ceramic mug');
    expect(searches()).toBe(before);
    clock.advance(600_001);
    shop.setFault('hang-up');
    const { content } = await ask(['live_catalog'], 'a ceramic mug');
    expect(content).not.toMatch(/€/);
    expect(content).toContain(shop.origin);
  });

  it('makes two calls of the shop at the same time at most', async () => {
    const queries = ['mug', 'lamp', 'throw', 'bowl', 'vase', 'plate'];
    const scripted = createScriptedModel([
      [...queries.map((query) => calls('search_catalog', { query })).flat(), finishes('tool-calls')],
      [...says('Here they are.'), finishes()],
    ]);
    await ask(['live_catalog'], 'everything', scripted.model);
    expect(shop.maxInFlight).toBeLessThanOrEqual(2);
  });

  it('calculates with a variant that no search has shown', async () => {
    const scripted = createScriptedModel([
      [
        calls('calculate_total', {
          items: [
            {
              id: 'gid://meadow-mill/Product/1009',
              variant_id: 'gid://meadow-mill/ProductVariant/1009002',
              quantity: 2,
            },
          ],
        }),
        finishes('tool-calls'),
      ],
      [...says('That is it.'), finishes()],
    ]);
    const { tool_calls: used } = await ask(['live_catalog'], 'how much', scripted.model);
    expect(used[0]?.output['total']).toMatchObject({ amount: 2_970, currency: 'EUR' });
  });
});

describe('an agent of a store with an imported and a live catalogue', () => {
  beforeAll(() => addProducts(chat.database, chat.agent.store_id, [mug]));

  const searching = () =>
    createScriptedModel([
      [calls('search_catalog', { query: 'ceramic mug', limit: 20 }), finishes('tool-calls')],
      [...says('Here.'), finishes()],
    ]).model;

  it.each([
    [['product_catalog'], true, true],
    [['imported_catalog', 'live_catalog'], true, true],
    [['imported_catalog'], true, false],
    [['live_catalog'], false, true],
  ] as const)('finds with %j: imported products %s, live ones %s', async (types, hasImported, hasLive) => {
    const { tool_calls: used } = await ask(types, 'a mug', searching());
    const titles = JSON.stringify(used[0]?.output['products']);
    expect(titles.includes(mug.title)).toBe(hasImported);
    expect(titles.includes('Aldous') || titles.includes('Birch Ceramic Mug')).toBe(hasLive);
  });

  it('still finds the imported products while the shop is away, and says that it is', async () => {
    shop.setFault('hang-up');
    const { content, tool_calls: used } = await ask(['product_catalog'], 'a mug', searching());
    expect(JSON.stringify(used[0]?.output['products'])).toContain(mug.title);
    expect(content).toMatch(/^Here\.\n\n> The shop .* cannot be reached right now/);
    expect(content).toContain(shop.origin);
  });
});

describe('what a live shop wants to be seen', () => {
  const warning = 'Contains: tree nuts. Made where peanuts are processed too.';
  const replying = (query: string, text: string) =>
    createScriptedModel([
      [calls('search_catalog', { query }), finishes('tool-calls')],
      [...says(text), finishes()],
    ]).model;

  it.each([
    ['stands behind a reply that names the product', 'Try the Birch Nut Butter', 1],
    ['stands once in a reply that says it itself', `Try the Birch Nut Butter. **${warning}**`, 1],
    ['does not stand in a reply that names another product', 'Try the mug', 0],
  ])('%s', async (_, text, times) => {
    const { content } = await ask(['live_catalog'], 'nut butter', replying('nut butter', text));
    expect(content.split(warning.slice(0, 20)).length - 1).toBe(times);
  });

  it('stands behind any reply as quoted plain text where it is about the whole result', async () => {
    shop.setFault('hostile-texts');
    const { content } = await ask(['live_catalog'], 'a mug', replying('ceramic mug', 'Here.'));
    const [first, ...quoted] = content.split('\n\n');
    expect(first).toBe('Here.');
    expect(quoted.length).toBeGreaterThan(3);
    for (const line of quoted) expect(line).toMatch(/^> [^<>[\]`*\n]+$/);
  });
});
