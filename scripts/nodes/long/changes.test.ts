import { changeStore } from '../../../server/testing/test-shop.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allKeys } from '../../../server/db/api-keys.ts';
import { revokeKey } from '../../../server/services/api-keys.ts';
import { operatorActor } from '../../../server/services/audit.ts';
import { updateChatbot } from '../../../server/services/chatbots.ts';
import { setPlan } from '../../../server/services/stores.ts';
import { hasProgram } from '../../../server/testing/programs.ts';
import { addTestShop, type TestShop } from '../../../server/testing/test-shop.ts';
import { type NodeCluster, startCluster } from '../cluster.ts';
import type { ServiceNode } from '../node.ts';
import { countStatuses, createAgent, listAgents } from '../requests.ts';

let cluster: NodeCluster;
/** Plan `enterprise` has no limits. */
const addShop = (): Promise<TestShop> => addTestShop(cluster.operator, { plan: 'enterprise' });
const onEachNode = <Result>(send: (node: ServiceNode) => Promise<Result>): Promise<Result[]> =>
  Promise.all(cluster.nodes.map((node) => send(node)));

/** A change is in force within 1 s; the rest is for the requests. */
const inForce = { timeout: 1_500, interval: 50 };

describe.runIf(hasProgram('haproxy'))('within 1 s, each of three nodes', () => {
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.close());

  it('rejects a revoked key', async () => {
    const shop = await addShop();
    expect(countStatuses(await onEachNode((node) => listAgents(node, shop)))).toEqual({ 200: 3 });
    const { database } = cluster.operator;
    const [key] = await allKeys(database.reader(shop.store.id));
    const by = { store: shop.store, actor: operatorActor };
    await database.change(by, (context) => revokeKey(context, key?.id ?? ''));
    const statuses = async () => countStatuses(await onEachNode((node) => listAgents(node, shop)));
    await expect.poll(statuses, inForce).toEqual({ 401: 3 });
  });

  it('holds a changed plan', async () => {
    const shop = await addShop();
    expect(countStatuses(await onEachNode((node) => createAgent(node, shop, 'a')))).toEqual({ 201: 3 });
    await changeStore(cluster.operator, shop.store.id, (context) =>
      setPlan(context, { plan: 'enterprise', agent_limit: 1 }),
    );
    const statuses = async () => countStatuses(await onEachNode((node) => createAgent(node, shop, 'b')));
    await expect.poll(statuses, inForce).toEqual({ 403: 3 });
  });

  it('allows a changed list of origins', async () => {
    const shop = await addShop();
    const open = (node: ServiceNode): Promise<Response> =>
      node.fetch('/embed/session', {
        body: { chatbot_id: shop.chatbotId },
        headers: { origin: 'https://new.example' },
      });
    expect(countStatuses(await onEachNode(open))).toEqual({ 403: 3 });
    await changeStore(cluster.operator, shop.store.id, (context) =>
      updateChatbot(context, shop.chatbotId, { allowed_origins: ['https://new.example'] }),
    );
    await expect.poll(async () => countStatuses(await onEachNode(open)), inForce).toEqual({ 200: 3 });
  });
});
