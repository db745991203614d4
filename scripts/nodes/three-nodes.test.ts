import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeKey } from '../../server/services/api-keys.ts';
import { operatorActor } from '../../server/services/audit.ts';
import { updateChatbot } from '../../server/services/chatbots.ts';
import { setPlan } from '../../server/services/stores.ts';
import { allEvents } from '../../server/testing/read-events.ts';
import { addTestShop, type TestShop } from '../../server/testing/test-shop.ts';
import { findHaproxy } from '../deploy/start-haproxy.ts';
import { type ClusterNode, type NodeCluster, startCluster } from './cluster.ts';
import { interruptDatabase, misleadAddress } from './interrupt-database.ts';
import {
  ask,
  callListAgents,
  countStatuses,
  createAgent,
  listAgents,
  namesOf,
  untilAvailable,
} from './requests.ts';
import { startAgain, stopUnderReplies } from './stop-under-replies.ts';

const haproxyInstalled = findHaproxy();
let cluster: NodeCluster;
/** Plan `enterprise` has no limits. */
const addShop = (change: Parameters<typeof addTestShop>[1] = {}): Promise<TestShop> =>
  addTestShop(cluster.operator, { plan: 'enterprise', ...change });
const onEachNode = <Result>(send: (node: ClusterNode) => Promise<Result>): Promise<Result[]> =>
  Promise.all(cluster.nodes.map((node) => send(node)));

/** A change is in force within 1 s; the rest is for a busy machine. */
const inForce = { timeout: 1_500, interval: 50 };

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

  it('create no agent beyond the limit when 100 creates arrive at once', async () => {
    const shop = await addShop({ agentLimit: 11 });
    // On a busy machine some creates wait for the store's row until their deadline: their clients repeat them.
    const create = (_: unknown, index: number): Promise<Response> =>
      untilAvailable(() => createAgent(cluster, shop, `agent ${index}`, `create-${index}`));
    const sent = Array.from({ length: 100 }, create);
    // The shop begins with one.
    expect(countStatuses(await Promise.all(sent))).toEqual({ 201: 10, 403: 90 });
    expect(await namesOf(await listAgents(cluster, shop))).toHaveLength(11);
  });

  it('create one agent for an Idempotency-Key that arrives at all of them at once', async () => {
    const shop = await addShop();
    const responses = await onEachNode((node) => createAgent(node, shop, 'Once', 'once'));
    const bodies = await Promise.all(responses.map((response) => response.json()));
    expect(countStatuses(responses)).toEqual({ 201: 3 });
    expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]]);
    expect(await namesOf(await listAgents(cluster, shop))).toEqual(['Sample agent', 'Once']);
  });

  it('list what another node has just created', async () => {
    const shop = await addShop();
    const expected = ['Sample agent'];
    for (let round = 0; round < 15; round += 1) {
      const writer = cluster.nodes[round % 3];
      const reader = cluster.nodes[(round + 1) % 3];
      if (writer === undefined || reader === undefined) throw new Error('there are three nodes');
      expect((await createAgent(writer, shop, `agent ${round}`)).status).toBe(201);
      expected.push(`agent ${round}`);
      expect(await namesOf(await listAgents(reader, shop))).toEqual(expected);
    }
  });

  it('reply to two messages of one conversation one after the other, in order', async () => {
    const shop = await addShop();
    const [first, second, third] = cluster.nodes;
    const opened = await allEvents(await ask(first, shop));
    const { conversation_id = '' } = opened.at(-1) as { conversation_id?: string };
    const earlier = await ask(second, shop, { conversation_id, message: 'earlier' });
    let earlierEnded = false;
    const earlierEvents = allEvents(earlier).finally(() => (earlierEnded = true));
    const later = await ask(third, shop, { conversation_id, message: 'later' });
    const laterEvents = await allEvents(later);
    expect(earlierEnded).toBe(true);
    expect([(await earlierEvents).at(-1)?.type, laterEvents.at(-1)?.type]).toEqual(['end', 'end']);
    const stored = await cluster.operator.repositories.messages.list(shop.store.id, conversation_id);
    expect(stored.map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'user', 'assistant', 'user', 'assistant'],
    ]);
    expect(stored[2]?.content).toContain('earlier');
    expect(stored[4]?.content).toContain('later');
  });

  it('reject a revoked key within 1 s', async () => {
    const shop = await addShop();
    expect(countStatuses(await onEachNode((node) => listAgents(node, shop)))).toEqual({ 200: 3 });
    const [key] = await cluster.operator.repositories.keys.list(shop.store.id);
    await revokeKey(cluster.operator, key?.id ?? '', operatorActor);
    const statuses = async () => countStatuses(await onEachNode((node) => listAgents(node, shop)));
    await expect.poll(statuses, inForce).toEqual({ 401: 3 });
  });

  it('hold a changed plan within 1 s', async () => {
    const shop = await addShop();
    expect(countStatuses(await onEachNode((node) => createAgent(node, shop, 'a')))).toEqual({ 201: 3 });
    await setPlan(cluster.operator, shop.store.id, { plan: 'enterprise', agentLimit: 1 });
    const statuses = async () => countStatuses(await onEachNode((node) => createAgent(node, shop, 'b')));
    await expect.poll(statuses, inForce).toEqual({ 403: 3 });
  });

  it('allow a changed list of origins within 1 s', async () => {
    const shop = await addShop();
    const open = (node: ClusterNode): Promise<Response> =>
      node.fetch('/embed/session', {
        body: { chatbot_id: shop.chatbotId },
        headers: { origin: 'https://new.example' },
      });
    expect(countStatuses(await onEachNode(open))).toEqual({ 403: 3 });
    const allowedOrigins = ['https://new.example'];
    await updateChatbot(cluster.operator, shop.store.id, shop.chatbotId, { allowedOrigins });
    await expect.poll(async () => countStatuses(await onEachNode(open)), inForce).toEqual({ 200: 3 });
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
    expect(report.readyMs).toBeLessThan(1_000);
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
    expect(report.slowestMs).toBeLessThan(3_500);
    expect(report.backMs).toBeLessThan(5_000);
    expect(cluster.nodes.map((node) => node.process.isRunning())).toEqual([true, true, true]);
  });
});
