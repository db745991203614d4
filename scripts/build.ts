import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { buildDocs } from './docs/build-docs.ts';
import { createSbom } from './sbom.ts';

const help = `npm run build [-- widget|docs|sbom]

Writes to dist/ what the service serves and does not build itself: the chat widget (dist/embed/chatbot.js) and the
documentation of the contract (dist/docs); and a list of the packages of a production install with versions, licences and
hashes (dist/sbom.json, CycloneDX). All of them without an argument.

  --help    show this`;

const root = dirname(import.meta.dirname);

/** Bundles the embed script. dist/ is not committed: a locked esbuild makes the same bytes again. */
async function buildWidget(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['server/embed/widget/browser/chatbot.ts'],
    outfile: 'dist/embed/chatbot.js',
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  });
}

function writeDocs(): void {
  const folder = join(root, 'dist', 'docs');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of buildDocs(join(root, 'spec'))) writeFileSync(join(folder, name), text);
}

function writeSbom(): void {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist', 'sbom.json'), createSbom());
}

const parts: Readonly<Record<string, () => void | Promise<void>>> = {
  widget: buildWidget,
  docs: writeDocs,
  sbom: writeSbom,
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help) return console.log(help);
  const unknown = positionals.filter((name) => parts[name] === undefined);
  if (unknown.length > 0) throw new Error(`unknown argument ${unknown.join(', ')}\n\n${help}`);
  const names = positionals.length === 0 ? Object.keys(parts) : positionals;
  for (const name of names) await parts[name]?.();
  console.log(`built ${names.join(', ')} in dist/`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
