import type { FetchLike } from '@modelcontextprotocol/client';
import type { components } from '../../../generated/dashboard.d.ts';
import { byFrequency } from '../../catalog/catalog.ts';
import type { WantedProduct } from '../../catalog/catalog-need.ts';
import type { Product, ShopNotice, Variant } from '../../db/records.ts';
import { type Clock, timestamp } from '../../support/clock.ts';
import { isObject } from '../../support/json.ts';
import type { Metrics } from '../../support/metrics.ts';
import { setNewest } from '../../support/newest-entries.ts';
import { untilAborted } from '../../support/until-aborted.ts';
import { agentProfileUrl, type ProfileHost } from '../../ucp/profile.ts';
import { createGuardedFetch, ForbiddenAddressError } from '../guarded-fetch.ts';
import { parsedObject } from '../mcp-connection.ts';
import { createRemoteConnection, type RemoteServer } from '../remote-connection.ts';
import type { ToolConnection } from '../types.ts';
import { LiveShopError } from './shop-error.ts';
import { readShopProfile, type ShopEndpoint } from './shop-profile.ts';
import { readShopResponse, type ShopPage } from './shop-response.ts';

export interface LiveShopDeps {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'liveShopSeconds'>;
  /** Where this service's own profile is: every request names it. */
  readonly config: ProfileHost;
  /** Of a call, with what it needs first (profile, connection). */
  readonly callMs?: number;
}

/** What people see of a live shop: as the dashboard's API says, but for which hosts of pictures are allowed. */
export interface ShopState extends Omit<components['schemas']['LiveShop'], 'image_hosts'> {
  readonly image_hosts: readonly { readonly host: string; readonly products: number }[];
}

type Tool = 'search_catalog' | 'lookup_catalog' | 'get_product';

interface Read {
  readonly readAt: number;
}

const defaultCallMs = 3_000;
/** How long what was read is current: a profile, and the page of a call. */
const freshMs = 600_000;
/** How long a failure is reported again before the shop is called again. */
const restMs = 10_000;
const maxPages = 200;
const maxProducts = 4_000;
const maxHosts = 20;
const maxBytes = 4 * 1024 * 1024;
/** What a search asks for: as many as a search returns at most. */
const pageLength = 20;
/** A search without words has a filter, or it would be invalid. */
export const anything = { filters: { price: { min: 0 } } };
/** The protocol wants every implementation to accept as many. */
const idsPerCall = 10;

/**
 * A shop by its address, over the Universal Commerce Protocol (decision 0065), with a cache of its pages. Its requests go
 * through the guard. Equal calls at the same time are one call. After a failure the shop is left alone for ten seconds, in
 * which its error is thrown again.
 */
export class LiveShop {
  readonly #deps: LiveShopDeps;
  readonly #server: RemoteServer;
  readonly #fetch: FetchLike;
  readonly #pages = new Map<string, Read & { readonly page: Promise<ShopPage> }>();
  readonly #products = new Map<string, Read & { readonly product: Product }>();
  #found: (Read & { readonly endpoint: ShopEndpoint }) | undefined;
  #connection: { readonly url: string; readonly tools: ToolConnection } | undefined;
  #failed: { readonly error: LiveShopError; readonly until: number } | undefined;
  #readAt: string | null = null;
  #known = summaryOf([]);

  constructor(deps: LiveShopDeps, server: RemoteServer) {
    this.#deps = deps;
    this.#server = server;
    this.#fetch = createGuardedFetch({ allowPrivate: server.allowPrivate, maxBytes });
  }

