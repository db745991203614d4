import { z } from 'zod';
import { type Config, urlHost } from '../config/config.ts';

/** The one revision of the Universal Commerce Protocol that this service speaks. */
export const ucpVersion = '2026-08-25';

/**
 * Revisions in which this service reads other shops, the preferred one first: their catalogues differ in nothing that it uses
 * (decision 0065).
 */
export const readVersions: readonly string[] = [ucpVersion, '2026-04-08'];

/** The service and its capabilities, as profiles and responses name them. */
export const ucpNames = {
  shopping: 'dev.ucp.shopping',
  search: 'dev.ucp.shopping.catalog.search',
  lookup: 'dev.ucp.shopping.catalog.lookup',
} as const;

const entity = z.object({
  version: z.string(),
  spec: z.url().optional(),
  schema: z.url().optional(),
});

/** A profile: what a shop has at `/.well-known/ucp`, and an agent at the address that it sends. */
export const ucpProfileSchema = z.object({
  ucp: z.object({
    version: z.string(),
    supported_versions: z.record(z.string(), z.url()).optional(),
    services: z.record(
      z.string(),
      z.array(entity.extend({ transport: z.string(), endpoint: z.url().optional() })),
    ),
    capabilities: z
      .record(
        z.string(),
        z.array(entity.extend({ extends: z.union([z.string(), z.array(z.string())]).optional() })),
      )
      .optional(),
    payment_handlers: z.record(z.string(), z.array(entity)),
  }),
});

export type UcpProfile = z.infer<typeof ucpProfileSchema>;

/** The address of the schema of a capability. */
export function schemaOf(version: string, name: 'search' | 'lookup'): string {
  return `https://ucp.dev/${version}/schemas/shopping/catalog_${name}.json`;
}

function profile(version: string, services: UcpProfile['ucp']['services'], extensions = {}): UcpProfile {
  const capability = (name: 'search' | 'lookup') => [
    {
      version,
      spec: `https://ucp.dev/${version}/specification/shopping/catalog/${name}`,
      schema: schemaOf(version, name),
    },
  ];
  const own = { [ucpNames.search]: capability('search'), [ucpNames.lookup]: capability('lookup') };
  return { ucp: { version, services, capabilities: { ...own, ...extensions }, payment_handlers: {} } };
}

/** The profile of the stores at this host, which may have a port: their endpoint, and what it has beside the protocol. */
export function shopProfile(host: string, extensions: UcpProfile['ucp']['capabilities']): UcpProfile {
  const root = `https://ucp.dev/${ucpVersion}`;
  const service = {
    version: ucpVersion,
    spec: `${root}/specification/overview`,
    transport: 'mcp',
    schema: `${root}/services/shopping/mcp.openrpc.json`,
    endpoint: `https://${host}/mcp`,
  };
  return profile(ucpVersion, { [ucpNames.shopping]: [service] }, extensions);
}

/** The profile of this service as an agent that reads catalogues: it sells nothing, and takes no calls itself. */
export function agentProfile(version: string): UcpProfile {
  return profile(version, {});
}

/** The path of this service's own profile for a revision. */
export function agentProfilePath(version: string): string {
  return `/ucp/profiles/${version}.json`;
}

export type ProfileHost = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** Where shops read this service's profile: requests to them name it. */
export function agentProfileUrl({ publicUrl, host, port }: ProfileHost, version: string): string {
  return `${publicUrl ?? `https://${urlHost(host)}:${port}`}${agentProfilePath(version)}`;
}
