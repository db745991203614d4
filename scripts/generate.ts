import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareFiles, describeDrift } from './generate/compare-files.ts';
import { generateFiles } from './generate/generated-files.ts';

const help = `npm run generate [-- --check]

Derives generated/ from spec/: types, events, operations, plans, requirements, bundled documents and validators.

  --check   write nothing; exit 1 when a file is stale, missing or extra, and name it
  --help    show this`;

const root = dirname(import.meta.dirname);
const folder = join(root, 'generated');

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const wanted = await generateFiles(join(root, 'spec'));
  const drift = compareFiles(folder, wanted);
  if (values.check) {
    if (describeDrift('generated', drift) === '') {
      console.log(`generated/: ${wanted.size} files, as spec/ has it`);
      return 0;
    }
    console.error(describeDrift('generated', drift));
    return 1;
  }
  mkdirSync(folder, { recursive: true });
  for (const name of drift.extra) rmSync(join(folder, name));
  for (const name of [...drift.stale, ...drift.missing])
    writeFileSync(join(folder, name), wanted.get(name) ?? '');
  const changed = drift.stale.length + drift.missing.length;
  console.log(`generated/: ${wanted.size} files, ${changed} written, ${drift.extra.length} removed`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
