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

/** A service has `transport` and `endpoint`; a capability that is an extension has `extends`. */
const entity = z.object({
  version: z.string(),
  spec: z.url().optional(),
  schema: z.url().optional(),
  transport: z.string().optional(),
  endpoint: z.url().optional(),
  extends: z.union([z.string(), z.array(z.string())]).optional(),
});
const entities = z.record(z.string(), z.array(entity));

/** A profile: what a shop has at `/.well-known/ucp`, and an agent at the address that it sends. */
export const ucpProfileSchema = z.object({
  ucp: z.object({
    version: z.string(),
    supported_versions: z.record(z.string(), z.url()).optional(),
    services: entities,
    capabilities: entities.default({}),
    payment_handlers: entities,
  }),
});

export type UcpProfile = z.infer<typeof ucpProfileSchema>;

type Entities = z.infer<typeof entities>;

/** The address of the schema of a capability. */
export function schemaOf(version: string, name: 'search' | 'lookup'): string {
  return `https://ucp.dev/${version}/schemas/shopping/catalog_${name}.json`;
}

/**
 * The profile of who has catalogues, or without services of an agent that reads them: it sells nothing, and takes no calls
 * itself. `extensions` are what the capabilities have beside the protocol.
 */
export function ucpProfile(version: string, services: Entities = {}, extensions: Entities = {}): UcpProfile {
  const spec = `https://ucp.dev/${version}/specification/shopping/catalog`;
  const capabilities = {
    [ucpNames.search]: [{ version, spec: `${spec}/search`, schema: schemaOf(version, 'search') }],
    [ucpNames.lookup]: [{ version, spec: `${spec}/lookup`, schema: schemaOf(version, 'lookup') }],
    ...extensions,
  };
  return { ucp: { version, services, capabilities, payment_handlers: {} } };
}

/** The service of the stores at this host, which may have a port. */
export function shoppingAt(host: string): Entities {
  const root = `https://ucp.dev/${ucpVersion}`;
  const service = {
    version: ucpVersion,
    spec: `${root}/specification/overview`,
    transport: 'mcp',
    schema: `${root}/services/shopping/mcp.openrpc.json`,
    endpoint: `https://${host}/mcp`,
  };
  return { [ucpNames.shopping]: [service] };
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
