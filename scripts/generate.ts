import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles } from './contract/files.ts';
import { generateFiles } from './generate/generated-files.ts';
import { runCommand } from './run-command.ts';

const help = `npm run generate [-- --check]

Derives generated/ from spec/: types, events, operations, plans, requirements, bundled documents and validators.

  --check   write nothing; exit 1 when a file is stale, missing or extra, and name it
  --help    show this`;

const root = dirname(import.meta.dirname);
const folder = join(root, 'generated');

/** How generated/ differs from the wanted files; each list has file names, sorted. */
interface Drift {
  readonly stale: readonly string[];
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

function compareFiles(wanted: ReadonlyMap<string, string>): Drift {
  const names = [...wanted.keys()].toSorted();
  const missing = names.filter((name) => !existsSync(join(folder, name)));
  const stale = names.filter(
    (name) => !missing.includes(name) && readFileSync(join(folder, name), 'utf8') !== wanted.get(name),
  );
  const extra = listFiles(folder).filter((name) => !wanted.has(name));
  return { stale, missing, extra };
}

function writeFiles(wanted: ReadonlyMap<string, string>, { stale, missing, extra }: Drift): void {
  mkdirSync(folder, { recursive: true });
  for (const name of extra) rmSync(join(folder, name));
  for (const name of [...stale, ...missing]) writeFileSync(join(folder, name), wanted.get(name) ?? '');
  const changed = stale.length + missing.length;
  console.log(`generated/: ${wanted.size} files, ${changed} written, ${extra.length} removed`);
}

await runCommand({ name: 'generate', help, options: { check: { type: 'boolean' } } }, async ({ values }) => {
  const wanted = await generateFiles(join(root, 'spec'));
  const drift = compareFiles(wanted);
  if (!values.check) {
    writeFiles(wanted, drift);
    return 0;
  }
  const lines = (['stale', 'missing', 'extra'] as const).flatMap((kind) =>
    drift[kind].map((name) => `${kind}: generated/${name}`),
  );
  if (lines.length === 0) console.log(`generated/: ${wanted.size} files, up to date with spec/`);
  else console.error(`${lines.join('\n')}\nCure: npm run generate`);
  return lines.length === 0 ? 0 : 1;
});
