import { listMessages } from '../db/messages.ts';
import { invite, addProducts, changeStore, connectTools } from '../testing/test-shop.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDeps } from '../deps.ts';
import { cookieOf, sameOrigin } from '../testing/dashboard-client.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { allEvents } from '../testing/read-events.ts';
import { sampleProduct } from '../testing/sample-records.ts';
import { type ScriptedVendor, startScriptedVendor } from '../testing/scripted-vendor.ts';
import { bearer, type TestServer } from '../testing/start-test-server.ts';
import { type TestShop } from '../testing/test-shop.ts';
import { untilImported } from '../testing/test-imports.ts';
import { startTestNodes, type TestNodes } from '../testing/test-nodes.ts';
import { openVisitor, requestSession, shopOrigin } from '../testing/visitor-client.ts';
import { allKeys } from '../db/api-keys.ts';
import { regenerateKey, revokeKey } from './api-keys.ts';
import { operatorActor } from './audit.ts';
import { updateChatbot } from './chatbots.ts';
import { removeConnection } from './connections.ts';
import { issueSetupCode } from './setup.ts';
import { setPlan } from './stores.ts';
import { removeMember } from './users.ts';
import { findAgent, allAgents } from '../db/agents.ts';

// Three nodes with data folders of their own, one database and one MASTER_KEY. A balancer may send each request to any.
const clock = createMovableClock();
/** Within this time every change is in force on every node. */
const freshMs = 1_000;

let vendor: ScriptedVendor;
let three: TestNodes;
let nodes: readonly [TestServer, TestServer, TestServer];
let shop: TestShop;

beforeAll(async () => {
  vendor = await startScriptedVendor(() => [{ say: 'Yes.' }]);
  three = await startTestNodes(3, { clock, environment: vendor.env });
  const [first, second, third] = three.nodes;
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three');
  nodes = [first, second, third];
  shop = first.shop;
});
afterAll(async () => {
  await three.close();
  await vendor.close();
});

/** Sends a request again while its response is 503: on a busy machine the database may reach its deadline. */
const untilAvailable = (send: () => Promise<Response>): Promise<Response> =>
  vi.waitFor(
    async () => {
      const response = await send();
      if (response.status === 503) throw new Error(await response.text());
      return response;
    },
    { timeout: 120_000, interval: 100 },
  );
const list = (node: TestServer, key: string) => node.fetch('/api/agents', { headers: bearer(key) });

const statusesOf = (responses: readonly Response[]) => responses.map(({ status }) => status);

async function statuses(send: (node: TestServer) => Promise<Response>): Promise<number[]> {
  return statusesOf(await Promise.all(nodes.map((node) => untilAvailable(() => send(node)))));
}

const config = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' };

/** Creates an agent, with an Idempotency-Key where one is given. */
const create = (node: TestServer, key: string, idempotencyKey?: string): Promise<Response> => {
  const headers = { ...bearer(key), ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) };
  return node.fetch('/api/agents', { body: { name: 'Another', type: 'a', config }, headers });
};

