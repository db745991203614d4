import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { buildDocs, buildMarkdown, forBrowsers, writeDocs } from './docs/build-docs.ts';
import { packLanguages } from './pack-languages.ts';
import { runCommand } from './run-command.ts';
import { createSbom } from './sbom.ts';

const help = `npm run build [-- widget|dashboard|docs|sbom]

Writes to dist/ what the service serves and does not build itself: the chat widget (dist/embed), the dashboard's pages (dist/dashboard) and the documentation of the contract (dist/docs); and a list of the packages of a
production install with versions, licences and hashes (dist/sbom.json, CycloneDX). All of them without an argument.

  --help    show this`;

const root = dirname(import.meta.dirname);

const widgetFolder = join(root, 'dist', 'embed');

const shared: BuildOptions = { ...forBrowsers, absWorkingDir: root };

/**
 * Bundles the embed script, and the script of an open chat that it loads, whose hash it has. dist/ is not committed: a
 * locked esbuild makes the same bytes again.
 */
async function buildWidget(): Promise<void> {
  const chat = join(widgetFolder, 'chat.js');
  await build({
    ...shared,
    entryPoints: ['server/embed/widget/browser/chat.ts'],
    outfile: chat,
    format: 'esm',
    plugins: [packLanguages(['chat', 'shop'])],
  });
  const bytes = readFileSync(chat);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  await build({
    ...shared,
    entryPoints: ['server/embed/widget/browser/chatbot.ts'],
    outfile: join(widgetFolder, 'chatbot.js'),
    format: 'iife',
    plugins: [packLanguages(['panel'])],
    define: { chatFile: JSON.stringify(`chat.${hash}.js`), chatIntegrity: JSON.stringify(integrity) },
  });
}

/** Bundles the dashboard's pages. The names of the assets hold their hash: browsers keep them for good. */
async function buildDashboard(): Promise<void> {
  const folder = join(root, 'dist', 'dashboard');
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    ...shared,
    entryPoints: ['server/dashboard/browser/app.tsx', 'server/dashboard/browser/app.css'],
    outdir: join(folder, 'assets'),
    entryNames: 'dashboard-[hash]',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    metafile: true,
  });
  const assets = Object.keys(metafile.outputs).map((path) => `/dashboard/assets/${basename(path)}`);
  const icon = readFileSync(join(root, 'scripts', 'docs', 'assets', 'icon.svg'));
  writeFileSync(join(folder, 'index.html'), dashboardPage(assets, icon));
  await buildPreview(folder);
}

/** Bundles the widget for the preview's frame. A classic script: the frame's origin is opaque, and modules need CORS. */
async function buildPreview(folder: string): Promise<void> {
  const { metafile } = await build({
    ...shared,
    entryPoints: ['server/embed/widget/browser/preview.ts'],
    outdir: join(folder, 'assets'),
    entryNames: 'preview-[hash]',
    format: 'iife',
    metafile: true,
  });
  const [script = ''] = Object.keys(metafile.outputs).map((path) => `/dashboard/assets/${basename(path)}`);
  writeFileSync(
    join(folder, 'preview.html'),
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Preview</title><script src="${script}" defer></script></head><body></body></html>
`,
  );
}

function dashboardPage(assets: readonly string[], icon: Buffer): string {
  const tags = assets.map((path) =>
    path.endsWith('.css')
      ? `<link rel="stylesheet" href="${path}">`
      : `<script type="module" src="${path}"></script>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Dashboard</title>
<link rel="icon" href="data:image/svg+xml;base64,${icon.toString('base64')}">
${tags.join('\n')}
</head><body><div id="app"></div><noscript>The dashboard needs JavaScript.</noscript></body></html>
`;
}

function writeSbom(): void {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist', 'sbom.json'), createSbom());
}

const parts: Readonly<Record<string, () => void | Promise<void>>> = {
  widget: buildWidget,
  dashboard: buildDashboard,
  docs: () => {
    for (const make of [buildDocs, buildMarkdown])
      writeDocs(make(join(root, 'spec')), join(root, 'dist', 'docs'));
  },
  sbom: writeSbom,
};

await runCommand({ name: 'build', help, options: {}, allowPositionals: true }, async ({ positionals }) => {
  const unknown = positionals.filter((name) => parts[name] === undefined);
  if (unknown.length > 0) throw new Error(`unknown argument ${unknown.join(', ')}\n\n${help}`);
  const names = positionals.length === 0 ? Object.keys(parts) : positionals;
  for (const name of names) await parts[name]?.();
  console.log(`built ${names.join(', ')} in dist/`);
});
