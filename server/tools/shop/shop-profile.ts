import type { FetchLike } from '@modelcontextprotocol/client';
import { readVersions, ucpNames, type UcpProfile, ucpProfileSchema } from '../../ucp/profile.ts';
import { parsedObject } from '../mcp-connection.ts';
import { LiveShopError } from './shop-error.ts';

/** How a shop is called, by its profile. */
export interface ShopEndpoint {
  /** The revision that both sides speak. */
  readonly version: string;
  /** Of its MCP endpoint, without a slash at its end. */
  readonly url: string;
  readonly canLookUp: boolean;
}

/** The profile is an identity, not a payload: the protocol asks for no less than this. */
const maxProfileLength = 131_072;

/**
 * Reads `/.well-known/ucp` of a shop, chooses the newest revision that both sides speak, and how it is called. Throws
 * LiveShopError, and what `fetch` throws.
 */
export async function readShopProfile(
  fetch: FetchLike,
  shop: string,
  signal: AbortSignal,
): Promise<ShopEndpoint> {
  const current = await fetchProfile(fetch, new URL('/.well-known/ucp', shop), signal);
  const { version: own, supported_versions: others = {} } = current.ucp;
  const version = readVersions.find((each) => each === own || Object.hasOwn(others, each));
  if (version === undefined) {
    const theirs = /^\d{4}-\d{2}-\d{2}$/.test(own) ? `revision ${own}` : 'no dated revision';
    throw broken(`speaks ${theirs} of the protocol, not ${readVersions.join(' or ')}`);
  }
  if (version === own) return endpointOf(current, version);
  const older = await fetchProfile(fetch, new URL(others[version] ?? ''), signal);
  if (older.ucp.version !== version)
    throw broken(`has a profile for revision ${version} that is of another one`);
  return endpointOf(older, version);
}

function broken(reason: string): LiveShopError {
  return new LiveShopError('broken', reason);
}

async function fetchProfile(fetch: FetchLike, address: URL, signal: AbortSignal): Promise<UcpProfile> {
  const response = await fetch(address, { headers: { accept: 'application/json' }, signal });
  // The protocol forbids redirects of profiles.
  if (response.status !== 200) {
    await response.body?.cancel();
    throw broken(`has no profile of the protocol: /.well-known/ucp has status ${response.status}`);
  }
  const text = await response.text();
  const profile = text.length > maxProfileLength ? null : parsedObject(text);
  const { data } = ucpProfileSchema.safeParse(profile);
  if (data === undefined) throw broken('has a profile that does not follow the protocol');
  return data;
}

function endpointOf({ ucp }: UcpProfile, version: string): ShopEndpoint {
  const has = (name: string): boolean =>
    (ucp.capabilities[name] ?? []).some((one) => one.version === version && isOwnedByProtocol(one.schema));
  if (!has(ucpNames.search)) throw broken('offers no search of its catalogue');
  const services = (ucp.services[ucpNames.shopping] ?? []).filter((one) => one.version === version);
  const url = services.find(({ transport }) => transport === 'mcp')?.endpoint;
  if (url === undefined) throw broken('has no address for its catalogue over MCP');
  return { version, url: url.replace(/\/+$/, ''), canLookUp: has(ucpNames.lookup) };
}

/** Whoever owns a name of the protocol serves its schema: a profile may not claim it with another's (authority binding). */
function isOwnedByProtocol(schema = 'https://ucp.dev'): boolean {
  return ['https://ucp.dev', 'https://shopping.ucp.dev'].includes(new URL(schema).origin);
}
