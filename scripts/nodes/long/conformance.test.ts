import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../../conformance/testing/run-cli.ts';
import { writeConnectionFile } from '../../../server/config/connection-file.ts';
import { seedDemo } from '../../../server/demo/seed-demo.ts';
import { connectionOf } from '../../../server/demo/show-demo.ts';
import { browserPath } from '../../../server/testing/browser.ts';
import { createTestFolder } from '../../../server/testing/database.ts';
import { hasProgram } from '../../../server/testing/programs.ts';
import { type NodeCluster, startCluster } from '../cluster.ts';

const haproxyInstalled = hasProgram('haproxy');
const folder = createTestFolder();
let cluster: NodeCluster;

describe.skipIf(!haproxyInstalled)('the conformance suite through the balancer', () => {
  beforeAll(async () => {
    cluster = await startCluster();
    const demo = await seedDemo(cluster.operator, [cluster.url]);
    if (demo === undefined) throw new Error('the database is not empty');
    const addresses = {
      baseUrl: cluster.url,
      httpUrl: `http://localhost:${cluster.balancer.httpPort}`,
      mcpUrl: `${cluster.url}/mcp`,
      caFile: cluster.caFile,
    };
    writeConnectionFile(folder, connectionOf(demo, addresses, null));
  });
  afterAll(async () => {
    await cluster.close();
    rmSync(folder, { recursive: true });
  });

  it('passes in full, with every requirement tested where a browser is installed', async () => {
    const args = ['--profile', 'reference', '--seed', '20261123'];
    const browser = browserPath(process.env);
    // Without a browser two clauses of the embed script stay untested.
    const { exitCode, stdout, stderr } = await (browser === undefined
      ? runCli(args, { DATA_DIR: folder })
      : runCli([...args, '--require-complete'], { DATA_DIR: folder, CHROMIUM_PATH: browser }));
    console.log(stdout.trim().split('\n').slice(-5).join('\n'));
    expect(exitCode, stdout + stderr).toBe(0);
  });
});
