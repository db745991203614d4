import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { maximal } from '../conformance/mutants/conforming/maximal.ts';
import { runProgram } from '../conformance/testing/run-cli.ts';
import { startTarget } from '../conformance/testing/start-target.ts';
import { packConformance } from './pack-conformance.ts';

const folder = await mkdtemp(join(tmpdir(), 'conformance-pack-'));
const target = await startTarget(maximal);
afterAll(() => Promise.all([target.close(), rm(folder, { recursive: true })]));

it('the tarball installs into an empty folder without packages of the server, and its command tests a server', async () => {
  const tarball = await packConformance(folder);
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const options = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball];
  await promisify(execFile)('npm', options, { cwd: folder });
  const installed = await readdir(join(folder, 'node_modules'));
  const ofTheServer = ['express', 'knex', 'better-sqlite3', 'pg', 'ai', 'pino'];
  expect(installed.filter((name) => ofTheServer.includes(name))).toEqual([]);
  const command = join(folder, 'node_modules/.bin/agent-conformance');
  const args = ['--only', 'agents/create-and-list,agents/keeps-numbers,embed/script,mcp/client'];
  const { exitCode, stdout, stderr } = await runProgram(command, args, { DATA_DIR: target.folder });
  expect(stderr).not.toContain('agent-conformance:');
  expect(stdout).toContain('Nothing stated or derived is violated');
  expect(exitCode).toBe(0);
}, 120_000);
