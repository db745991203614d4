import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = dirname(import.meta.dirname);

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
}

const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const productionPackages = Object.fromEntries(
  Object.entries(lockfile.packages).filter(([path, { dev }]) => path !== '' && dev !== true),
);

it('the server imports only packages that npm ci --omit=dev installs', async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['server/cli.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outdir: 'unused',
    write: false,
    metafile: true,
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const names = imports
    .filter(({ external, path }) => external && !isBuiltin(path))
    .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
  expect(names).toContain('express');
  expect(names.filter((name) => productionPackages[`node_modules/${name}`] === undefined)).toEqual([]);
});

describe('scripts/bootstrap.mjs --serve', () => {
  let folder = '';

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  /** Without npm on the path: an attempt to install fails. */
  function bootstrap(...args: string[]): { readonly status: number | null; readonly stderr: string } {
    const command = [join(folder, 'scripts', 'bootstrap.mjs'), ...args];
    return spawnSync(process.execPath, command, { encoding: 'utf8', env: { PATH: folder } });
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
    for (const name of ['scripts/bootstrap.mjs', 'package-lock.json']) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      copyFileSync(join(root, name), join(folder, name));
    }
    write('node_modules/.package-lock.json', JSON.stringify({ packages: productionPackages }));
    write('dist/embed/chatbot.js', '');
    write('dist/dashboard/index.html', '');
    write('dist/docs/index.html', '');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('installs nothing where the production packages are installed and dist/ is built', () => {
    expect(bootstrap('--serve')).toMatchObject({ status: 0, stderr: '' });
  });

  it('installs where dist/ is not built, because the build needs development packages', () => {
    rmSync(join(folder, 'dist'), { recursive: true });
    expect(bootstrap('--serve')).toMatchObject({ status: 1, stderr: expect.stringContaining('Installing') });
  });

  it('installs where a production package has another version', () => {
    const packages = { ...productionPackages, 'node_modules/express': { version: '4.0.0' } };
    write('node_modules/.package-lock.json', JSON.stringify({ packages }));
    expect(bootstrap('--serve')).toMatchObject({ status: 1, stderr: expect.stringContaining('Installing') });
  });

  it.each([
    ['builds the docs again when they are of another contract', 'old', 'built docs'],
    ['leaves the docs that are of the same contract', 'new', ''],
  ])('%s', (_title, hash, output) => {
    write('node_modules/.package-lock.json', readFileSync(join(root, 'package-lock.json'), 'utf8'));
    write('scripts/build.ts', "console.error('built', ...process.argv.slice(2));");
    write('generated/spec-hash.json', 'new');
    write('dist/docs/spec-hash.json', hash);
    for (const part of ['embed/widget', 'dashboard'])
      mkdirSync(join(folder, 'server', part, 'browser'), { recursive: true });
    const { status, stderr } = bootstrap('--serve');
    expect([status, stderr.trim()]).toEqual([0, output]);
  });

  it('installs for a command that needs development packages', () => {
    expect(bootstrap()).toMatchObject({ status: 1, stderr: expect.stringContaining('Installing') });
  });
});
