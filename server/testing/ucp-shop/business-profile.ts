import {
  type JsonObject,
  lookupCapability,
  olderRevision,
  revision,
  searchCapability,
  service,
} from './protocol.ts';

export type Transport = 'mcp' | 'rest';

export interface ProfileOptions {
  readonly origin: string;
  /** The revisions that the shop speaks, the newest first. */
  readonly revisions: readonly string[];
  readonly transports: readonly Transport[];
}

export const profilePath = '/.well-known/ucp';
export const endpointPaths: Readonly<Record<Transport, string>> = { mcp: '/api/ucp/mcp', rest: '/api/ucp' };

/** The profile at `/.well-known/ucp`: the newest revision, with links to complete profiles of the older ones. */
export function businessProfile(options: ProfileOptions): JsonObject {
  const [newest = revision, ...older] = options.revisions;
  const links = older.map((version) => [version, `${options.origin}${profilePath}/${version}`]);
  const { ucp } = leafProfile(newest, options);
  return {
    ucp: { ...ucp, ...(older.length === 0 ? {} : { supported_versions: Object.fromEntries(links) }) },
  };
}

/** The complete profile of one revision. */
export function leafProfile(version: string, options: ProfileOptions): { ucp: JsonObject } {
  const folder = version === olderRevision ? 'specification/catalog' : 'specification/shopping/catalog';
  const capability = (name: 'search' | 'lookup'): JsonObject => ({
    version,
    spec: `https://ucp.dev/${version}/${folder}/${name}`,
    schema: `https://ucp.dev/${version}/schemas/shopping/catalog_${name}.json`,
  });
  return {
    ucp: {
      version,
      services: { [service]: options.transports.map((transport) => binding(transport, version, options)) },
      capabilities: {
        [searchCapability]: [capability('search')],
        [lookupCapability]: [capability('lookup')],
      },
      payment_handlers: {},
    },
  };
}

function binding(transport: Transport, version: string, options: ProfileOptions): JsonObject {
  const file = transport === 'mcp' ? 'mcp.openrpc.json' : 'rest.openapi.json';
  return {
    version,
    spec: `https://ucp.dev/${version}/specification/overview`,
    transport,
    schema: `https://ucp.dev/${version}/services/shopping/${file}`,
    endpoint: options.origin + endpointPaths[transport],
  };
}
