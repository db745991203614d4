import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = dirname(import.meta.dirname);

function run(command: string, ...args: readonly string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, command), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

describe.each(['scripts/test.ts', 'scripts/check-contract.ts'])('%s', (command) => {
  it('prints its help and starts nothing for --help', () => {
    const { code, out, err } = run(command, '--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Exit code 0:');
  });

  it('exits with 2 and one line for an unknown argument', () => {
    const { code, out, err } = run(command, '--unknown');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^.*'--unknown'.*\n$/);
  });
});

it('contract:diff names the file and the line of invalid YAML in one line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'commands-'));
  try {
    cpSync(join(root, 'spec', 'released', '1.0.0'), folder, { recursive: true });
    writeFileSync(join(folder, 'schemas', 'agent.yaml'), 'title: Agent\nproperties: [\n');
    const { code, out, err } = run('scripts/contract-diff.ts', folder);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^contract:diff: .*schemas\/agent\.yaml:\d: .+\n$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
