import { createHash } from 'node:crypto';
import { Router } from 'express';
import { z } from 'zod';
import { ownFilters } from '../catalog/catalog-tools.ts';
import { methodNotAllowed } from '../http/middleware.ts';
import {
  agentProfilePath,
  readVersions,
  schemaOf,
  shoppingAt,
  ucpNames,
  ucpProfile,
  ucpVersion,
} from '../ucp/profile.ts';

const filtersPath = '/ucp/catalog-filters.json';
const filtersVersion = '2026-11-26';

/**
 * What others of the Universal Commerce Protocol read, without a key. Agents read `/.well-known/ucp` and the schema of our
 * own filters before they call: all stores of an origin have one profile, and the key says whose catalogue is searched.
 * Shops read the profiles that our requests to them name, one for each revision (decision 0065).
 */
export function ucpDocuments(): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const documents: Readonly<Record<string, (host: string) => object>> = {
    '/.well-known/ucp': (host) => ucpProfile(ucpVersion, shoppingAt(host), extensionOf(host)),
    [filtersPath]: filtersSchemaOf,
    ...Object.fromEntries(
      readVersions.map((version) => [agentProfilePath(version), () => ucpProfile(version)]),
    ),
  };
  for (const [path, documentOf] of Object.entries(documents))
    router
      .route(path)
      .get((request, response) => {
        const text = JSON.stringify(documentOf(request.get('Host') ?? 'localhost'));
        // Caches may keep it, as the protocol asks, and pages of any origin may read it.
        response.set({
          'Access-Control-Allow-Origin': '*',
          'Cache-Control': 'public, max-age=3600',
          ETag: `"${createHash('sha256').update(text).digest('base64url')}"`,
        });
        response.type('json').send(text);
      })
      .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}

/** Our filters as an extension; none at an address, and at a name without a domain. */
function extensionOf(host: string) {
  const [name, schema] = [extensionNameOf(host), `https://${host}${filtersPath}`];
  const extension = { version: filtersVersion, schema, extends: [ucpNames.search, ucpNames.lookup] };
  return name === undefined ? {} : { [name]: [extension] };
}

/** The domain is the authority of the name. */
function extensionNameOf(host: string): string | undefined {
  const labels = new URL(`https://${host}`).hostname.replace(/\.$/, '').split('.');
  const isDomain = labels.length > 1 && /^[a-z]/.test(labels.at(-1) ?? '');
  return isDomain ? `${labels.toReversed().join('.')}.shopping.catalog_filters` : undefined;
}

/** The schema of our own filters, as the protocol composes those of extensions: one definition for each parent. */
function filtersSchemaOf(host: string): object {
  const { $schema, ...filters } = z.toJSONSchema(z.looseObject(ownFilters), { io: 'input' });
  const properties = { filters: { $ref: '#/$defs/filters' } };
  const extending = (parent: 'search' | 'lookup', ...requests: string[]) => ({
    anyOf: requests.map((name) => ({ $ref: `${schemaOf(ucpVersion, parent)}#/$defs/${name}` })),
    properties,
  });
  return {
    $schema,
    $id: `https://${host}${filtersPath}`,
    name: extensionNameOf(host),
    version: filtersVersion,
    title: 'Filters of a catalogue',
    description: 'Filters beside category and price. Every filter must hold for one variant of a product.',
    requires: { protocol: { min: ucpVersion } },
    $defs: {
      filters,
      [ucpNames.search]: extending('search', 'search_request'),
      [ucpNames.lookup]: extending('lookup', 'lookup_request', 'get_product_request'),
    },
  };
}
