import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const stalledExitCode = 42;
const program = fileURLToPath(new URL('../testing/stand-still.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'watchdog-'));

it('logs the stack in which the event loop stands still, and ends the process', async () => {
  const child = spawn(process.execPath, [program], { stdio: 'pipe' });
  const [log, [, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the event loop stands still',
    'the event loop still stands still: the process ends',
  ]);
  expect(lines[0].stack[0]).toMatch(/^standStill \(file:.*stand-still\.ts:\d+\)$/);
  expect(signal).toBe('SIGKILL');
});

it('lets a process go on whose event loop moves again, and reports the stall', async () => {
  const path = join(folder, 'log');
  const child = spawn(process.execPath, [program, path], {
    stdio: ['ignore', 'ignore', openSync(path, 'a')],
  });
  expect(await once(child, 'exit')).toEqual([stalledExitCode, null]);
  expect(readFileSync(path, 'utf8')).toContain('standStill');
  rmSync(folder, { recursive: true });
});
