import { createHash } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { ownFilters } from '../catalog/catalog-tools.ts';
import { methodNotAllowed } from '../http/middleware.ts';
import { agentProfile, agentProfilePath, readVersions } from '../ucp/agent-profile.ts';
import { ucpNames, ucpVersion, type UcpProfile } from '../ucp/types.ts';

const base = `https://ucp.dev/${ucpVersion}`;
const schemasOf = {
  [ucpNames.search]: `${base}/schemas/shopping/catalog_search.json`,
  [ucpNames.lookup]: `${base}/schemas/shopping/catalog_lookup.json`,
};
const filtersPath = '/ucp/catalog-filters.json';
const filtersVersion = '2026-11-26';

/**
 * What others of the Universal Commerce Protocol read, without a key. Agents read `/.well-known/ucp` and the schema of our
 * own filters before they call: all stores of an origin have one profile, and the key says whose catalogue is searched.
 * Shops read the profiles that our requests to them name, one for each revision (decision 0065).
 */
export function ucpDocuments(): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const documents: readonly (readonly [path: string, documentOf: (host: string) => object])[] = [
    ['/.well-known/ucp', profileOf],
    [filtersPath, filtersSchemaOf],
    ...readVersions.map((version) => [agentProfilePath(version), () => agentProfile(version)] as const),
  ];
  for (const [path, documentOf] of documents)
    router
      .route(path)
      .get(published(documentOf))
      .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}

/** Sends a document that caches may keep, as the protocol asks, and that pages of any origin may read. */
function published(documentOf: (host: string) => object): RequestHandler {
  return (request, response) => {
    const text = JSON.stringify(documentOf(request.get('Host') ?? 'localhost'));
    response.set({
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=3600',
      ETag: `"${createHash('sha256').update(text).digest('base64url')}"`,
    });
    response.type('json').send(text);
  };
}

/** The profile of the stores at this host, which may have a port. */
function profileOf(host: string): UcpProfile {
  const extension = extensionNameOf(host);
  const entity = { version: ucpVersion };
  return {
    ucp: {
      ...entity,
      services: {
        [ucpNames.shopping]: [
          {
            ...entity,
            spec: `${base}/specification/overview`,
            transport: 'mcp',
            schema: `${base}/services/shopping/mcp.openrpc.json`,
            endpoint: `https://${host}/mcp`,
          },
        ],
      },
      capabilities: {
        [ucpNames.search]: [{ ...entity, schema: schemasOf[ucpNames.search] }],
        [ucpNames.lookup]: [{ ...entity, schema: schemasOf[ucpNames.lookup] }],
        ...(extension !== undefined && {
          [extension]: [
            {
              version: filtersVersion,
              schema: `https://${host}${filtersPath}`,
              extends: [ucpNames.search, ucpNames.lookup],
            },
          ],
        }),
      },
      payment_handlers: {},
    },
  };
}

/** The name of our extension: the domain is its authority. None at an address, and at a name without a domain. */
function extensionNameOf(host: string): string | undefined {
  const labels = new URL(`https://${host}`).hostname.replace(/\.$/, '').split('.');
  const isDomain = labels.length > 1 && /^[a-z]/.test(labels.at(-1) ?? '');
  return isDomain ? `${labels.toReversed().join('.')}.shopping.catalog_filters` : undefined;
}

/** The schema of our own filters, as the protocol composes those of extensions: one definition for each parent. */
function filtersSchemaOf(host: string): object {
  const { $schema, ...filters } = z.toJSONSchema(z.looseObject(ownFilters), { io: 'input' });
  const extending = (parent: string) => ({
    allOf: [{ $ref: parent }, { type: 'object', properties: { filters: { $ref: '#/$defs/filters' } } }],
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
      [ucpNames.search]: extending(`${schemasOf[ucpNames.search]}#/$defs/search_request`),
      [ucpNames.lookup]: {
        anyOf: ['lookup_request', 'get_product_request'].map((name) =>
          extending(`${schemasOf[ucpNames.lookup]}#/$defs/${name}`),
        ),
      },
    },
  };
}
