import type { FetchLike } from '@modelcontextprotocol/client';
import {
  type LiveShop,
  LiveShopError,
  type ShopFailure,
  type ShopPage,
  type ShopSearch,
} from '../catalog/live/live-shop.ts';
import { readShopResponse } from '../catalog/live/shop-response.ts';
import type { Clock } from '../support/clock.ts';
import { isObject } from '../support/json.ts';
import type { Metrics } from '../support/metrics.ts';
import { untilAborted } from '../support/until-aborted.ts';
import { createRemoteConnection, type RemoteServer } from './remote-connection.ts';
import { createGuardedFetch, ForbiddenAddressError } from './guarded-fetch.ts';
import type { ToolConnection } from './types.ts';
import { ProfileError, readShopProfile, type ShopEndpoint } from './ucp-profile.ts';

export interface UcpShopDeps {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'liveShopCalls' | 'liveShopSeconds'>;
  /** The address of this service's own profile for a revision: every request names it. */
  profileUrl(version: string): string;
  /** Of a call, with what it needs first (profile, connection). */
  readonly callMs?: number;
}

/** A shop that is called over the protocol; `close` ends its connection. */
export interface UcpShop extends LiveShop {
  /** Of the protocol, that both sides speak; null before the profile was read. */
  revision(): string | null;
  close(): Promise<void>;
}

const defaultCallMs = 3_000;
/** What a search asks for: as many as a search returns at most. */
const pageLength = 20;
const profileFreshMs = 600_000;
const maxBytes = 4 * 1024 * 1024;

type Tool = 'search_catalog' | 'lookup_catalog' | 'get_product';
const paths: Readonly<Record<Tool, string>> = {
  search_catalog: '/catalog/search',
  lookup_catalog: '/catalog/lookup',
  get_product: '/catalog/product',
};

/** A shop by its address, over the Universal Commerce Protocol (decision 0067). Its requests go through the guard. */
export function createUcpShop(deps: UcpShopDeps, server: RemoteServer): UcpShop {
  const { clock, metrics, profileUrl, callMs = defaultCallMs } = deps;
  const fetch = createGuardedFetch({ allowPrivate: server.allowPrivate, maxBytes });
  let found: { readonly endpoint: ShopEndpoint; readonly at: number } | undefined;
  let connection: { readonly url: string; readonly tools: ToolConnection } | undefined;

  async function endpoint(signal: AbortSignal): Promise<ShopEndpoint> {
    if (found !== undefined && clock.monotonic() - found.at < profileFreshMs) return found.endpoint;
    found = { endpoint: await readShopProfile(fetch, server.url, signal), at: clock.monotonic() };
    return found.endpoint;
  }

  function toolsAt({ url, version }: ShopEndpoint): ToolConnection {
    if (connection?.url === url) return connection.tools;
    void connection?.tools.close().catch(() => undefined);
    const rejected = ({ data }: { readonly data?: unknown }) => errorResponse(version, data);
    connection = { url, tools: createRemoteConnection(clock, { ...server, url, rejected }) };
    return connection.tools;
  }

  async function send(tool: Tool, input: object, chosen: ShopEndpoint, signal: AbortSignal) {
    const profile = profileUrl(chosen.version);
    const address = `${chosen.url}${paths[tool]}`;
    if (chosen.transport === 'rest') return post(fetch, address, { ...server, profile, input, signal });
    const meta = { 'ucp-agent': { profile } };
    return payloadOf(await toolsAt(chosen).callTool(tool, { meta, catalog: input }, signal));
  }

  async function call(tool: Tool, input: object): Promise<ShopPage> {
    return timed(async (signal) => {
      const chosen = await endpoint(signal);
      if (tool !== 'search_catalog' && !chosen.canLookUp) return { products: [], notes: [] };
      const response = readShopResponse(await send(tool, input, chosen, signal), chosen.version);
      if (response.type === 'page') return response.page;
      if (response.type === 'broken') throw failure('broken', response.reason);
      throw failure('rejected', `rejected the request (${response.code})`);
    });
  }

  /** Runs a call within its time. Throws LiveShopError. */
  async function timed(work: (signal: AbortSignal) => Promise<ShopPage>): Promise<ShopPage> {
    const end = metrics.liveShopSeconds.startTimer();
    const signal = AbortSignal.timeout(callMs);
    try {
      const result = await untilAborted(signal, work(signal));
      metrics.liveShopCalls.inc({ outcome: 'ok' });
      return result;
    } catch (error) {
      const known = error instanceof LiveShopError ? error : explained(error, signal.aborted);
      metrics.liveShopCalls.inc({ outcome: known.failure });
      throw known;
    } finally {
      end();
    }
  }

  function explained(error: unknown, isLate: boolean): LiveShopError {
    if (isLate) return failure('slow', `did not respond within ${callMs / 1000} seconds`);
    if (error instanceof ProfileError) return failure('broken', error.message);
    const forbidden = causes(error).some((cause) => cause instanceof ForbiddenAddressError);
    if (forbidden) return failure('broken', 'leads to an address that is not public');
    const large = causes(error).some(({ message }) => message.includes('larger than'));
    return large
      ? failure('broken', 'sent too much at once')
      : failure('away', 'cannot be reached right now');
  }

  function failure(kind: ShopFailure, reason: string): LiveShopError {
    return new LiveShopError(kind, server.url, reason);
  }

  return {
    url: server.url,
    revision: () => found?.endpoint.version ?? null,
    search: ({ query, price, currency }) =>
      call('search_catalog', {
        ...(query !== undefined && { query }),
        // A search without words has a filter, or it would be invalid.
        ...((price ?? query === undefined) && { filters: { price: price ?? { min: 0 } } }),
        ...(currency !== undefined && { context: { currency } }),
        pagination: { limit: pageLength },
      }),
    lookUp: (ids) =>
      ids.length === 1 ? call('get_product', { id: ids[0] }) : call('lookup_catalog', { ids }),
    close: async () => connection?.tools.close(),
  };
}

interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly profile: string;
  readonly input: object;
  readonly signal: AbortSignal;
}

async function post(
  fetch: FetchLike,
  url: string,
  { headers, profile, input, signal }: Post,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'ucp-agent': `profile="${profile}"` },
    body: JSON.stringify(input),
    signal,
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  return response.json();
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
