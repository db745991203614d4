import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = dirname(import.meta.dirname);
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function run(command: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', command), args, {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

/** What dependency-cruiser reports, under our layers, about a project of one file that imports another. */
function importFrom(file: string, imported: string): string {
  cpSync(join(root, 'scripts', 'layers.config.mjs'), join(folder, 'layers.config.mjs'));
  cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  write(imported, 'export const a = 1;\n');
  const path = `${'../'.repeat(file.split('/').length - 1)}${imported}`;
  write(file, `export { a } from '${path}';\n`);
  return run('depcruise', ['--config', 'layers.config.mjs', file.split('/')[0] ?? '']);
}

describe('the layers', () => {
  it.each([
    ['conformance/a.ts', 'server/support/clock.ts'],
    ['conformance/checks/agents/a.ts', 'scripts/generate.ts'],
    ['server/http/a.ts', 'conformance/check.ts'],
    ['server/services/a.ts', 'scripts/generate.ts'],
    ['server/db/a.ts', 'server/services/agents.ts'],
    ['server/services/a.ts', 'server/http/api.ts'],
    ['server/models/a.ts', 'server/tools/types.ts'],
    ['server/http/a.ts', 'server/mcp/router.ts'],
    ['server/support/a.ts', 'server/config/config.ts'],
    ['conformance/checks/a.ts', 'conformance/runner/plan.ts'],
    ['conformance/client/a.ts', 'conformance/checks/agents/list.ts'],
  ])('reject that %s imports %s', (file, imported) => {
    expect(importFrom(file, imported)).toMatch(/error .*(?:-imports|-layer)/);
  });

  it.each([
    ['conformance/a.ts', 'generated/events.ts'],
    ['server/http/a.ts', 'generated/events.ts'],
    ['server/http/a.ts', 'server/services/agents.ts'],
    ['server/mcp/a.ts', 'server/http/json-body.ts'],
    ['conformance/runner/a.ts', 'conformance/checks/all-checks.ts'],
    ['scripts/bench/a.ts', 'server/db/write.ts'],
  ])('allow that %s imports %s', (file, imported) => {
    expect(importFrom(file, imported)).toContain('no dependency violations found');
  });

  it('reject two files that import each other', () => {
    importFrom('server/db/a.ts', 'server/db/b.ts');
    write('server/db/b.ts', "export { a } from './a.ts';\n");
    expect(run('depcruise', ['--config', 'layers.config.mjs', 'server'])).toContain('no-cycle');
  });
});

describe('the global `process`', () => {
  it.each([
    ['server/services/a.ts', 'Only server/main.ts and the command lines'],
    ['server/main.ts', 'Found 0 warnings and 0 errors'],
    ['server/commands/run.ts', 'Found 0 warnings and 0 errors'],
    ['conformance/cli.ts', 'Found 0 warnings and 0 errors'],
    ['conformance/client.ts', 'Only server/main.ts and the command lines'],
  ])('in %s gives: %s', (file, report) => {
    cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    write(file, 'export const port = process.env;\n');
    expect(run('oxlint', [file])).toContain(report);
  });
});
