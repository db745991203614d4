import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDocs } from './docs/build-docs.ts';

const help = `npm run docs [-- --quiet]

Writes what a reviewing team reads, as static pages, to dist/docs: the API and event references, requirements and decisions.

  --quiet   print nothing
  --help    show this`;

const root = dirname(import.meta.dirname);
const folder = join(root, 'dist', 'docs');

function main(): void {
  const { values } = parseArgs({ options: { quiet: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(help);
  const files = buildDocs(join(root, 'spec'));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  if (!values.quiet) console.log(`dist/docs: ${files.size} files; open dist/docs/index.html`);
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
