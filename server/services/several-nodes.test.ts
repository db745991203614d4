import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDeps } from '../deps.ts';
import { cookieOf, sameOrigin } from '../testing/dashboard-client.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { sampleProduct } from '../testing/sample-records.ts';
import { bearer, type TestServer } from '../testing/start-test-server.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { untilImported } from '../testing/test-imports.ts';
import { startTestNodes, type TestNodes } from '../testing/test-nodes.ts';
import { openVisitor, requestSession, shopOrigin } from '../testing/visitor-client.ts';
import { regenerateKey, revokeKey } from './api-keys.ts';
import { operatorActor } from './audit.ts';
import { updateChatbot } from './chatbots.ts';
import { addConnection, removeConnection } from './connections.ts';
import { issueSetupCode } from './setup.ts';
import { setPlan } from './stores.ts';
import { inviteMember, removeMember } from './users.ts';

// Three nodes with data folders of their own, one database and one MASTER_KEY. A balancer may send each request to any.
const clock = createMovableClock();
/** Within this time every change is in force on every node. */
const freshMs = 1_000;

let three: TestNodes;
let nodes: readonly [TestServer, TestServer, TestServer];
let shop: TestShop;

beforeAll(async () => {
  three = await startTestNodes(3, { clock });
  const [first, second, third] = three.nodes;
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three');
  nodes = [first, second, third];
  shop = first.shop;
});
afterAll(() => three.close());

const list = (node: TestServer, key: string) => node.fetch('/api/agents', { headers: bearer(key) });

async function statuses(ask: (node: TestServer) => Promise<Response>): Promise<number[]> {
  return (await Promise.all(nodes.map(ask))).map(({ status }) => status);
}

const everywhere = (status: number) => [status, status, status];

