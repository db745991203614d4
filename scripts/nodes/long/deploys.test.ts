import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestShop } from '../../../server/testing/test-shop.ts';
import { hasProgram } from '../../../server/testing/programs.ts';
import { type NodeCluster, startCluster } from '../cluster.ts';
import { underLoad } from '../testing/under-load.ts';
import { startAgain, stopUnderReplies } from '../testing/stop-under-replies.ts';

const haproxyInstalled = hasProgram('haproxy');
let cluster: NodeCluster;

describe.skipIf(!haproxyInstalled)('a deploy of three nodes', () => {
  beforeAll(async () => {
    // Replies of some ten seconds: opening 300 of them takes a few.
    cluster = await startCluster({ BUILT_IN_MODEL_PACE_MS: '600' });
  });
  afterAll(() => cluster.close());

  it('truncates none of 300 replies when a node stops, and sends it nothing new', async () => {
    const shop = await addTestShop(cluster.operator, { plan: 'enterprise' });
    const report = await stopUnderReplies(cluster, shop, 300);
    await startAgain(cluster, cluster.nodes[0]);
    console.log(JSON.stringify(report));
    expect(report).toMatchObject({
      readyStatus: 503,
      truncated: 0,
      failures: [],
      sentAfterwards: 0,
      exitCode: 0,
    });
    expect(report.readyMs).toBeLessThan(1_000);
    expect(report.repliesOfNode).toBeGreaterThan(50);
  });

  it('restarts all nodes one after the other under load without a failed request', async () => {
    const { violations, outcomes } = await underLoad(cluster, async () => {
      for (const node of cluster.nodes) {
        await wait(1_000);
        expect(await node.process.stop()).toBe(0);
        await startAgain(cluster, node);
      }
      await wait(1_000);
    });
    console.log(JSON.stringify(outcomes));
    expect(violations).toEqual([]);
    expect(outcomes).toEqual({ acknowledged: expect.any(Number) });
    expect(outcomes['acknowledged']).toBeGreaterThan(100);
  });
});
