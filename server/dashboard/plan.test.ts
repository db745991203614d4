import { addConversation, addReply } from '../testing/add-messages.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateStore } from '../services/stores.ts';
import { timestamp } from '../support/clock.ts';
import { addPerson, type TestPerson } from '../testing/dashboard-client.ts';
import { sampleConversation, sampleMessage, sampleReply } from '../testing/sample-records.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { changeStore, addTestShop, type TestShop } from '../testing/test-shop.ts';
import { asVisitor, openVisitor } from '../testing/visitor-client.ts';

let server: TestServer;
let shop: TestShop;
let member: TestPerson;
beforeAll(async () => {
  server = await startTestServer({
    environment: { PROVIDER_ONE_API_KEY: 'k', MODEL_PRICES: 'gpt-5=1.25:10' },
  });
  shop = await addTestShop(server.deps, { plan: 'free', requests_per_minute: 4 });
  member = await addPerson(server, shop.store.id, 'member');
});
afterAll(() => server.close());

it('the plan shows requests of keys and visitors, the peak minute, and what was rejected', async () => {
  const list = () => server.fetch('/api/agents', { headers: bearer(shop.key) });
  for (let request = 0; request < 6; request += 1) await list();
  const { token } = await openVisitor(server, shop);
  const chat = { body: { agent_id: shop.agentId, message: '' } };
  for (let message = 0; message < 2; message += 1) {
    await asVisitor(server, token, '/api/agents/chat/stream', chat);
  }
  const { fetch } = await member.signIn();
  const response = await fetch(`/dashboard/api/stores/${shop.store.id}/plan`);
  expect(await response.json()).toEqual({
    plan: 'free',
    requests_per_minute: 4,
    agents: 1,
    agent_limit: 3,
    last_30_days: {
      // Four of the key; a visitor has a quarter of the limit.
      requests: 5,
      requests_per_minute: 4,
      peak_requests_per_minute: expect.toBeOneOf([2, 3, 4]),
      peak_at: expect.stringMatching(/:00\.000Z$/),
      rejected: 3,
    },
    spending: { amount: 0, cap: null, currency: 'USD', has_prices: false },
  });
});

it('the plan shows what replies have cost this month, and the cap', async () => {
  const { clock } = server.deps;
  const conversation = sampleConversation(shop.store.id, shop.agentId);
  await addConversation(server.deps, conversation);
  const message = sampleMessage(shop.store.id, conversation.id, { created_at: timestamp(clock) });
  await addReply(server.deps, message, sampleReply({ cost_micros: 1_250_000 }));
  await changeStore(server.deps, shop.store.id, (context) => updateStore(context, { monthly_cap: 20 }));
  const { fetch } = await member.signIn();
  const response = await fetch(`/dashboard/api/stores/${shop.store.id}/plan`);
  expect(await response.json()).toMatchObject({ spending: { amount: 1.25, cap: 20, currency: 'USD' } });
  const read = await fetch(`/dashboard/api/stores/${shop.store.id}/conversations/${conversation.id}`);
  expect(await read.json()).toMatchObject({ messages: [{ cost: 1.25 }] });
});
