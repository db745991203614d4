import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPage } from './api-page.ts';
import { eventsPage } from './events-page.ts';
import { indexPage, layout } from './layout.ts';
import { requirementsPage } from './requirements-page.ts';
import { readDocsSource } from './source.ts';

/** Colours and type, which the service's own pages have too. */
const tokensFile = new URL('../../server/http/tokens.css', import.meta.url);

/** Every file of the documentation by name, for the contract in `specFolder`. They refer to no other address. */
export function buildDocs(specFolder: string): Map<string, string> {
  const source = readDocsSource(specFolder);
  const pages = [indexPage, apiPage, eventsPage, requirementsPage].map((make) => make(source));
  const assets = ['docs.js', 'icon.svg'].map((name) => [name, readAsset(name)] as const);
  return new Map([
    ...pages.map((page) => [page.file, layout(page, source)] as const),
    ...assets,
    ['docs.css', readFileSync(tokensFile, 'utf8') + readAsset('docs.css')],
    ['openapi.json', `${JSON.stringify(source.openapi, undefined, 2)}\n`],
    ['asyncapi.json', `${JSON.stringify(source.asyncapi, undefined, 2)}\n`],
  ]);
}

function readAsset(name: string): string {
  return readFileSync(join(import.meta.dirname, 'assets', name), 'utf8');
}