/** Sends a message to the agent of the shop. */
const ask = (node: TestServer, message: string, more: { id?: string; idempotencyKey?: string } = {}) => {
  const { id, idempotencyKey } = more;
  const body = { agent_id: shop.agentId, message, ...(id && { conversation_id: id }) };
  const headers = { ...bearer(shop.key), ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) };
  return node.fetch('/api/agents/chat/stream', { body, headers });
};

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
    const [first, second, third] = nodes;
    for (const [writer, reader] of [
      [first, second],
      [second, third],
      [third, first],
    ] as const) {
      const created = await create(writer, shop.key);
      const { id } = (await created.json()) as { id: string };
      const { agents } = (await (await list(reader, shop.key)).json()) as { agents: { id: string }[] };
      expect(agents.at(-1)?.id).toBe(id);
    }
  });

  it('R-5-06 R-5-08 reject a revoked and a replaced key, and know the new one at once', async () => {
    const { deps } = nodes[1];
    const { key, store } = await nodes[0].addStore();
    const { database, keyring } = deps;
    const by = { store, actor: operatorActor };
    const idOf = async () => (await allKeys(database.reader(store.id))).at(-1)?.id ?? '';
    const keyId = await idOf();
    expect(await statuses((node) => list(node, key))).toEqual(everywhere(200));
    const { key: newKey } = await database.change(by, (context) =>
      regenerateKey(context, keyring, { keyId }),
    );
    expect(await statuses((node) => list(node, newKey))).toEqual(everywhere(200));
    clock.advance(freshMs);
    expect(await statuses((node) => list(node, key))).toEqual(everywhere(401));
    expect(await statuses((node) => list(node, newKey))).toEqual(everywhere(200));
    const newId = await idOf();
    await database.change(by, (context) => revokeKey(context, newId));
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
    await changeStore(nodes[2].deps, store.id, (context) => setPlan(context, { plan: 'pro' }));
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
    await changeStore(nodes[1].deps, store.id, (context) =>
      updateChatbot(context, chatbotId, { allowed_origins: ['https://new.example'] }),
    );
    expect(await statuses(readConfig)).toEqual(everywhere(401));
    clock.advance(freshMs);
    expect(await allowed('https://new.example')).toEqual(Array(3).fill('https://new.example'));
  });

  it('use a connection and a catalogue that another node has changed, with the next reply', async () => {
    const { store, agentId } = shop;
    const agent = await findAgent(nodes[0].deps.database.reader(store.id), agentId);
    if (agent === undefined) throw new Error('the shop has an agent');
    const capabilities = [{ type: 'orders', enabled: true }];
    const withOrders = { ...agent, config: { ...agent.config, mcp_capabilities: capabilities } };
    const tools = async () =>
      (await Promise.all(nodes.map((node) => node.deps.chat.tools.toolsFor(withOrders)))).map(
        ({ size }) => size,
      );
    const input = {
      store_id: store.id,
      type: 'orders',
      url: 'https://127.0.0.1:1/mcp',
      headers: {},
      allow_private: true,
    };
    await connectTools(nodes[0].deps, input);
    expect(await tools()).toEqual([1, 1, 1]);
    await nodes[1].deps.database.changeAll(operatorActor, (context) =>
      removeConnection(context, store.id, 'orders'),
    );
    expect(await tools()).toEqual([0, 0, 0]);

    const products = () =>
      Promise.all(nodes.map(async (node) => (await node.deps.catalogs.get(store.id)).byId('lamp')?.id));
    expect(await products()).toEqual([undefined, undefined, undefined]);
    await addProducts(nodes[2].deps, store.id, [sampleProduct('lamp')]);
    expect(await products()).toEqual(['lamp', 'lamp', 'lamp']);
  });

  it('sign in once with a link of another node, know the session, and reject who has left the store', async () => {
    const { store } = shop;
    const invitation = { email: 'ana@shop.example', role: 'member' } as const;
    const { code, member } = await invite(nodes[0].deps, store.id, invitation);
    const signIn = (node: TestServer) =>
      node.fetch('/dashboard/api/session/code', { body: { code }, headers: sameOrigin });
    const responses = await Promise.all(nodes.map((node) => untilAvailable(() => signIn(node))));
    expect(statusesOf(responses).toSorted()).toEqual([200, 401, 401]);
    const cookie = cookieOf(responses.find(({ ok }) => ok) ?? new Response());
    const agents = (node: TestServer) =>
      node.fetch(`/dashboard/api/stores/${store.id}/agents`, { headers: { ...sameOrigin, cookie } });
    expect(await statuses(agents)).toEqual(everywhere(200));
    await changeStore(nodes[2].deps, store.id, (context) => removeMember(context, member.user_id));
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
    const source = { chunks, drain: () => undefined, destroy: () => gate.resolve() };
    const input = { source, currency: 'USD', replace: false };
    const { id } = await deps.imports.start({ store: own.store, actor: operatorActor }, input);
    const again = await openDeps(deps.config, clock, { write: () => undefined });
    await again.close();
    gate.resolve();
    expect(await untilImported(nodes[0], own.store.id)).toMatchObject([{ id, status: 'done', products: 1 }]);
  });

  it('R-8-05 keep the agent limit when many creates arrive at once', async () => {
    const { key, store } = await nodes[0].addStore({ plan: 'enterprise', agent_limit: 10 });
    const [first, second, third] = nodes;
    const senders = Array.from({ length: 20 }, () => [first, second, third]).flat();
    const creates = senders.map((node) => untilAvailable(() => create(node, key)));
    const sorted = statusesOf(await Promise.all(creates)).toSorted();
    expect(sorted).toEqual([...Array(10).fill(201), ...Array(50).fill(403)]);
    expect(await allAgents(nodes[1].deps.database.reader(store.id))).toHaveLength(10);
  });

  it('R-4.3-01 create one agent for an Idempotency-Key that each gets at once, with one body', async () => {
    const { key, store } = await nodes[0].addStore({ plan: 'enterprise' });
    const senders = [...nodes, ...nodes, ...nodes];
    const creates = senders.map((node) => untilAvailable(() => create(node, key, 'same')));
    const responses = await Promise.all(creates);
    expect(statusesOf(responses)).toEqual(Array(9).fill(201));
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
    expect(await allAgents(nodes[2].deps.database.reader(store.id))).toHaveLength(1);
  });

  it('R-4.1-01 process one message for an Idempotency-Key that each gets at once, and replay its events', async () => {
    const before = vendor.requests.length;
    const send = (node: TestServer) => ask(node, 'once', { idempotencyKey: 'message' });
    const responses = await Promise.all(nodes.map((node) => untilAvailable(() => send(node))));
    // Those that came during the first are rejected, and the rest is a replay.
    expect(statusesOf(responses).every((status) => status === 200 || status === 409)).toBe(true);
    await Promise.all(responses.map((response) => response.text()));
    const replies = await Promise.all(
      nodes.map(async (node) => allEvents(await untilAvailable(() => send(node)))),
    );
    const [first] = replies;
    expect(first?.at(-1)?.type).toBe('end');
    expect(replies).toEqual([first, first, first]);
    expect(vendor.requests.length - before).toBe(1);
  });

  it('reply to the messages of a conversation one after another, whichever node gets them', async () => {
    const begun = await untilAvailable(() => ask(nodes[0], 'zero'));
    const id = begun.headers.get('x-conversation-id') ?? '';
    await begun.text();
    const replies = await Promise.all(
      [...nodes, ...nodes].map(async (node, index) =>
        allEvents(await untilAvailable(() => ask(node, `message ${index}`, { id }))),
      ),
    );
    for (const events of replies) expect(events.at(-1)).toEqual({ type: 'end', conversation_id: id });
    const messages = await listMessages(nodes[1].deps.database.reader(shop.store.id), id);
    expect(messages.map(({ role }) => role)).toEqual(
      messages.map((_, index) => ['user', 'assistant'][index % 2]),
    );
    expect(messages).toHaveLength(14);
    // Each prompt has everything before its message.
    expect(
      vendor.requests
        .slice(-6)
        .map(({ messages: prompt }) => prompt.filter(({ role }) => role === 'user').length),
    ).toEqual([2, 3, 4, 5, 6, 7]);
  });
});
