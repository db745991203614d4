import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCli } from '../conformance/testing/run-cli.ts';
import { startTestServer } from '../server/testing/start-test-server.ts';
import { connectTools } from '../server/testing/test-shop.ts';
import { startUcpShop } from '../server/testing/ucp-shop/ucp-shop.ts';
import { nightlyTag } from './test-report.ts';

it(
  'a store that has a live shop and no import passes the conformance suite',
  { tags: [nightlyTag] },
  async () => {
    const [server, shop, folder] = await Promise.all([
      startTestServer(),
      startUcpShop({ readsAgentProfiles: false }),
      mkdtemp(join(tmpdir(), 'live-')),
    ]);
    onTestFinished(async () => {
      await server.close();
      await shop.close();
      await rm(folder, { recursive: true });
    });
    const { key, store } = server.shop;
    const address = { type: 'live_catalog', url: shop.origin, allow_private: true, headers: {} };
    await connectTools(server.deps, { store_id: store.id, ...address });
    const ca = join(folder, 'ca.pem');
    await writeFile(ca, server.ca);
    const { baseUrl } = server.service;
    const args = ['--base-url', baseUrl, '--api-key', key, '--ca', ca, '--seed', '20261126'];
    const { exitCode, stdout, stderr } = await runCli([...args, '--mcp-url', `${baseUrl}/mcp`], {});
    expect(exitCode, stdout + stderr).toBe(0);
    expect(shop.requests.some(({ body }) => body.includes('search_catalog'))).toBe(true);
  },
);