  /** `request` is one of the protocol, with a query or filters. Throws LiveShopError. */
  async search(request: object): Promise<ShopPage> {
    const pagination = { limit: pageLength };
    const page = await this.#read('search_catalog', { ...request, pagination });
    return { ...page, products: page.products.map((product) => this.#fresh(product.id) ?? product) };
  }

  /** Some products of the shop, whatever they are. A shop may want words: then any search will do. Throws LiveShopError. */
  async overview(): Promise<void> {
    try {
      await this.search(anything);
    } catch (error) {
      if (!(error instanceof LiveShopError && error.failure === 'rejected')) throw error;
      await this.search({ query: 'new' });
    }
  }

  /** Reads products by their ids or those of variants, unless they are cached; returns what is to be seen with all. Throws LiveShopError. */
  async lookUp(wanted: readonly WantedProduct[]): Promise<ShopNotice[]> {
    const isRead = ({ id, variant_id: variantId }: WantedProduct): boolean =>
      this.#fresh(id)?.variants.some((variant) => variant.id === (variantId ?? variant.id)) === true;
    const missing = wanted.filter((each) => each.isDetailed === true || !isRead(each));
    const ids = [...new Set(missing.map(({ id, variant_id: variantId }) => variantId ?? id))];
    const notices: ShopNotice[] = [];
    for (let start = 0; start < ids.length; start += idsPerCall) {
      const some = ids.slice(start, start + idsPerCall);
      // One alone comes with more of its variants.
      const page = await (some.length === 1
        ? this.#read('get_product', { id: some[0] })
        : this.#read('lookup_catalog', { ids: some }));
      notices.push(...(page.notices ?? []));
    }
    return notices;
  }

  /** Those that were read within ten minutes, by their ids or those of variants. */
  products(ids: readonly string[]): Product[] {
    const ownerOf = (variantId: string): Product | undefined =>
      [...this.#products.keys()]
        .flatMap((id) => this.#fresh(id) ?? [])
        .find(({ variants }) => variants.some(({ id }) => id === variantId));
    return ids.flatMap((id) => this.#fresh(id) ?? ownerOf(id) ?? []);
  }

  /** That most of the products which were read are priced in; undefined before there are any. */
  currency(): string | undefined {
    return this.#known.currency;
  }

  /** Of the products that were read, most used first. */
  categories(): readonly string[] {
    return this.#known.categories;
  }

  state(): ShopState {
    return {
      url: this.#server.url,
      revision: this.#found?.endpoint.version ?? null,
      read_at: this.#readAt,
      failure: this.#failed?.error.message ?? null,
      image_hosts: this.#known.imageHosts,
    };
  }

  async close(): Promise<void> {
    await this.#connection?.tools.close();
  }

  #fresh(id: string): Product | undefined {
    const known = this.#products.get(id);
    return known !== undefined && this.#isFresh(known) ? known.product : undefined;
  }

  #isFresh({ readAt }: Read): boolean {
    return this.#deps.clock.monotonic() - readAt < freshMs;
  }

  #read(tool: Tool, input: object): Promise<ShopPage> {
    const key = JSON.stringify([tool, input]);
    const known = this.#pages.get(key);
    if (known !== undefined && this.#isFresh(known)) return known.page;
    const readAt = this.#deps.clock.monotonic();
    const page = this.#call(tool, input);
    setNewest(this.#pages, key, { page, readAt }, maxPages);
    page.then(
      ({ products }) => this.#keep(products, readAt),
      () => this.#pages.delete(key),
    );
    return page;
  }

  /** A page may have some of a product's variants: those of all pages are together, and as old as the oldest. */
  #keep(products: readonly Product[], readAt: number): void {
    for (const product of products) {
      const older = this.#products.get(product.id);
      const others = older && this.#isFresh(older) ? variantsBeside(product, older.product) : [];
      const whole = { ...product, variants: [...product.variants, ...others] };
      const entry = { product: whole, readAt: others.length > 0 ? (older?.readAt ?? readAt) : readAt };
      setNewest(this.#products, product.id, entry, maxProducts);
    }
    this.#known = summaryOf([...this.#products.values()].map(({ product }) => product));
  }

  /** Runs a call, with what it needs first, within its time. Throws LiveShopError. */
  async #call(tool: Tool, input: object): Promise<ShopPage> {
    const { clock, metrics, callMs = defaultCallMs } = this.#deps;
    if (this.#failed !== undefined && clock.monotonic() < this.#failed.until) throw this.#failed.error;
    const endTimer = metrics.liveShopSeconds.startTimer();
    const signal = AbortSignal.timeout(callMs);
    try {
      const page = await untilAborted(signal, this.#send(tool, input, signal));
      this.#failed = undefined;
      this.#readAt = timestamp(clock);
      endTimer({ outcome: 'ok' });
      return page;
    } catch (thrown) {
      const late = new LiveShopError('slow', `did not respond within ${callMs / 1000} seconds`);
      const { failure, message } = signal.aborted ? late : problemOf(thrown);
      const error = new LiveShopError(failure, message, this.#server.url);
      // Another search may be accepted after one that was rejected.
      this.#failed = { error, until: clock.monotonic() + (failure === 'rejected' ? 0 : restMs) };
      endTimer({ outcome: failure });
      // The shop may have moved.
      if (failure !== 'slow') this.#found = undefined;
      throw error;
    }
  }

  async #send(tool: Tool, input: object, signal: AbortSignal): Promise<ShopPage> {
    const endpoint = await this.#endpoint(signal);
    const { version, canLookUp } = endpoint;
    if (tool !== 'search_catalog' && !canLookUp) return { products: [] };
    const meta = { 'ucp-agent': { profile: agentProfileUrl(this.#deps.config, version) } };
    const output = await this.#toolsAt(endpoint).callTool(tool, { meta, catalog: input }, signal);
    // An MCP server may put the protocol's error response into the text of a result that it marks as an error.
    const { error } = output;
    return readShopResponse((typeof error === 'string' && parsedObject(error)) || output, version);
  }

  async #endpoint(signal: AbortSignal): Promise<ShopEndpoint> {
    if (this.#found !== undefined && this.#isFresh(this.#found)) return this.#found.endpoint;
    const readAt = this.#deps.clock.monotonic();
    const endpoint = await readShopProfile(this.#fetch, this.#server.url, signal);
    this.#found = { endpoint, readAt };
    return endpoint;
  }

  #toolsAt({ url, version }: ShopEndpoint): ToolConnection {
    if (this.#connection?.url === url) return this.#connection.tools;
    void this.close().catch(() => undefined);
    // The data of a JSON-RPC error has the code of the protocol.
    const rejected = ({ data }: { readonly data?: unknown }) => ({
      ucp: { version, status: 'error' },
      messages: [data],
    });
    const tools = createRemoteConnection(this.#deps.clock, { ...this.#server, url, rejected });
    this.#connection = { url, tools };
    return tools;
  }
}

/** Of what was read, with the most frequent first. */
function summaryOf(products: readonly Product[]) {
  const pictures = products.flatMap((product) => [product, ...(product.notices ?? [])]);
  const hosts = pictures.flatMap(({ image_url: image }) => (image ? [new URL(image).host] : []));
  const counted = byFrequency(hosts).slice(0, maxHosts);
  return {
    currency: byFrequency(products.map(({ price_range: range }) => range.min.currency))[0]?.[0],
    categories: byFrequency(products.flatMap(({ categories }) => categories)).map(([name]) => name),
    imageHosts: counted.map(([host, count]) => ({ host, products: count })),
  };
}

/** Those of an older page that a newer one does not list. */
function variantsBeside({ variants, price_range: { min } }: Product, older: Product): Variant[] {
  const has = new Set(variants.map(({ id }) => id));
  return older.variants.filter(({ id, price }) => !has.has(id) && price.currency === min.currency);
}

function problemOf(error: unknown): LiveShopError {
  if (error instanceof LiveShopError) return error;
  const all = causes(error);
  if (all.some((cause) => cause instanceof ForbiddenAddressError))
    return new LiveShopError('broken', 'leads to an address that is not public');
  if (all.some(({ message }) => message.includes('larger than')))
    return new LiveShopError('broken', 'sent too much at once');
  const status = all.map(statusOf).find((each) => each !== undefined);
  if (status === undefined) return new LiveShopError('away', 'cannot be reached right now');
  // A shop that is overloaded is left alone for a while.
  const failure = status >= 500 || status === 429 ? 'away' : 'rejected';
  return new LiveShopError(failure, `responded with status ${status}`);
}

function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

/** Of an error response, as errors of the MCP client have it. */
function statusOf(error: Error): number | undefined {
  const data = 'data' in error && isObject(error.data) ? error.data : {};
  return typeof data['status'] === 'number' ? data['status'] : undefined;
}
