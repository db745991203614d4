import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = dirname(import.meta.dirname);
const folder = mkdtempSync(join(tmpdir(), 'lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** Runs a tool over a project of the files that the tests wrote, with our configuration. Returns its lines. */
function run(command: string, args: readonly string[]): string[] {
  const { stdout } = spawnSync(join(root, 'node_modules', '.bin', command), args, {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout.split('\n');
}

const rejected = [
  ['conformance/a1.ts', 'server/support/clock.ts'],
  ['conformance/checks/agents/a2.ts', 'scripts/generate.ts'],
  ['server/http/a3.ts', 'conformance/check.ts'],
  ['server/services/a4.ts', 'scripts/generate.ts'],
  ['server/db/a5.ts', 'server/services/agents.ts'],
  ['server/services/a6.ts', 'server/http/api.ts'],
  ['server/models/a7.ts', 'server/tools/types.ts'],
  ['server/http/a8.ts', 'server/mcp/router.ts'],
  ['server/support/a9.ts', 'server/config/config.ts'],
  ['conformance/checks/a10.ts', 'conformance/runner/plan.ts'],
  ['conformance/client/a11.ts', 'conformance/checks/agents/list.ts'],
] as const;

const allowed = [
  ['conformance/b1.ts', 'generated/events.ts'],
  ['server/http/b2.ts', 'generated/events.ts'],
  ['server/http/b3.ts', 'server/services/agents.ts'],
  ['server/mcp/b4.ts', 'server/http/json-body.ts'],
  ['conformance/runner/b5.ts', 'conformance/checks/all-checks.ts'],
  ['scripts/bench/b6.ts', 'server/db/write.ts'],
] as const;

describe('the layers', () => {
  let lines: readonly string[];
  beforeAll(() => {
    for (const name of ['scripts/layers.config.mjs', 'tsconfig.json']) {
      copyFileSync(join(root, name), join(folder, basename(name)));
    }
    for (const [file, imported] of [...rejected, ...allowed]) {
      write(imported, 'export const a = 1;\n');
      write(file, `export { a } from '${'../'.repeat(file.split('/').length - 1)}${imported}';\n`);
    }
    write('server/chat/c1.ts', "export { a } from './c2.ts';\n");
    write('server/chat/c2.ts', "export { a } from './c1.ts';\n");
    lines = run('depcruise', [
      '--config',
      'layers.config.mjs',
      'generated',
      'server',
      'conformance',
      'scripts',
    ]);
  });
  const errorsOf = (file: string): string[] => lines.filter((line) => line.includes(`: ${file} →`));

  it.each(rejected)('reject that %s imports %s', (file, imported) => {
    expect(errorsOf(file).join()).toMatch(new RegExp(`error .*(?:-imports|-layer): ${file} → ${imported}`));
  });

  it.each(allowed)('allow that %s imports %s', (file) => {
    expect(errorsOf(file)).toEqual([]);
  });

  it('reject two files that import each other', () => {
    expect(errorsOf('server/chat/c1.ts').join()).toContain('no-cycle');
  });
});

describe('the global `process`', () => {
  const onlyMain = 'Only server/main.ts and the command lines';
  const files = [
    ['server/services/p.ts', onlyMain],
    ['server/main.ts', 'nothing'],
    ['server/commands/run.ts', 'nothing'],
    ['conformance/cli.ts', 'nothing'],
    ['conformance/p.ts', onlyMain],
  ] as const;
  let lines: readonly string[];
  beforeAll(() => {
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const [file] of files) write(file, 'export const port = process.env;\n');
    lines = run('oxlint', ['--format', 'unix', ...files.map(([file]) => file)]);
  });

  it.each(files)('in %s gives: %s', (file, report) => {
    const found = lines.filter((line) => line.startsWith(file)).join();
    if (report === 'nothing') expect(found).toBe('');
    else expect(found).toContain(report);
  });
});
