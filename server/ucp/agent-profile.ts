import { type Config, urlHost } from '../config/config.ts';
import { ucpNames, type UcpProfile, ucpVersion } from './types.ts';

/**
 * Revisions in which this service reads other shops, the preferred one first: their catalogues differ in nothing that it uses
 * (decision 0065).
 */
export const readVersions: readonly string[] = [ucpVersion, '2026-04-08'];

/** The path of this service's own profile for a revision. */
export function agentProfilePath(version: string): string {
  return `/ucp/profiles/${version}.json`;
}

export type ProfileHost = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** Where shops read this service's profile: requests to them name it. */
export function agentProfileUrl({ publicUrl, host, port }: ProfileHost, version: string): string {
  return `${publicUrl ?? `https://${urlHost(host)}:${port}`}${agentProfilePath(version)}`;
}

/** The profile of this service as an agent that reads catalogues: it sells nothing, and takes no calls itself. */
export function agentProfile(version: string): UcpProfile {
  const root = `https://ucp.dev/${version}`;
  const capability = (name: 'search' | 'lookup') => [
    {
      version,
      spec: `${root}/specification/shopping/catalog/${name}`,
      schema: `${root}/schemas/shopping/catalog_${name}.json`,
    },
  ];
  return {
    ucp: {
      version,
      services: {},
      capabilities: { [ucpNames.search]: capability('search'), [ucpNames.lookup]: capability('lookup') },
      payment_handlers: {},
    },
  };
}
