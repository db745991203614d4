import { apiPage } from './api-page.ts';
import { eventsPage } from './events-page.ts';
import { indexPage } from './index-page.ts';
import { layout } from './layout.ts';
import { requirementsPage } from './requirements-page.ts';
import { readAsset, readDocsSource } from './source.ts';

/** Every file of the documentation by name, for a contract in `specFolder`. Needs nothing from any other address. */
export function buildDocs(specFolder: string): Map<string, string> {
  const source = readDocsSource(specFolder);
  const pages = [indexPage, apiPage, eventsPage, requirementsPage].map((make) => make(source));
  const assets = ['docs.css', 'docs.js', 'icon.svg'].map((name) => [name, readAsset(name)] as const);
  return new Map([
    ...pages.map((page) => [page.file, layout(page, source)] as const),
    ...assets,
    ['openapi.json', `${JSON.stringify(source.openapi, undefined, 2)}\n`],
    ['asyncapi.json', `${JSON.stringify(source.asyncapi, undefined, 2)}\n`],
  ]);
}
