import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { runCli } from '../conformance/testing/run-cli.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'service-'));
const command = fileURLToPath(new URL('../server/cli.ts', import.meta.url));
let server: ChildProcess | undefined;

afterAll(async () => {
  if (server?.exitCode === null) {
    const closed = once(server, 'close');
    server.kill('SIGTERM');
    await closed;
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the server as `npm start` does, on free ports, and waits until it says where it is. */
async function startServer(): Promise<void> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', HTTP_PORT: '0', DRAIN_SECONDS: '1' };
  const child = spawn(process.execPath, [command, 'serve', '--demo'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server = child;
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (existsSync(join(dataDir, 'connection.json'))) break;
  }
  if (child.exitCode !== null) throw new Error(`the server stopped: ${output}`);
}

it('the server holds every clause and every decision, as anybody sees it over TLS', async () => {
  await startServer();
  const args = ['--profile', 'reference', '--require-complete', '--seed', '20261121'];
  const { exitCode, stdout, stderr } = await runCli(args, { DATA_DIR: dataDir });
  expect(exitCode, stdout + stderr).toBe(0);
}, 240_000);
