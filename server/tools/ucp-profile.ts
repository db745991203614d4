import type { FetchLike } from '@modelcontextprotocol/client';
import { ShopProblem } from '../catalog/live/live-shop.ts';
import { readVersions } from '../ucp/agent-profile.ts';
import { ucpNames, type UcpProfile, ucpProfileSchema } from '../ucp/types.ts';

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
 * ShopProblem, and what `fetch` throws.
 */
export async function readShopProfile(
  fetch: FetchLike,
  shop: string,
  signal: AbortSignal,
): Promise<ShopEndpoint> {
  const current = await fetchProfile(fetch, new URL('/.well-known/ucp', shop), signal);
  const { version: own, supported_versions: others = {} } = current.ucp;
  const version = readVersions.find((each) => each === own || Object.hasOwn(others, each));
  if (version === undefined)
    throw new ShopProblem(
      'broken',
      `speaks ${revisionOf(own)} of the protocol, not ${readVersions.join(' or ')}`,
    );
  if (version === own) return endpointOf(current, version);
  const older = await fetchProfile(fetch, new URL(others[version] ?? ''), signal);
  if (older.ucp.version !== version)
    throw new ShopProblem('broken', `has a profile for revision ${version} that is of another one`);
  return endpointOf(older, version);
}

function revisionOf(version: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(version) ? `revision ${version}` : 'no dated revision';
}

async function fetchProfile(fetch: FetchLike, address: URL, signal: AbortSignal): Promise<UcpProfile> {
  const response = await fetch(address, { headers: { accept: 'application/json' }, signal });
  // The protocol forbids redirects of profiles.
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new ShopProblem(
      'broken',
      `has no profile of the protocol: /.well-known/ucp has status ${response.status}`,
    );
  }
  const text = await response.text();
  const profile = text.length > maxProfileLength ? undefined : ucpProfileSchema.safeParse(parsed(text)).data;
  if (profile === undefined)
    throw new ShopProblem('broken', 'has a profile that does not follow the protocol');
  return profile;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function endpointOf({ ucp }: UcpProfile, version: string): ShopEndpoint {
  const has = (name: string): boolean =>
    (ucp.capabilities?.[name] ?? []).some((one) => one.version === version && isOwnedByProtocol(one.schema));
  if (!has(ucpNames.search)) throw new ShopProblem('broken', 'offers no search of its catalogue');
  const services = (ucp.services[ucpNames.shopping] ?? []).filter((one) => one.version === version);
  const url = services.find(({ transport }) => transport === 'mcp')?.endpoint;
  if (url === undefined) throw new ShopProblem('broken', 'has no address for its catalogue over MCP');
  return { version, url: url.replace(/\/+$/, ''), canLookUp: has(ucpNames.lookup) };
}

/** Whoever owns a name of the protocol serves its schema: a profile may not claim it with another's (authority binding). */
function isOwnedByProtocol(schema: string | undefined): boolean {
  if (schema === undefined) return true;
  const { protocol, hostname, username } = new URL(schema);
  return (
    protocol === 'https:' && username === '' && (hostname === 'ucp.dev' || hostname === 'shopping.ucp.dev')
  );
}
