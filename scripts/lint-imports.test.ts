import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = dirname(import.meta.dirname);
let folder = '';

/** The output of oxlint with our configuration for a file with this text at this path. */
function lint(file: string, text: string): string {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  return spawnSync(join(root, 'node_modules', '.bin', 'oxlint'), [file], { cwd: folder, encoding: 'utf8' })
    .stdout;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('imports between folders', () => {
  it.each<[file: string, from: string]>([
    ['conformance/a.ts', '../server/clock.ts'],
    ['conformance/checks/agents/a.ts', '../../../server/clock.ts'],
    ['conformance/a.ts', '../scripts/generate.ts'],
    ['server/a.ts', '../conformance/check.ts'],
    ['server/http/operations/a.ts', '../../../scripts/generate.ts'],
  ])('rejects in %s an import of %s and states the rule', (file, from) => {
    expect(lint(file, `export { a } from '${from}';\n`)).toContain('Imports go one way');
  });

  it.each<[file: string, from: string]>([
    ['conformance/a.ts', '../generated/events.ts'],
    ['conformance/mutants/a.ts', './server/handle.ts'],
    ['conformance/mutants/defects/a.ts', '../server/handle.ts'],
    ['server/http/a.ts', '../../generated/events.ts'],
    ['scripts/bench/a.ts', '../../server/clock.ts'],
  ])('allows that %s imports %s', (file, from) => {
    expect(lint(file, `export { a } from '${from}';\n`)).toContain('Found 0 warnings and 0 errors');
  });
});

describe('use of process', () => {
  it.each([
    ['server/services/a.ts', 'Only server/main.ts and the command lines'],
    ['server/main.ts', 'Found 0 warnings and 0 errors'],
    ['server/cli/run.ts', 'Found 0 warnings and 0 errors'],
    ['conformance/cli.ts', 'Found 0 warnings and 0 errors'],
    ['conformance/client.ts', 'Only server/main.ts and the command lines'],
  ])('in %s: %s', (file, want) => {
    expect(lint(file, 'export const port = process.env;\n')).toContain(want);
  });
});
