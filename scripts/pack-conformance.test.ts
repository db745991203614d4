import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maximal } from '../conformance/mutants/conforming/maximal.ts';
import { mutants } from '../conformance/mutants/defects/all.ts';
import { broken } from '../conformance/mutants/running-server.ts';
import { runProgram } from '../conformance/testing/run-cli.ts';
import { startTarget } from '../conformance/testing/start-target.ts';
import { packConformance } from './pack-conformance.ts';

const only = 'agents/create-and-list,agents/keeps-values,embed/script,mcp/client';
const folder = await mkdtemp(join(tmpdir(), 'conformance-pack-'));
const trimming = mutants.find(({ id }) => id === 'name-trimmed');
if (trimming === undefined) throw new Error('no mutant name-trimmed');
const target = await startTarget(maximal);
const brokenTarget = await startTarget(broken(trimming));
afterAll(() => Promise.all([target.close(), brokenTarget.close(), rm(folder, { recursive: true })]));

const modules = join(folder, 'node_modules');

async function sizeOf(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true });
  const sizes = await Promise.all(entries.map(async (entry) => (await stat(join(path, entry))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

beforeAll(async () => {
  const tarball = await packConformance(folder);
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const options = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball];
  await promisify(execFile)('npm', options, { cwd: folder });
});

it('the tarball installs as one package below 3.5 MB, with the licences of what it contains', async () => {
  const installed = (await readdir(modules)).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['agent-conformance']);
  const own = join(modules, 'agent-conformance');
  expect(await sizeOf(own)).toBeLessThan(3_500_000);
  const licences = await readFile(join(own, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['fast-check', 'commander', 'openapi-fetch', '@modelcontextprotocol/client'])
    expect(licences).toContain(`${name} `);
});

it('its command tests a server, also where Node lacks what Node 20 lacks', async () => {
  const command = join(modules, 'agent-conformance/agent-conformance.mjs');
  const asNode20 = 'delete Map.groupBy; delete URL.parse; delete Promise.withResolvers;';
  const args = ['--import', `data:text/javascript,${encodeURIComponent(asNode20)}`, command, '--only', only];
  const { exitCode, stdout, stderr } = await runProgram(execPath, args, { DATA_DIR: target.folder });
  expect(stderr).not.toContain('agent-conformance:');
  expect(stdout).toContain('Nothing stated or derived is violated');
  expect(exitCode).toBe(0);
});

function* repeated(chunk: Buffer): Generator<Buffer> {
  for (;;) yield chunk;
}

const agent = { id: 'agent_1', name: 'One' };

/** Responds to all requests alike, and to a message with events as fast as they are read, without an end. */
function respondEndlessly({ url }: IncomingMessage, response: ServerResponse): void {
  const isChat = url === '/api/agents/chat/stream';
  response.writeHead(200, { 'content-type': isChat ? 'text/event-stream' : 'application/json' });
  const events = Buffer.from('data: {"type":"text","content":"more"}\n\n'.repeat(1000));
  if (isChat) Readable.from(repeated(events)).pipe(response);
  else response.end(JSON.stringify({ ...agent, agents: [agent] }));
}

it.skipIf(!existsSync('/proc/self/status'))(
  'its command takes less than 200 MB where no stream ends',
  { tags: ['nightly'] },
  async () => {
    const server = createServer((request, response) => {
      request.resume();
      respondEndlessly(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    // The peak of the process alone; resourceUsage would have that of its parent, too.
    const printPeak =
      "process.on('exit',()=>console.error(require('fs').readFileSync('/proc/self/status','utf8')))";
    await writeFile(join(folder, 'peak.cjs'), printPeak);
    const command = join(modules, 'agent-conformance/agent-conformance.mjs');
    const args = ['--require', join(folder, 'peak.cjs'), command, '--base-url', `http://127.0.0.1:${port}`];
    const env = { CONFORMANCE_API_KEY: `svc_${'a1B2'.repeat(8)}`, CHROMIUM_PATH: 'none' };
    const { exitCode, stderr, stdout } = await runProgram(execPath, args, env);
    server.closeAllConnections();
    server.close();
    expect(stdout).toContain('POST /api/agents/chat/stream is no longer asked');
    expect(Number(/VmHWM:\s*(\d+) kB/.exec(stderr)?.[1])).toBeLessThan(200_000);
    expect(exitCode).toBe(1);
  },
);

it('agent-conformance/vitest makes each clause a test of a vitest run', { tags: ['nightly'] }, async () => {
  const vitest = dirname(fileURLToPath(import.meta.resolve('vitest/package.json')));
  await symlink(vitest, join(modules, 'vitest'));
  await writeFile(
    join(folder, 'conformance.test.js'),
    "import { testConformance } from 'agent-conformance/vitest';\ntestConformance();\n",
  );
  await writeFile(join(folder, 'conformance.config.json'), '{"only":["agents/keeps-text"],"seed":1}');
  const results = join(folder, 'results.json');
  const args = [join(vitest, 'vitest.mjs'), 'run', '--reporter', 'json', '--outputFile', results];
  const run = async (dataDir: string) => {
    // In its folder: that is where the configuration file is looked for.
    const { stderr } = await runProgram(execPath, args, { DATA_DIR: dataDir }, folder);
    expect(stderr).toContain('Plan: 1 check,');
    const { testResults } = JSON.parse(await readFile(results, 'utf8')) as {
      testResults: [{ assertionResults: { title: string; status: string }[] }];
    };
    return testResults[0].assertionResults;
  };
  const namesWith = (tests: readonly { title: string; status: string }[], status: string): string[] =>
    tests.filter((test) => test.status === status).map(({ title }) => title.split(' ')[0] ?? '');
  const healthy = await run(target.folder);
  expect(namesWith(healthy, 'failed')).toEqual([]);
  expect(namesWith(healthy, 'passed')).toContain('R-2.1-04');
  expect(namesWith(await run(brokenTarget.folder), 'failed')).toContain('R-2.1-04');
});
