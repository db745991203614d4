import { finished } from 'node:stream/promises';
import type { Request } from 'express';
import { searchCatalog } from '../../catalog/catalog-tools.ts';
import type { ProductSummary } from '../../catalog/product.ts';
import { readAges } from '../../db/catalog.ts';
import type { Context } from '../../db/database.ts';
import type { CatalogImportRecord, ImportFindings, SourceRecord } from '../../db/records.ts';
import { ServiceError } from '../../errors.ts';
import type { UploadedFile } from '../../services/background-imports.ts';
import { presentFindings } from '../../services/catalog-import.ts';
import { allowImageHosts } from '../../services/chatbots.ts';
import { removeConnection } from '../../services/connections.ts';
import { connectLiveShop, describeLiveShop } from '../../services/live-shop.ts';
import { setSynonyms } from '../../services/catalog-synonyms.ts';
import { allChatbots } from '../../db/chatbots.ts';
import { describeCatalog, findImport, listImports } from '../../services/import-records.ts';
import { listSources, setSchedule } from '../../services/sources.ts';
import { parseFeedAddress } from '../../services/feed-download.ts';
import { builtInCatalogType, liveShopType } from '../../tools/types.ts';
import { actorOf, changeBy, type HandlersOf, type Schemas } from '../handler.ts';

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
    return { status: 200, body: await describeCatalog(deps.database.reader(store.id)) };
  },

  async setSynonyms(deps, call) {
    const synonyms = await deps.database.change(changeBy(call), (context) => setSynonyms(context, call.body));
    return { status: 200, body: { synonyms } };
  },

  async listImports(deps, { store }) {
    return { status: 200, body: { imports: (await listImports(deps, store)).map(importView) } };
  },

  async importFile(deps, call) {
    const input = { source: uploadOf(call.request), ...optionsOf(call.query) };
    const begun = await deps.imports.start(changeBy(call), input);
    await untilRead(call.request);
    return { status: 202, body: importView(begun) };
  },

  async importAddress(deps, call) {
    const source = { address: parseFeedAddress(call.body.url) };
    const input = { source, ...optionsOf(call.body) };
    return { status: 202, body: importView(await deps.imports.start(changeBy(call), input)) };
  },

  async getImport(deps, { store, path }) {
    const record = await findImport(deps, store, path.import_id);
    const chatbots = await allChatbots(deps.database.reader(store.id));
    const allowedHosts = new Set(chatbots.flatMap(({ image_hosts: hosts }) => hosts));
    const findings = record.findings && findingsView(record.findings, allowedHosts);
    return { status: 200, body: { import: importView(record), rejected: [...record.rejected], findings } };
  },

  async listSources({ database }, { store }) {
    const sources = await listSources(database.reader(store.id));
    return { status: 200, body: { sources: sources.map(sourceView) } };
  },

  async setSchedule({ database }, call) {
    const { path, body } = call;
    const set = (context: Context) => setSchedule(context, path.source_id, body.every);
    return { status: 200, body: sourceView(await database.change(changeBy(call), set)) };
  },

  async getLiveShop(deps, { store }) {
    return { status: 200, body: { shop: await describeLiveShop(deps, store.id) } };
  },

  async connectLiveShop(deps, call) {
    const input = { store_id: call.store.id, headers: {}, allow_private: deps.config.allowPrivateShops };
    const shop = await connectLiveShop(deps, actorOf(call), { ...call.body, ...input });
    return { status: 200, body: { shop } };
  },

  async disconnectLiveShop(deps, call) {
    await deps.database.changeAll(actorOf(call), (context) =>
      removeConnection(context, call.store.id, liveShopType),
    );
    return { status: 204, body: undefined };
  },

  async allowImageHosts(deps, call) {
    await deps.database.change(changeBy(call), (context) => allowImageHosts(context, call.body.hosts));
    return { status: 204, body: undefined };
  },

  async searchProducts(deps, { store, query }) {
    const search = { query: query.query, limit: query.limit ?? defaultLimit };
    const catalog = await deps.storeCatalogs.open(store.id, builtInCatalogType, { search });
    const { products, total } = searchCatalog.run(catalog, search);
    const ids = products.map(({ id }) => id);
    const ages = await readAges(deps.database.reader(store.id), ids);
    const body = { products: products.map((found) => productView(found, ages)), total };
    return { status: 200, body };
  },
};

function sourceView(source: SourceRecord): Schemas['Source'] {
  const { id, kind, name, every, read_at, error, next_read_at } = source;
  return { id, kind, name, every, read_at, error, next_read_at };
}

function uploadOf(request: Request): UploadedFile {
  return {
    chunks: request.iterator({ destroyOnReturn: false }),
    drain: () => void request.resume(),
    destroy: () => void request.destroy(),
  };
}

/**
 * Resolves when the body has arrived, or its client has left. An earlier response could end the connection
 * (`Connection: close`), and Node would no longer end a request whose client leaves.
 */
async function untilRead(request: Request): Promise<void> {
  await finished(request, { writable: false }).catch(() => undefined);
}

interface ImportOptions {
  readonly currency?: string;
  readonly shop_url?: string;
  readonly replace_all?: boolean;
}

function optionsOf({ currency, shop_url: shop, replace_all: replace = false }: ImportOptions) {
  return { currency, shopUrl: shop === undefined ? undefined : parseShopUrl(shop), replace };
}

function parseShopUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null) return url;
  throw new ServiceError('invalid_request', 'shop_url must be an address such as https://shop.example');
}

function findingsView(
  findings: ImportFindings,
  allowedHosts: ReadonlySet<string>,
): NonNullable<Schemas['ImportDetails']['findings']> {
  const shown = presentFindings(findings);
  const imageHosts = shown.image_hosts.map((one) => ({ ...one, is_allowed: allowedHosts.has(one.host) }));
  return { ...shown, warnings: [...shown.warnings], image_hosts: imageHosts };
}

function importView(record: CatalogImportRecord): Schemas['Import'] {
  const { id, status, source, format, started_at, ended_at, lines, products } = record;
  const { skipped_lines, rejected_lines, error } = record;
  return {
    id,
    status,
    source,
    format,
    started_at,
    ended_at,
    lines,
    products,
    skipped_lines,
    rejected_lines,
    error,
  };
}

function productView(
  product: ProductSummary,
  ages: ReadonlyMap<string, string | null>,
): Schemas['ProductSummary'] {
  const { id, title, price, max_price = null, available, url = null, image_url = null } = product;
  return { id, title, price, max_price, available, url, image_url, read_at: ages.get(id) ?? null };
}
