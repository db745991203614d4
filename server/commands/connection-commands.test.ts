import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { runCommand } from '../testing/run-command.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { startToolServer, type ToolServer } from '../testing/tool-server.ts';
import { startUcpShop } from '../testing/ucp-shop/ucp-shop.ts';

const dataDir = createTestFolder();
let tools: ToolServer;
beforeAll(async () => {
  tools = await startToolServer();
});
afterAll(async () => {
  await tools.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const connections = (...args: string[]) => runInProcess(dataDir, ['connections', ...args]);

it('the connections commands add, list, test and remove a connection, and never print its secret', async () => {
  const file = join(dataDir, 'headers.txt');
  writeFileSync(file, 'Authorization: Bearer tool-secret\n\n');
  const add = ['add', 'orders', '--url', tools.url, '--header', 'X-Shop: 1', '--header-file', file];
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

it('connections add reads secret headers from the standard input', async () => {
  const add = ['connections', 'add', 'piped', '--url', tools.url, '--allow-private', '--header-file', '-'];
  const input = 'X-First: 1\r\nAuthorization: Bearer piped-secret';
  expect(await runCommand(dataDir, add, { input })).toMatchObject({ code: 0, stderr: '' });
  expect((await connections('test', 'piped')).code).toBe(0);
  expect(tools.seen.at(-1)?.authorization).toBe('Bearer piped-secret');
});

it('connections add names the line of a header file that is not a header, and does not quote it', async () => {
  const add = ['connections', 'add', 'other', '--url', tools.url, '--header-file', '-'];
  expect(await runInProcess(dataDir, add, { input: 'X-First: 1\nBearer my-secret\n' })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'agent-service: --header-file line 2 must be "Name: value"\n',
  });
  const missing = await connections(
    'add',
    'other',
    '--url',
    tools.url,
    '--header-file',
    join(dataDir, 'none'),
  );
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^agent-service: cannot read .*ENOENT.*\n$/),
  });
});

it('connections add --ucp connects a store with a shop by its address, once the shop can be read', async () => {
  const shop = await startUcpShop({ readsAgentProfiles: false });
  onTestFinished(() => shop.close());
  const created = await runInProcess(dataDir, [
    'stores',
    'create',
    '--name',
    'Meadow',
    '--plan',
    'pro',
    '--json',
  ]);
  const store = String(JSON.parse(created.stdout).id);
  const address = `${shop.origin}/products/anything`;
  const add = ['add', '--ucp', address, '--store', store, '--allow-private'];
  expect(await connections(...add, '--url', tools.url)).toMatchObject({
    code: 2,
    stderr: 'agent-service: give a type and --url, or --ucp alone\n',
  });
  expect(await connections('add', '--ucp', address)).toMatchObject({
    code: 2,
    stderr: 'agent-service: --ucp needs --store <store-id>\n',
  });
  shop.setFault('future-version');
  // What is rejected stores nothing: a shop that is slow on a busy machine is asked again.
  await expect.poll(async () => (await connections(...add)).stderr).toMatch(/speaks revision 2031-01-01/);
  shop.setFault(undefined);
  let added = await connections(...add);
  await expect
    .poll(async () => (added = added.code === 0 ? added : await connections(...add)))
    .toMatchObject({
      code: 0,
      stdout: `Agents of ${store} search ${shop.origin} live (revision 2026-08-25).\n`,
    });
  expect((await connections('list')).stdout).toMatch(/live_catalog +\S+/);
  const tested = await connections('test', 'live_catalog', '--store', store);
  expect(tested.stdout).toContain(`Searches ${shop.origin}, revision 2026-08-25.`);
  expect((await connections('remove', 'live_catalog', '--store', store)).code).toBe(0);
});

it('the help of connections add says why secrets do not belong on the command line', async () => {
  const { stdout } = await connections('add', '--help');
  expect(stdout).toMatch(/Other users of this machine see command lines[^]*history[^]*--header-file/);
});
