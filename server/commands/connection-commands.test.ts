import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { runCommand } from '../testing/run-command.ts';
import { startToolServer, type ToolServer } from '../testing/tool-server.ts';

const dataDir = createTestFolder();
let tools: ToolServer;
beforeAll(async () => {
  tools = await startToolServer();
});
afterAll(async () => {
  await tools.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const connections = (...args: string[]) => runCommand(dataDir, ['connections', ...args]);

it('the connections commands add, list, test and remove a connection, and never print its secret', async () => {
  const add = ['add', 'orders', '--url', tools.url, '--header', 'Authorization: Bearer tool-secret'];
  const rejected = await connections(...add);
  expect(rejected.code).toBe(2);
  expect(rejected.stderr).toMatch(/--allow-private/);
  const outputs = [
    await connections(...add, '--allow-private', '--json'),
    await connections('list'),
    await connections('test', 'orders'),
    await connections('remove', 'orders'),
  ];
  expect(outputs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(JSON.parse(outputs[0]?.stdout ?? '')).toMatchObject({
    type: 'orders',
    store_id: null,
    url: tools.url,
  });
  expect(outputs[1]?.stdout).toContain('all stores');
  expect(outputs[2]?.stdout).toContain('track_order');
  expect(tools.seen.at(-1)?.authorization).toBe('Bearer tool-secret');
  expect(JSON.stringify(outputs)).not.toContain('tool-secret');
  expect((await connections('test', 'orders')).code).toBe(1);
});
