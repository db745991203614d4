import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateFiles, headLine } from './generated-files.ts';
import { hashSpec } from './tables.ts';

const root = dirname(dirname(import.meta.dirname));
let copy = '';

/** Runs the copy's generator as npm would. */
function run(...args: string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  return spawnSync(process.execPath, ['scripts/generate.ts', ...args], { cwd: copy, encoding: 'utf8' });
}

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'generate-'));
  for (const folder of [
    'spec',
    'scripts/contract',
    'scripts/contract-diff',
    'scripts/generate',
    'generated',
    'package.json',
    'scripts/generate.ts',
    'scripts/run-command.ts',
  ]) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterEach(() => rmSync(copy, { recursive: true }));

// The gate of drift compares what one run writes with what is committed.
describe('generateFiles', { tags: ['nightly'] }, () => {
  it('writes equal texts in two runs, each with the line that names its source', async () => {
    const first = await generateFiles(join(copy, 'spec'));
    expect(await generateFiles(join(copy, 'spec'))).toEqual(first);
    expect([...first].filter(([, text]) => !text.slice(0, 200).includes(headLine))).toEqual([]);
  });
});

describe('hashSpec', () => {
  it('changes with any file of the contract', () => {
    const before = hashSpec(join(copy, 'spec'));
    appendFileSync(join(copy, 'spec', 'decisions', '0001-create-status.md'), '\n');
    expect(hashSpec(join(copy, 'spec'))).not.toEqual(before);
  });

  it('names the contract: documents of the dashboard, guides and excuses do not change it', () => {
    const before = hashSpec(join(copy, 'spec'));
    for (const file of ['dashboard.yaml', 'README.md', 'lint-excuses.yaml'])
      appendFileSync(join(copy, 'spec', file), '\n');
    expect(hashSpec(join(copy, 'spec'))).toEqual(before);
    appendFileSync(join(copy, 'spec', 'openapi.yaml'), '\n');
    expect(hashSpec(join(copy, 'spec'))).not.toEqual(before);
  });
});

describe('npm run generate', { tags: ['nightly'] }, () => {
  it('--check reports stale, missing and extra files and the cure, which repairs them', () => {
    appendFileSync(join(copy, 'generated', 'plans.ts'), '\n');
    rmSync(join(copy, 'generated', 'events.ts'));
    writeFileSync(join(copy, 'generated', 'old.ts'), '');
    const drifted = run('--check');
    expect(drifted.status).toBe(1);
    expect(drifted.stderr).toBe(
      'stale: generated/plans.ts\nmissing: generated/events.ts\nextra: generated/old.ts\nCure: npm run generate\n',
    );
    expect(run().stdout).toMatch(/, 2 written, 1 removed\n$/);
  });

  it('reports a broken contract in one line and leaves generated/ unchanged', () => {
    const file = join(copy, 'spec', 'openapi.yaml');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('./schemas/agent-list.yaml', './schemas/gone.yaml'),
    );
    expect(run()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^generate: \S+gone\.yaml does not exist\n$/),
    });
  });

  it('prints help for --help and rejects an unknown option', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--check') });
    expect(run('--chekc')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Unknown option '--chekc'"),
    });
  });
});
