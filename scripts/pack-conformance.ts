import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { configSchema } from '../conformance/command/config-file.ts';
import { reportSchema } from './report-schema.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const name = 'agent-conformance';
const launcher = `${name}.mjs`;
const documents = ['README.md', 'WRITING.md'];

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
}

/** The folders of the packages that a bundle has code of, each with the text of its licence. */
function licencesOf(inputs: readonly string[]): string {
  const folders = inputs.flatMap(
    (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  const texts = [...new Set(folders)].toSorted().map((folder) => {
    const path = resolve(root, folder);
    const file = readdirSync(path).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const { name: title, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly version: string;
    };
    if (file === undefined) throw new Error(`${title} is bundled, but has no file with its licence`);
    return `${title} ${version}\n\n${readFileSync(join(path, file), 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

/** Bundles the command and the tests for vitest with all that they import; returns the licences of that. */
async function compile(directory: string): Promise<string> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { cli: 'conformance/cli.ts', vitest: 'conformance/vitest.ts' },
    inject: ['conformance/node-20.mjs'],
    outdir: directory,
    bundle: true,
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['vitest'],
    // Packages in CommonJS, such as commander, require the modules of Node.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    metafile: true,
    logLevel: 'warning',
  });
  return licencesOf(Object.keys(metafile.inputs));
}

function manifest(): object {
  const { version, license, devDependencies } = readManifest();
  return {
    name,
    version,
    description: 'Tests any deployment of the Conversational Agent Service API, requirement by requirement.',
    license,
    type: 'module',
    bin: { [name]: `./${launcher}` },
    exports: {
      './vitest': { types: './vitest.d.ts', default: './vitest.js' },
      './conformance.config.schema.json': './conformance.config.schema.json',
      './report.schema.json': './report.schema.json',
    },
    engines: { node: '>=20' },
    peerDependencies: { vitest: `>=${devDependencies['vitest']?.replace(/\D*(\d+).*/, '$1') ?? ''}` },
    peerDependenciesMeta: { vitest: { optional: true } },
  };
}

const types = `/** Makes each clause a test of the vitest run that calls it; options as for the command. See README.md. */
export declare function testConformance(configFile?: string): void;
`;

function writeJson(path: string, content: object): void {
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}

/** Builds the tarball that third parties install: one package without dependencies; returns its path. */
export async function packConformance(outDirectory: string): Promise<string> {
  const staging = join(outDirectory, `${name}-package`);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, 'THIRD-PARTY-LICENSES.txt'), await compile(staging));
  copyFileSync(join(root, 'conformance', launcher), join(staging, launcher));
  chmodSync(join(staging, launcher), 0o755);
  writeJson(join(staging, 'package.json'), manifest());
  writeJson(join(staging, 'conformance.config.schema.json'), configSchema());
  writeJson(join(staging, 'report.schema.json'), reportSchema());
  writeFileSync(join(staging, 'vitest.d.ts'), types);
  for (const file of documents.filter((one) => existsSync(join(root, 'conformance', one))))
    copyFileSync(join(root, 'conformance', file), join(staging, file));
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
