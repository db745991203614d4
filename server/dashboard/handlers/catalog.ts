import { finished } from 'node:stream/promises';
import type { Request } from 'express';
import { searchCatalog } from '../../catalog/catalog-tools.ts';
import type { ProductSummary } from '../../catalog/product.ts';
import type { CatalogImportRecord } from '../../db/records.ts';
import type { UploadedFile } from '../../services/background-imports.ts';
import { describeCatalog, findImport, listImports } from '../../services/import-records.ts';
import { parseFeedAddress } from '../../services/feed-download.ts';
import { actorOf, type HandlersOf, type Schemas } from '../handler.ts';

/** The media types of an uploaded file; the format is detected from its content. */
export const fileTypes = [
  'text/csv',
  'text/tab-separated-values',
  'application/xml',
  'application/x-ndjson',
] as const;

const defaultLimit = 20;

/** The catalogue of a store. */
export const catalogHandlers: HandlersOf<'catalog'> = {
  async getCatalog(deps, { store }) {
    const { products, variants, lastImportAt } = await describeCatalog(deps, store.id);
    return { status: 200, body: { products, variants, last_import_at: lastImportAt } };
  },

  async listImports(deps, { store }) {
    return { status: 200, body: { imports: (await listImports(deps, store.id)).map(importView) } };
  },

  async importFile(deps, call) {
    const { currency, replace_all: replace = false } = call.query;
    const input = { source: uploadOf(call.request), currency, replace, actor: actorOf(call) };
    const begun = await deps.imports.start(call.store.id, input);
    await untilRead(call.request);
    return { status: 202, body: importView(begun) };
  },

  async importAddress(deps, call) {
    const { url, currency, replace_all: replace = false } = call.body;
    const source = { address: parseFeedAddress(url) };
    const input = { source, currency, replace, actor: actorOf(call) };
    return { status: 202, body: importView(await deps.imports.start(call.store.id, input)) };
  },

  async getImport(deps, { store, path }) {
    const record = await findImport(deps, store.id, path.import_id);
    return { status: 200, body: { import: importView(record), rejected: [...record.rejected] } };
  },

  async searchProducts(deps, { store, query }) {
    const catalog = await deps.catalogs.get(store.id);
    const limit = query.limit ?? defaultLimit;
    const { products, total } = searchCatalog.run(catalog, { query: query.query, limit });
    return { status: 200, body: { products: products.map(productView), total } };
  },
};

function uploadOf(request: Request): UploadedFile {
  return { chunks: chunksOf(request), destroy: () => request.destroy() };
}

/** What the import does not read is read and dropped: a browser sends its whole file before it reads the response. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } finally {
    request.resume();
  }
}

/**
 * Resolves when the body has arrived, or its client has left. An earlier response could end the connection
 * (`Connection: close`), and Node would no longer end a request whose client leaves.
 */
async function untilRead(request: Request): Promise<void> {
  await finished(request, { writable: false }).catch(() => undefined);
}

function importView(record: CatalogImportRecord): Schemas['Import'] {
  return {
    id: record.id,
    status: record.status,
    source: record.source,
    // Written by an import: one of the document's formats.
    format: record.format as Schemas['Import']['format'],
    started_at: record.startedAt,
    ended_at: record.endedAt,
    lines: record.lines,
    products: record.products,
    skipped_lines: record.skippedLines,
    rejected_lines: record.rejectedLines,
    error: record.error,
  };
}

function productView(product: ProductSummary): Schemas['ProductSummary'] {
  const { id, title, price, max_price = null, available, url = null, image_url = null } = product;
  return { id, title, price, max_price, available, url, image_url };
}
