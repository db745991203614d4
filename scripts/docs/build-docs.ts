import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPage } from './api-page.ts';
import { eventsPage } from './events-page.ts';
import { indexPage, layout } from './layout.ts';
import { requirementsPage } from './requirements-page.ts';
import { readDocsSource } from './source.ts';

/** Every file of the documentation by name, for the contract in `specFolder`. They refer to no other address. */
export function buildDocs(specFolder: string): Map<string, string> {
  const source = readDocsSource(specFolder);
  const pages = [indexPage, apiPage, eventsPage, requirementsPage].map((make) => make(source));
  const assets = ['docs.css', 'docs.js', 'icon.svg'].map(
    (name) => [name, readFileSync(join(import.meta.dirname, 'assets', name), 'utf8')] as const,
  );
  return new Map([
    ...pages.map((page) => [page.file, layout(page, source)] as const),
    ...assets,
    ['openapi.json', `${JSON.stringify(source.openapi, undefined, 2)}\n`],
    ['asyncapi.json', `${JSON.stringify(source.asyncapi, undefined, 2)}\n`],
  ]);
}
