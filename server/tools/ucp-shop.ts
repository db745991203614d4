import type { FetchLike } from '@modelcontextprotocol/client';
import {
  type LiveShop,
  LiveShopError,
  type ShopPage,
  ShopProblem,
  type ShopSearch,
} from '../catalog/live/live-shop.ts';
import { readShopResponse } from '../catalog/live/shop-response.ts';
import type { Clock } from '../support/clock.ts';
import { isObject } from '../support/json.ts';
import type { Metrics } from '../support/metrics.ts';
import { untilAborted } from '../support/until-aborted.ts';
import { agentProfileUrl, type ProfileHost } from '../ucp/agent-profile.ts';
import { createRemoteConnection, type RemoteServer } from './remote-connection.ts';
import { createGuardedFetch, ForbiddenAddressError } from './guarded-fetch.ts';
import type { ToolConnection } from './types.ts';
import { readShopProfile, type ShopEndpoint } from './ucp-profile.ts';

export interface UcpShopDeps {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'liveShopCalls' | 'liveShopSeconds'>;
  /** Where this service's own profile is: every request names it. */
  readonly config: ProfileHost;
  /** Of a call, with what it needs first (profile, connection). */
  readonly callMs?: number;
}

const defaultCallMs = 3_000;
/** What a search asks for: as many as a search returns at most. */
const pageLength = 20;
const profileFreshMs = 600_000;
const maxBytes = 4 * 1024 * 1024;

type Tool = 'search_catalog' | 'lookup_catalog' | 'get_product';

/** A shop by its address, over the Universal Commerce Protocol (decision 0065). Its requests go through the guard. */
export class UcpShop implements LiveShop {
  readonly #deps: UcpShopDeps;
  readonly #server: RemoteServer;
  readonly #fetch: FetchLike;
  #found: { readonly endpoint: ShopEndpoint; readonly at: number } | undefined;
  #connection: { readonly url: string; readonly tools: ToolConnection } | undefined;

  constructor(deps: UcpShopDeps, server: RemoteServer) {
    this.#deps = deps;
    this.#server = server;
    this.#fetch = createGuardedFetch({ allowPrivate: server.allowPrivate, maxBytes });
  }

  get url(): string {
    return this.#server.url;
  }

  /** Of the protocol, that both sides speak; null before the profile was read. */
  get revision(): string | null {
    return this.#found?.endpoint.version ?? null;
  }

  search({ query, price, currency }: ShopSearch): Promise<ShopPage> {
    // A search without words has a filter, or it would be invalid.
    const filter = price ?? (query === undefined ? { min: 0 } : undefined);
    return this.#call('search_catalog', {
      ...(query !== undefined && { query }),
      ...(filter !== undefined && { filters: { price: filter } }),
      ...(currency !== undefined && { context: { currency } }),
      pagination: { limit: pageLength },
    });
  }

  lookUp(ids: readonly string[]): Promise<ShopPage> {
    return ids.length === 1
      ? this.#call('get_product', { id: ids[0] })
      : this.#call('lookup_catalog', { ids });
  }

  async close(): Promise<void> {
    await this.#connection?.tools.close();
  }

  /** Runs a call, with what it needs first, within its time. Throws LiveShopError. */
  async #call(tool: Tool, input: object): Promise<ShopPage> {
    const { metrics, callMs = defaultCallMs } = this.#deps;
    const end = metrics.liveShopSeconds.startTimer();
    const signal = AbortSignal.timeout(callMs);
    try {
      const page = await untilAborted(signal, this.#read(tool, input, signal));
      metrics.liveShopCalls.inc({ outcome: 'ok' });
      return page;
    } catch (error) {
      const late = new ShopProblem('slow', `did not respond within ${callMs / 1000} seconds`);
      const { failure, message } = signal.aborted ? late : problemOf(error);
      metrics.liveShopCalls.inc({ outcome: failure });
      // The shop may have moved.
      if (failure !== 'slow') this.#found = undefined;
      throw new LiveShopError(failure, this.url, message);
    } finally {
      end();
    }
  }

  async #read(tool: Tool, input: object, signal: AbortSignal): Promise<ShopPage> {
    const endpoint = await this.#endpoint(signal);
    if (tool !== 'search_catalog' && !endpoint.canLookUp) return { products: [], notes: [] };
    return readShopResponse(await this.#send(tool, input, endpoint, signal), endpoint.version);
  }

  async #endpoint(signal: AbortSignal): Promise<ShopEndpoint> {
    const now = this.#deps.clock.monotonic();
    if (this.#found !== undefined && now - this.#found.at < profileFreshMs) return this.#found.endpoint;
    const endpoint = await readShopProfile(this.#fetch, this.url, signal);
    this.#found = { endpoint, at: now };
    return endpoint;
  }

  async #send(tool: Tool, input: object, endpoint: ShopEndpoint, signal: AbortSignal): Promise<unknown> {
    const profile = agentProfileUrl(this.#deps.config, endpoint.version);
    const meta = { 'ucp-agent': { profile } };
    return payloadOf(await this.#toolsAt(endpoint).callTool(tool, { meta, catalog: input }, signal));
  }

  #toolsAt({ url, version }: ShopEndpoint): ToolConnection {
    if (this.#connection?.url === url) return this.#connection.tools;
    void this.close().catch(() => undefined);
    const rejected = ({ data }: { readonly data?: unknown }) => errorResponse(version, data);
    const tools = createRemoteConnection(this.#deps.clock, { ...this.#server, url, rejected });
    this.#connection = { url, tools };
    return tools;
  }
}

function problemOf(error: unknown): ShopProblem {
  if (error instanceof ShopProblem) return error;
  const all = causes(error);
  if (all.some((cause) => cause instanceof ForbiddenAddressError))
    return new ShopProblem('broken', 'leads to an address that is not public');
  if (all.some(({ message }) => message.includes('larger than')))
    return new ShopProblem('broken', 'sent too much at once');
  const status = all.map(statusOf).find((each) => each !== undefined);
  if (status === undefined) return new ShopProblem('away', 'cannot be reached right now');
  // A shop that is overloaded is left alone for a while.
  const failure = status >= 500 || status === 429 ? 'away' : 'rejected';
  return new ShopProblem(failure, `responded with status ${status}`);
}

/** Of an error response, as errors of the MCP client have it. */
function statusOf(error: Error): number | undefined {
  const data = 'data' in error && isObject(error.data) ? error.data : {};
  return typeof data['status'] === 'number' ? data['status'] : undefined;
}

/** A JSON-RPC error as the protocol's error response: its data has the code. */
function errorResponse(version: string, data: unknown): Record<string, unknown> {
  const code = isObject(data) ? data['code'] : undefined;
  const message = { type: 'error', content: '', ...(typeof code === 'string' && { code }) };
  return { ucp: { version, status: 'error' }, messages: [message] };
}

/** An MCP server may put the protocol's error response into the text of a result that it marks as an error. */
function payloadOf(output: Readonly<Record<string, unknown>>): unknown {
  const { error } = output;
  if (typeof error !== 'string') return output;
  try {
    const value: unknown = JSON.parse(error);
    return isObject(value) ? value : output;
  } catch {
    return output;
  }
}

function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}
