import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeKey } from '../../server/services/api-keys.ts';
import { operatorActor } from '../../server/services/audit.ts';
import { updateChatbot } from '../../server/services/chatbots.ts';
import { setPlan } from '../../server/services/stores.ts';
import { addTestShop, type TestShop } from '../../server/testing/test-shop.ts';
import { hasProgram } from '../../server/testing/programs.ts';
import { type ClusterNode, type NodeCluster, startCluster } from './cluster.ts';
import { interruptDatabase, misleadAddress } from './interrupt-database.ts';
import { callListAgents, countStatuses, createAgent, listAgents } from './requests.ts';
import { startAgain, stopUnderReplies } from './stop-under-replies.ts';

const haproxyInstalled = hasProgram('haproxy');
let cluster: NodeCluster;
/** Plan `enterprise` has no limits. */
const addShop = (change: Parameters<typeof addTestShop>[1] = {}): Promise<TestShop> =>
  addTestShop(cluster.operator, { plan: 'enterprise', ...change });
const onEachNode = <Result>(send: (node: ClusterNode) => Promise<Result>): Promise<Result[]> =>
  Promise.all(cluster.nodes.map((node) => send(node)));

// How fast is for the tests in long/, which have the machine to themselves. What holds among the nodes of one process, too, is in server/services/several-nodes.test.ts.
describe.skipIf(!haproxyInstalled)('three nodes on one PostgreSQL behind HAProxy', () => {
  beforeAll(async () => {
    cluster = await startCluster({ BUILT_IN_MODEL_PACE_MS: '80' });
  });
  afterAll(() => cluster.close());

  it('have migrated the empty database once, and the balancer uses all of them', async () => {
    const names = await cluster.operator.db('schema_migrations').pluck('name');
    expect(new Set(names).size).toBe(names.length);
    await expect
      .poll(async () => (await cluster.balancer.nodes()).map(({ isUp }) => isUp))
      .toEqual([true, true, true]);
  });

  it('admit N requests a minute together, over HTTP and MCP', async () => {
    const shop = await addShop({ requestsPerMinute: 40 });
    const responses: Response[] = [];
    while (responses.length < 120) {
      const sent = Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0 ? callListAgents(cluster, shop) : listAgents(cluster, shop),
      );
      responses.push(...(await Promise.all(sent)));
    }
    expect(countStatuses(responses)).toEqual({ 200: 40, 429: 80 });
    for (const response of responses.filter(({ status }) => status === 429)) {
      const seconds = Number(response.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(30);
      expect(seconds).toBeLessThanOrEqual(60);
    }
  });

  it('reject a revoked key', async () => {
    const shop = await addShop();
    expect(countStatuses(await onEachNode((node) => listAgents(node, shop)))).toEqual({ 200: 3 });
    const [key] = await cluster.operator.repositories.keys.list(shop.store.id);
    await revokeKey(cluster.operator, key?.id ?? '', operatorActor);
    const statuses = async () => countStatuses(await onEachNode((node) => listAgents(node, shop)));
    await expect.poll(statuses).toEqual({ 401: 3 });
  });

  it('hold a changed plan', async () => {
    const shop = await addShop();
    expect(countStatuses(await onEachNode((node) => createAgent(node, shop, 'a')))).toEqual({ 201: 3 });
    await setPlan(cluster.operator, shop.store.id, { plan: 'enterprise', agentLimit: 1 });
    const statuses = async () => countStatuses(await onEachNode((node) => createAgent(node, shop, 'b')));
    await expect.poll(statuses).toEqual({ 403: 3 });
  });

  it('allow a changed list of origins', async () => {
    const shop = await addShop();
    const open = (node: ClusterNode): Promise<Response> =>
      node.fetch('/embed/session', {
        body: { chatbot_id: shop.chatbotId },
        headers: { origin: 'https://new.example' },
      });
    expect(countStatuses(await onEachNode(open))).toEqual({ 403: 3 });
    const allowedOrigins = ['https://new.example'];
    await updateChatbot(cluster.operator, shop.store.id, shop.chatbotId, { allowedOrigins });
    await expect.poll(async () => countStatuses(await onEachNode(open))).toEqual({ 200: 3 });
  });

  it('truncate no reply when one of them stops, and get nothing new', async () => {
    const report = await stopUnderReplies(cluster, await addShop(), 30);
    await startAgain(cluster, cluster.nodes[0]);
    expect(report).toEqual({
      readyStatus: 503,
      readyMs: expect.any(Number),
      repliesOfNode: expect.any(Number),
      truncated: 0,
      failures: [],
      sentAfterwards: 0,
      exitCode: 0,
    });
    expect(report.repliesOfNode).toBeGreaterThan(0);
  });

  it.each([
    [
      'crashes and starts again',
      async () => {
        await cluster.database.stop('immediate');
        await cluster.database.start();
      },
    ],
    ['has an address that leads to its standby for a while', () => misleadAddress(cluster)],
    ['fails over to its standby', () => cluster.database.failOver()],
  ])('lose nothing that was acknowledged when PostgreSQL %s', async (_title, interrupt) => {
    const report = await interruptDatabase(cluster, await addShop(), interrupt);
    const { 201: created = 0, 503: unavailable = 0, ...others } = report.statuses;
    expect({ ...report, others }).toMatchObject({ others: {}, lost: [], duplicated: [] });
    expect(created).toBeGreaterThan(0);
    expect(unavailable).toBeGreaterThan(0);
    for (const text of report.unavailable)
      expect(text).toMatch(
        /^\{"error":"the (database|service) is not available: try again in a moment","status":503,"code":"unavailable"\} Retry-After: 1$/,
      );
    expect(cluster.nodes.map((node) => node.process.isRunning())).toEqual([true, true, true]);
  });
});
