import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const name = 'agent-conformance';
const launcher = `${name}.mjs`;

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
}

/** The package of a module specifier: `@scope/name/path` is `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Bundles the command and its suite file; returns the packages that they import. */
async function compile(directory: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { cli: 'conformance/cli.ts', 'vitest-suite': 'conformance/runner/vitest-suite.ts' },
    outdir: directory,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    metafile: true,
    logLevel: 'warning',
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const external = imports.filter((one) => one.external && !one.path.startsWith('node:'));
  return [...new Set(external.map((one) => packageOf(one.path)))].toSorted();
}

function manifestOf(packages: readonly string[]): object {
  const { version, license, engines, dependencies, devDependencies } = readManifest();
  const versions: Readonly<Record<string, string>> = { ...devDependencies, ...dependencies };
  const needed = packages.map((one) => {
    if (versions[one] === undefined) throw new Error(`${one} is imported, but not in package.json`);
    return [one, versions[one]];
  });
  return {
    name,
    version,
    description: 'Tests any deployment of the Conversational Agent Service API, requirement by requirement.',
    license,
    type: 'module',
    bin: { [name]: `./${launcher}` },
    engines,
    dependencies: Object.fromEntries(needed) as Record<string, string>,
  };
}

/** Builds the tarball that third parties install, without code of the server; returns its path. */
export async function packConformance(outDirectory: string): Promise<string> {
  const staging = join(outDirectory, `${name}-package`);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  const packages = await compile(staging);
  copyFileSync(join(root, 'conformance', launcher), join(staging, launcher));
  chmodSync(join(staging, launcher), 0o755);
  writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifestOf(packages), null, 2)}\n`);
  copyFileSync(join(root, 'conformance/README.md'), join(staging, 'README.md'));
  const options = ['pack', '--json', '--pack-destination', outDirectory];
  const output = execFileSync('npm', options, {
    cwd: staging,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  rmSync(staging, { recursive: true });
  // npm prints a list, or since version 11 an object by package name.
  const parsed = JSON.parse(output) as Readonly<Record<string, { readonly filename: string }>>;
  const [packed] = Object.values(parsed);
  if (packed === undefined) throw new Error('npm packed nothing');
  return join(outDirectory, packed.filename);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outDirectory = resolve(root, 'dist');
  mkdirSync(outDirectory, { recursive: true });
  console.log(await packConformance(outDirectory));
}
