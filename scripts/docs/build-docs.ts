import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync, type BuildOptions } from 'esbuild';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import { listReleases } from '../contract-diff/check-release.ts';
import { apiPage } from './api-page.ts';
import { diffPage } from './diff-page.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { guidePage } from './guide-page.ts';
import { indexPage } from './index-page.ts';
import { layout, type Page } from './layout.ts';
import { requirementsPage } from './requirements-page.ts';
import { resultsPage } from './results-page.ts';
import { buildSearchIndex, textOf } from './search-index.ts';
import { type DocsSource, readDocsSource } from './source.ts';

/**
 * The library and the colours, which the demo shop has too, and what the pages add. Oat is 0.2 MB in node_modules, loads no
 * font, and has its rules in layers, so any other rule goes before them; Pico is 20 MB and has no layers.
 */
const styleFiles = [
  import.meta.resolve('@knadh/oat/oat.min.css'),
  import.meta.resolve('../../server/http/theme.css'),
  import.meta.resolve('./assets/docs.css'),
];

const generatedFolder = new URL('../../generated/', import.meta.url);
/** The documents for tools, as `npm run generate` has written them. */
const documents = [
  'openapi.json',
  'openapi.core.json',
  'openapi-3.2.json',
  'asyncapi.json',
  'asyncapi.core.json',
  // scripts/bootstrap.mjs builds the docs again when generated/ has another one.
  'spec-hash.json',
];

function readPages(source: DocsSource, specFolder: string): readonly Page[] {
  const guide = (name: string) => guidePage(`${name}.html`, join(specFolder, 'guides', `${name}.md`));
  return [
    ...[indexPage, apiPage, eventsPage, errorsPage, requirementsPage].map((make) => make(source)),
    guide('implementing'),
    guide('embedding'),
    resultsPage(source),
    guidePage('changelog.html', join(specFolder, 'CHANGELOG.md')),
    diffPage(specFolder),
  ];
}

/**
 * Every file of the documentation by name, for the contract in `specFolder`. They refer to no other address, and work with
 * a policy without inline styles, which Redoc (1.1 MB) and Scalar (3.6 MB) do not: a page loads 10 kB of script.
 */
export function buildDocs(specFolder: string): Map<string, string> {
  const source = readDocsSource(specFolder);
  const pages = readPages(source, specFolder);
  const index = buildSearchIndex(
    pages.map(({ file, title, lead, body }) => [file, title, lead.html + body.html]),
  );
  return new Map([
    ...pages.map((page) => [page.file, layout(page, source)] as const),
    ['docs.js', bundle('docs.ts')],
    // Loaded when the search is first opened.
    [
      'search.js',
      bundle('search.ts', { globalName: 'docsSearch', define: { searchIndex: JSON.stringify(index) } }),
    ],
    ['docs.css', styleFiles.map((file) => readFileSync(new URL(file), 'utf8')).join('')],
    ['icon.svg', readAsset('icon.svg')],
    ['llms.txt', listForModels(pages)],
    ...documents.map((name) => [name, readFileSync(new URL(name, generatedFolder), 'utf8')] as const),
    ...releasedDocuments(specFolder),
  ]);
}

/** The documents of each release, at an address that names its version and never changes. */
function releasedDocuments(specFolder: string): (readonly [string, string])[] {
  return listReleases(specFolder).flatMap((version) => {
    const folder = join(specFolder, 'released', version);
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return names.map(
      (name) => [`contract/${version}/${name}`, readFileSync(join(folder, name), 'utf8')] as const,
    );
  });
}

function markdownFile({ file }: Pick<Page, 'file'>): string {
  return file.replace(/\.html$/, '.md');
}

/** Each page as Markdown, by its name. */
export function buildMarkdown(specFolder: string): Map<string, string> {
  const pages = readPages(readDocsSource(specFolder), specFolder);
  return new Map(pages.map((page) => [markdownFile(page), asMarkdown(page)]));
}

/** A page as a language model reads it. */
export function asMarkdown({ title, lead, body }: Page): string {
  const html = `<h1>${title}</h1>${lead.html}${body.html}`;
  // Only code in a block is fenced; a line break in a cell would join two words.
  const fenced = html
    .replaceAll(/<br ?\/?>/g, ' ')
    .replaceAll(/<pre\b[^>]*>(?!<code)([^]*?)<\/pre>/g, '<pre><code>$1</code></pre>');
  // It fills the cells of a table with spaces.
  return `${NodeHtmlMarkdown.translate(fenced).replaceAll(/ {2,}(?=\|)|(?<=---)-+/g, ' ')}\n`;
}

/** What a language model reads first (llmstxt.org): the pages and documents, a line each. */
function listForModels(pages: readonly Page[]): string {
  const lines = pages.map(({ file, title, lead }) => {
    const [start = ''] = textOf(lead.html).split(/(?<=\.) /);
    return `- [${title}](${markdownFile({ file })}): ${start}`;
  });
  const files = documents.filter((name) => name !== 'spec-hash.json').map((name) => `- [${name}](${name})`);
  return [
    '# Conversational Agent Service\n',
    '> A contract for shopping agents over HTTP, JSON and Server-Sent Events. Start with openapi.core.json.\n',
    '## Pages\n',
    ...lines,
    '\n## Documents\n',
    ...files,
    '',
  ].join('\n');
}

/** Writes files to a folder, which the service serves at /docs. */
export function writeDocs(files: ReadonlyMap<string, string>, folder: string): void {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** How every script for browsers is bundled. */
export const forBrowsers = {
  bundle: true,
  minify: true,
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** A classic script, which a browser runs from a folder, too. */
function bundle(entry: string, options: BuildOptions = {}): string {
  const { outputFiles } = buildSync({
    absWorkingDir: join(import.meta.dirname, 'browser'),
    entryPoints: [entry],
    write: false,
    ...forBrowsers,
    format: 'iife',
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

function readAsset(name: string): string {
  return readFileSync(join(import.meta.dirname, 'assets', name), 'utf8');
}
