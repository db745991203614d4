import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEvents } from '../server/testing/read-events.ts';
import { createTlsFetch } from '../server/testing/tls-fetch.ts';
import { isServiceReady, startChild, type StartedChild } from '../server/testing/child-process.ts';
import { isProduction, packageNameOf, readLockfile } from './lockfile.ts';
import { createSbom } from './sbom.ts';
import { freePort } from '../server/testing/free-port.ts';
import { hasProgram } from '../server/testing/programs.ts';

const root = dirname(import.meta.dirname);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const locked = Object.entries(readLockfile(join(root, 'package-lock.json')).packages).filter(
  ([path]) => path !== '',
);
const production = locked.filter(([, entry]) => isProduction(entry));

describe('install scripts', () => {
  // npm runs node-gyp for a package with a binding.gyp, and its lockfile does not say so.
  const compiled = (path: string): boolean => existsSync(join(root, path, 'binding.gyp'));

  it('are denied for every package that has one', () => {
    const scripted = locked.filter(
      ([path, { hasInstallScript }]) => hasInstallScript === true || compiled(path),
    );
    const names = new Set(scripted.map(([path]) => packageNameOf(path)));
    expect(manifest.allowScripts).toEqual(Object.fromEntries([...names].map((name) => [name, false])));
  });

  it('are in no production package, but for the sources of better-sqlite3, which brings its binaries', () => {
    expect(production.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
    expect(production.filter(([path]) => compiled(path)).map(([path]) => path)).toEqual([
      'node_modules/better-sqlite3',
    ]);
  });
});

it('dist/sbom.json lists every production package with its version and hash, and no development package', () => {
  const sbom: { components: { name: string; version: string; hashes?: unknown[] }[] } =
    JSON.parse(createSbom());
  const listed = sbom.components.map(({ name, version }) => `${name} ${version}`);
  const expected = production.map(([path, { version }]) => `${packageNameOf(path)} ${version}`);
  expect(listed.toSorted()).toEqual([...new Set(expected)].toSorted());
  expect(sbom.components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
});

/** System calls that open a connection or send a datagram. */
const tracedCalls = 'trace=connect,sendto,sendmsg,sendmmsg';

/** Runs a command under strace, which writes its network calls to `file`. The child's pid is the command's own. */
function trace(file: string, command: readonly string[], options: object): StartedChild {
  const args = ['-D', '-f', '-qq', '--seccomp-bpf', '-e', tracedCalls, '-o', file, '--', ...command];
  return startChild(['strace', ...args], options);
}

/** The traced calls to another machine, or to a DNS server, which may be local. */
function outgoingCalls(file: string): string[] {
  const calls = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /sa_family=AF_INET6?\b/.test(line));
  const isLocal = (line: string): boolean =>
    /inet_addr\("127\.|"::1"/.test(line) && !line.includes('htons(53)');
  return calls.filter((line) => !isLocal(line));
}

const straceInstalled = hasProgram('strace');
const folder = mkdtempSync(join(tmpdir(), 'production-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The command of README.md. */
function installCommand(): string[] {
  const line = /^\$ (npm ci .*?)\s+#/m.exec(readFileSync(join(root, 'README.md'), 'utf8'));
  return line?.[1]?.split(' ') ?? [];
}

it('the install command of README.md runs no install script of better-sqlite3', async () => {
  const install = join(folder, 'install');
  mkdirSync(install);
  const dependencies = { 'better-sqlite3': manifest.dependencies['better-sqlite3'] };
  const kept = production.filter(([path]) => /\/(better-sqlite3|node-addon-api)$/.test(path));
  const packages = { '': { dependencies }, ...Object.fromEntries(kept) };
  writeFileSync(join(install, 'package.json'), JSON.stringify({ dependencies }));
  writeFileSync(join(install, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  const [npm = '', ...args] = installCommand();
  await promisify(execFile)(npm, [...args, '--prefer-offline'], { cwd: install });
  const installed = join(install, 'node_modules', 'better-sqlite3');
  expect(existsSync(join(installed, 'prebuilds'))).toBe(true);
  expect(existsSync(join(installed, 'build'))).toBe(false);
});

describe('the service with the production packages alone', () => {
  const project = join(folder, 'project');
  // Node resolves packages from the links, so it cannot find a development package.
  const command = [
    process.execPath,
    '--preserve-symlinks',
    '--preserve-symlinks-main',
    join(project, 'server', 'agent-service.mjs'),
  ];
  const traceFile = join(folder, 'trace');

  beforeAll(() => {
    const direct = production
      .map(([path]) => path)
      .filter((path) => path.split('node_modules/').length === 2);
    const installed = direct.filter((path) => existsSync(join(root, path)));
    for (const path of ['package.json', 'generated', 'server', 'dist', ...installed]) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      symlinkSync(join(root, path), join(project, path));
    }
  });

  it.skipIf(!straceInstalled)('contacts no other machine and no DNS server', async () => {
    const [port, httpPort] = [await freePort(), await freePort()];
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      MODEL_FALLBACK: 'built-in',
      LOG_LEVEL: 'error',
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      HTTP_PORT: String(httpPort),
    };
    const [node = '', ...cli] = command;
    const args = [...cli, 'stores', 'create', '--name', 'Shop', '--plan', 'pro', '--json'];
    const { stdout } = await promisify(execFile)(node, args, { env });
    const child = trace(traceFile, [...command, 'serve'], { env, cwd: project });
    try {
      await child.until(() => isServiceReady(`https://localhost:${port}`));
      await useEverything(`https://localhost:${port}`, JSON.parse(stdout).api_key.key);
    } finally {
      await child.stop();
    }
    expect(await child.stop()).toBe(0);
    expect(outgoingCalls(traceFile)).toEqual([]);
  });

  /** A request to each part of the service. */
  async function useEverything(url: string, key: string): Promise<void> {
    const client = createTlsFetch(url, readFileSync(join(folder, 'data', 'tls', 'ca.pem'), 'utf8'));
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' };
    const config = { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' };
    const agent = { name: 'Guide', type: 'customer_support', config };
    const created = await client.fetch('/api/agents', { headers, body: agent });
    const { id } = (await created.json()) as { id: string };
    const chat = { agent_id: id, message: 'What can you do?' };
    const events = await allEvents(await client.fetch('/api/agents/chat/stream', { headers, body: chat }));
    expect(events.at(-1)?.type).toBe('end');
    const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const [path, body] of [['/api/agents'], ['/embed/chatbot.js'], ['/mcp', tools]] as const) {
      const response = await client.fetch(path, body === undefined ? { headers } : { headers, body });
      expect([path, response.status]).toEqual([path, 200]);
      await response.text();
    }
    client.close();
  }
});

it.skipIf(!straceInstalled)('a connection to another machine and a DNS look-up would be seen', async () => {
  const file = join(folder, 'control');
  const connects =
    "require('node:net').connect(9, '192.0.2.1').on('error', () => {}).setTimeout(1, function () { this.destroy(); });";
  const looksUp = "require('node:dns').lookup('agents.example', () => process.exit());";
  for (const [code, seen] of [
    [connects, '192.0.2.1'],
    [looksUp, 'htons(53)'],
  ] as const) {
    await once(trace(file, [process.execPath, '-e', code], {}).process, 'exit');
    expect(outgoingCalls(file).join('\n')).toContain(seen);
  }
});