describe('three nodes on one PostgreSQL', () => {
  it('add the first person with the link of another node, once', async () => {
    const code = await issueSetupCode(nodes[0].deps);
    const body = {
      code,
      email: 'first@shop.example',
      password: 'correct horse battery',
      store_name: 'First',
    };
    const setUp = (node: TestServer) => node.fetch('/dashboard/api/setup', { body, headers: sameOrigin });
    expect((await statuses(setUp)).toSorted()).toEqual([200, 401, 401]);
  });

  it('R-4.2-01 list an agent that another node has just created', async () => {
    const config = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' };
    const [first, second, third] = nodes;
    for (const [writer, reader] of [
      [first, second],
      [second, third],
      [third, first],
    ] as const) {
      const body = { name: 'Another', type: 'a', config };
      const created = await writer.fetch('/api/agents', { body, headers: bearer(shop.key) });
      const { id } = (await created.json()) as { id: string };
      const { agents } = (await (await list(reader, shop.key)).json()) as { agents: { id: string }[] };
      expect(agents.at(-1)?.id).toBe(id);
    }
  });

  it('R-5-06 R-5-08 reject a revoked and a replaced key, and know the new one at once', async () => {
    const { deps } = nodes[1];
    const { key, store } = await nodes[0].addStore();
    const idOf = async () => (await deps.repositories.keys.list(store.id)).at(-1)?.id ?? '';
    expect(await statuses((node) => list(node, key))).toEqual(everywhere(200));
    const { key: newKey } = await regenerateKey(deps, await idOf(), operatorActor);
    expect(await statuses((node) => list(node, newKey))).toEqual(everywhere(200));
    clock.advance(freshMs);
    expect(await statuses((node) => list(node, key))).toEqual(everywhere(401));
    expect(await statuses((node) => list(node, newKey))).toEqual(everywhere(200));
    await revokeKey(deps, await idOf(), operatorActor);
    clock.advance(freshMs);
    expect(await statuses((node) => list(node, newKey))).toEqual(everywhere(401));
  });

  it('R-8-01 limit a store by its new plan', async () => {
    const { key, store } = await nodes[0].addStore({ plan: 'free' });
    const policies = async () =>
      (await Promise.all(nodes.map((node) => list(node, key)))).map(({ headers }) =>
        headers.get('ratelimit-policy'),
      );
    expect(new Set(await policies())).toEqual(new Set(['"minute";q=20;w=60']));
    await setPlan(nodes[2].deps, store.id, { plan: 'pro' });
    clock.advance(freshMs);
    const [policy, ...others] = await policies();
    expect(policy).not.toBe('"minute";q=20;w=60');
    expect(others).toEqual([policy, policy]);
  });

  it('show a changed chatbot at once, and allow the origins that it has now', async () => {
    const { chatbotId, store } = shop;
    const { token } = await openVisitor(nodes[0], shop);
    const readConfig = (node: TestServer) =>
      node.fetch(`/api/widget/config?chatbot_id=${chatbotId}`, {
        headers: { ...bearer(token), Origin: shopOrigin },
      });
    const allowed = async (origin: string) => {
      const open = (node: TestServer) => requestSession(node, { chatbot_id: 'cbt_none' }, origin);
      return (await Promise.all(nodes.map(open))).map(({ headers }) =>
        headers.get('access-control-allow-origin'),
      );
    };
    expect(await statuses(readConfig)).toEqual(everywhere(200));
    expect(await allowed('https://new.example')).toEqual([null, null, null]);
    await updateChatbot(nodes[1].deps, store.id, chatbotId, { allowedOrigins: ['https://new.example'] });
    expect(await statuses(readConfig)).toEqual(everywhere(401));
    clock.advance(freshMs);
    expect(await allowed('https://new.example')).toEqual(Array(3).fill('https://new.example'));
  });

  it('use a connection and a catalogue that another node has changed, with the next reply', async () => {
    const { store, agentId } = shop;
    const agent = await nodes[0].deps.repositories.agents.find(store.id, agentId);
    if (agent === undefined) throw new Error('the shop has an agent');
    const capabilities = [{ type: 'orders', enabled: true }];
    const withOrders = { ...agent, config: { ...agent.config, mcp_capabilities: capabilities } };
    const tools = async () =>
      (await Promise.all(nodes.map((node) => node.deps.chat.tools.toolsFor(withOrders)))).map(
        ({ size }) => size,
      );
    const input = {
      storeId: store.id,
      type: 'orders',
      url: 'https://127.0.0.1:1/mcp',
      headers: {},
      allowPrivate: true,
    };
    await addConnection(nodes[0].deps, input);
    expect(await tools()).toEqual([1, 1, 1]);
    await removeConnection(nodes[1].deps, store.id, 'orders');
    expect(await tools()).toEqual([0, 0, 0]);

    const products = () =>
      Promise.all(nodes.map(async (node) => (await node.deps.catalogs.get(store.id)).byId('lamp')?.id));
    expect(await products()).toEqual([undefined, undefined, undefined]);
    await nodes[2].deps.repositories.catalog.upsert(store.id, [sampleProduct('lamp')]);
    expect(await products()).toEqual(['lamp', 'lamp', 'lamp']);
  });

  it('sign in once with a link of another node, know the session, and reject who has left the store', async () => {
    const { store } = shop;
    const invitation = { email: 'ana@shop.example', role: 'member' } as const;
    const { code, member } = await inviteMember(nodes[0].deps, store.id, invitation, operatorActor);
    const signIn = (node: TestServer) =>
      node.fetch('/dashboard/api/session/code', { body: { code }, headers: sameOrigin });
    const responses = await Promise.all(nodes.map(signIn));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    const cookie = cookieOf(responses.find(({ ok }) => ok) ?? new Response());
    const agents = (node: TestServer) =>
      node.fetch(`/dashboard/api/stores/${store.id}/agents`, { headers: { ...sameOrigin, cookie } });
    expect(await statuses(agents)).toEqual(everywhere(200));
    await removeMember(nodes[2].deps, store.id, member.userId, operatorActor);
    expect(await statuses(agents)).toEqual(everywhere(404));
  });

  it('leave an import of another node alone when they start, also with the same data folder', async () => {
    const [{ deps, shop: own }] = nodes;
    const gate = Promise.withResolvers<void>();
    const chunks = (async function* readSlowly() {
      await gate.promise;
      yield Buffer.from(
        '{"id":"slow","title":"Slow lamp","price":"20.00","url":"https://shop.example/slow"}',
      );
    })();
    const source = { chunks, destroy: () => gate.resolve() };
    const input = { source, currency: 'USD', replace: false, actor: operatorActor };
    const { id } = await deps.imports.start(own.store.id, input);
    const again = await openDeps(deps.config, clock, { write: () => undefined });
    await again.close();
    gate.resolve();
    expect(await untilImported(nodes[0], own.store.id)).toMatchObject([{ id, status: 'done', products: 1 }]);
  });
});
