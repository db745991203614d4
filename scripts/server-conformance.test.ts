import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { decodeHTML } from 'entities';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserPath } from '../server/testing/browser.ts';
import { startChild, type StartedChild } from '../server/testing/child-process.ts';
import { longDatabaseDeadline } from '../server/testing/database.ts';
import { hasProgram } from '../server/testing/programs.ts';
import { runCli } from '../conformance/testing/run-cli.ts';
import { indexPage } from './docs/index-page.ts';
import { readDocsSource } from './docs/source.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'service-'));
const dataDir = join(folder, 'data');
const command = fileURLToPath(new URL('../server/cli.ts', import.meta.url));
const spec = fileURLToPath(new URL('../spec', import.meta.url));
let server: StartedChild | undefined;

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the server as `npm start` does, on free ports, and waits for connection.json. */
async function startServer(): Promise<void> {
  const ports = { PORT: '0', HTTP_PORT: '0', DRAIN_SECONDS: '1', ...longDatabaseDeadline };
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...ports };
  server = startChild([process.execPath, command, 'serve', '--demo'], { env });
  await server.until(async () => existsSync(join(dataDir, 'connection.json')));
}

/** The first command of a page, as a browser shows it. */
function commandOn(page: string): string {
  return decodeHTML(/<pre tabindex="0" aria-label="Command">([^<]*)<\/pre>/.exec(page)?.[1] ?? '');
}

beforeAll(startServer);

it.runIf(hasProgram('curl'))(
  'the command on the first page of the docs gets a reply when pasted into a shell',
  async () => {
    const pasted = commandOn(indexPage(readDocsSource(spec)).body.html);
    const { stdout } = await run('sh', ['-c', `${pasted} --silent --show-error`], { cwd: folder });
    expect(stdout).toContain('"type":"tool_use"');
    expect(stdout).toContain('Rain Jacket');
    expect(stdout).toMatch(/data: \{"type":"end","conversation_id":"[^"]+"\}\n\n$/);
  },
);

it('the server passes every check of the conformance suite over TLS', async () => {
  const args = ['--profile', 'reference', '--seed', '20261121'];
  const browser = browserPath(process.env);
  // Without a browser two clauses of the embed script stay untested.
  const { exitCode, stdout, stderr } = await (browser === undefined
    ? runCli(args, { DATA_DIR: dataDir })
    : runCli([...args, '--require-complete'], { DATA_DIR: dataDir, CHROMIUM_PATH: browser }));
  expect(exitCode, stdout + stderr).toBe(0);
});
