import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = dirname(import.meta.dirname);
let folder = '';

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** The output of a tool of node_modules/.bin in the folder of the fixture. */
function run(tool: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', tool), args, {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'layers-'));
  for (const name of ['.oxlintrc.json', 'tsconfig.json']) cpSync(join(root, name), join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('scripts/layers.mjs', () => {
  const forbidden: [from: string, to: string][] = [
    ['conformance/a.ts', 'server/errors.ts'],
    ['conformance/checks/agents/a.ts', 'server/support/clock.ts'],
    ['conformance/b.ts', 'scripts/c.ts'],
    ['server/services/a.ts', 'conformance/checks/c.ts'],
    ['server/http/operations/a.ts', 'scripts/generate/c.ts'],
    ['server/db/a.ts', 'server/services/c.ts'],
    ['server/auth/a.ts', 'server/catalog/c.ts'],
  ];
  const allowed: [from: string, to: string][] = [
    ['conformance/d.ts', 'generated/events.ts'],
    ['conformance/mutants/defects/d.ts', 'conformance/mutants/server/handle.ts'],
    ['server/http/d.ts', 'generated/operations.ts'],
    ['server/services/d.ts', 'server/db/e.ts'],
    ['scripts/bench/d.ts', 'server/db/f.ts'],
  ];
  let report = '';

  beforeAll(() => {
    for (const [from, to] of [...forbidden, ...allowed]) {
      write(to, 'export const value = 1;\n');
      const path = relative(dirname(from), to);
      write(from, `export { value } from '${path.startsWith('.') ? path : `./${path}`}';\n`);
    }
    const folders = ['generated', 'server', 'conformance', 'scripts'];
    report = run('depcruise', '--config', join(root, 'scripts', 'layers.mjs'), ...folders);
  });

  it.each(forbidden)('rejects that %s imports %s', (from, to) => {
    expect(report).toContain(`${from} → ${to}`);
  });

  it.each(allowed)('allows that %s imports %s', (from, to) => {
    expect(report).toContain('modules');
    expect(report).not.toContain(`${from} → ${to}`);
  });
});

describe('the lint rule about the process', () => {
  it.each([
    ['server/services/a.ts', 'Only server/main.ts and the command lines'],
    ['server/main.ts', 'Found 0 warnings and 0 errors'],
    ['server/commands/run.ts', 'Found 0 warnings and 0 errors'],
    ['conformance/cli.ts', 'Found 0 warnings and 0 errors'],
    ['conformance/client.ts', 'Only server/main.ts and the command lines'],
  ])('reports for %s: %s', (file, want) => {
    write(file, 'export const port = process.env;\n');
    expect(run('oxlint', file)).toContain(want);
  });
});
