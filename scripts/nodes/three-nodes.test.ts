import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestShop, type TestShop } from '../../server/testing/test-shop.ts';
import { hasProgram } from '../../server/testing/programs.ts';
import { type NodeCluster, startCluster } from './cluster.ts';
import { interruptDatabase, misleadAddress } from './testing/interrupt-database.ts';
import { callListAgents, countStatuses, listAgents } from './requests.ts';
import { startAgain, stopUnderReplies } from './testing/stop-under-replies.ts';

const haproxyInstalled = hasProgram('haproxy');
let cluster: NodeCluster;
/** Plan `enterprise` has no limits. */
const addShop = (change: Parameters<typeof addTestShop>[1] = {}): Promise<TestShop> =>
  addTestShop(cluster.operator, { plan: 'enterprise', ...change });

// What holds among the nodes of one process, too, is in server/services/several-nodes.test.ts; how fast it holds, in long/.
describe.skipIf(!haproxyInstalled)(
  'three nodes on one PostgreSQL behind HAProxy',
  { tags: ['nightly'] },
  () => {
    beforeAll(async () => {
      cluster = await startCluster({ BUILT_IN_MODEL_PACE_MS: '80', DATABASE_DEADLINE_SECONDS: '20' });
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
      const shop = await addShop({ requests_per_minute: 40 });
      const responses: Response[] = [];
      const began = performance.now();
      while (responses.length < 120) {
        const sent = Array.from({ length: 12 }, (_, index) =>
          index % 3 === 0 ? callListAgents(cluster, shop) : listAgents(cluster, shop),
        );
        responses.push(...(await Promise.all(sent)));
      }
      expect(countStatuses(responses)).toEqual({ 200: 40, 429: 80 });
      const elapsed = (performance.now() - began) / 1000;
      for (const response of responses.filter(({ status }) => status === 429)) {
        const seconds = Number(response.headers.get('retry-after'));
        // The oldest request, which leaves the window first, was admitted after the beginning.
        expect(seconds).toBeGreaterThanOrEqual(Math.floor(60 - elapsed));
        expect(seconds).toBeLessThanOrEqual(60);
      }
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
  },
);
