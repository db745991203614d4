import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { runChaos } from './chaos/run-chaos.ts';

// `server/chat/crash.test.ts` kills the service once in each run of the tests.
it(
  'three kills under load lose nothing that was acknowledged, and every restart is ready',
  { tags: ['nightly'] },
  async ({ signal }) => {
    const kills: string[] = [];
    const onFault = (line: string): void => void kills.push(line);
    const result = await runChaos({ engine: 'sqlite', kills: 3, seed: 2026, signal, onFault });
    expect(result.violations).toEqual([]);
    expect(kills.map((line) => line.slice(0, 6))).toEqual(['kill 1', 'kill 2', 'kill 3']);
    expect(result.folder).toBeNull();
    // A run in which the kills interrupt nothing, or nothing is acknowledged, proves nothing.
    const { creates, messages, lists } = result.history;
    for (const attempts of [creates, messages, lists])
      expect(attempts.some(({ outcome }) => outcome.type === 'acknowledged')).toBe(true);
    const all = [...creates, ...messages, ...lists];
    expect(all.some(({ outcome }) => outcome.type === 'unknown')).toBe(true);
  },
);

it.each([
  ['--kills', '0'],
  ['--engine', 'oracle'],
  ['--sed', '1'],
  ['--nodes', '2'],
  ['--minutes', '1'],
])(
  'the command rejects %s %s in a few lines that name the option, with exit code 1',
  async (option, value) => {
    const { code, stderr } = await runCommand(option, value);
    expect(code).toBe(1);
    expect(stderr).toContain(option);
    expect(stderr).not.toMatch(/^\s+at /m);
  },
);

it('the command rejects options of one node beside --nodes 3', async () => {
  const { code, stderr } = await runCommand('--nodes', '3', '--kills', '5');
  expect(code).toBe(1);
  expect(stderr).toBe('chaos: --kills and --engine are for one node: leave them out with --nodes 3\n');
});

async function runCommand(...options: string[]): Promise<{ code: number; stderr: string }> {
  const run = promisify(execFile)(process.execPath, ['scripts/chaos.ts', ...options]);
  return run.then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
}
