import {
  type JsonObject,
  lookupCapability,
  olderRevision,
  revision,
  searchCapability,
  service,
} from './protocol.ts';

/** Changes a healthy profile. `isLeaf` is true for the profile of one older revision. */
export type ChangeProfile = (ucp: JsonObject, origin: string, isLeaf: boolean) => unknown;

const futureRevision = '2031-01-01';

/** Changes each transport binding of the shopping service. */
function changeBindings(ucp: JsonObject, change: (binding: JsonObject) => JsonObject): JsonObject {
  const bindings = (ucp['services'] as Record<string, JsonObject[]>)[service] ?? [];
  return { ...ucp, services: { [service]: bindings.map(change) } };
}

function withEndpoint(endpoint: (origin: string) => unknown): ChangeProfile {
  return (ucp, origin) => ({
    ucp: changeBindings(ucp, (entry) => ({ ...entry, endpoint: endpoint(origin) })),
  });
}

function withVersion(ucp: JsonObject, version: string): JsonObject {
  const capabilities = ucp['capabilities'] as Record<string, JsonObject[]>;
  const changed = Object.entries(capabilities).map(([name, entries]) => [
    name,
    entries.map((entry) => ({ ...entry, version })),
  ]);
  return {
    ...changeBindings(ucp, (entry) => ({ ...entry, version })),
    capabilities: Object.fromEntries(changed),
  };
}

export const profileFaults = {
  'future-version': [
    'speaks only a revision that does not exist',
    (ucp) => ({
      ucp: { ...withVersion(ucp, futureRevision), version: futureRevision, supported_versions: {} },
    }),
  ],
  'draft-version': [
    'has a version that is not a date',
    (ucp) => ({ ucp: { ...withVersion(ucp, 'draft'), version: 'draft', supported_versions: {} } }),
  ],
  'older-version': [
    `speaks only the revision of ${olderRevision}`,
    (ucp) => ({
      ucp: { ...withVersion(ucp, olderRevision), version: olderRevision, supported_versions: {} },
    }),
  ],
  'lying-version': [
    'says a revision, and its services and capabilities are of an older one',
    (ucp) => ({ ucp: withVersion(ucp, olderRevision) }),
  ],
  'lying-leaf': [
    'links to a profile of the revision whose own version is another',
    (ucp, origin, isLeaf) =>
      isLeaf
        ? { ucp: withVersion({ ...ucp, version: olderRevision }, olderRevision) }
        : {
            ucp: {
              ...withVersion(ucp, futureRevision),
              version: futureRevision,
              supported_versions: { [revision]: `${origin}/.well-known/ucp/${revision}` },
            },
          },
  ],
  'leaf-elsewhere': [
    'links to a profile of the revision at the metadata address of clouds',
    (ucp) => ({
      ucp: {
        ...withVersion(ucp, futureRevision),
        version: futureRevision,
        supported_versions: { [revision]: 'http://169.254.169.254/latest/meta-data/' },
      },
    }),
  ],
  'foreign-schema': [
    'has capabilities whose schemas are not of their namespace',
    (ucp) => ({
      ucp: {
        ...ucp,
        capabilities: Object.fromEntries(
          [searchCapability, lookupCapability].map((name) => [
            name,
            [{ version: revision, schema: 'https://evil.example/schemas/catalog.json' }],
          ]),
        ),
      },
    }),
  ],
  'no-catalog': ['has no catalogue capability', (ucp) => ({ ucp: { ...ucp, capabilities: {} } })],
  'search-only': [
    'offers the search without the look-up',
    (ucp) => ({
      ucp: {
        ...ucp,
        capabilities: { [searchCapability]: (ucp['capabilities'] as JsonObject)[searchCapability] },
      },
    }),
  ],
  'no-services': ['has no services', (ucp) => ({ ucp: { ...ucp, services: {} } })],
  'embedded-only': [
    'offers a transport for browsers only',
    (ucp) => ({ ucp: changeBindings(ucp, (entry) => ({ ...entry, transport: 'embedded' })) }),
  ],
  'endpoint-missing': [
    'has services without an endpoint',
    (ucp) => ({ ucp: changeBindings(ucp, ({ version, transport }) => ({ version, transport })) }),
  ],
  'endpoint-metadata': [
    'has its endpoint at the metadata address of clouds',
    withEndpoint(() => 'http://169.254.169.254/latest/meta-data/'),
  ],
  'endpoint-private': [
    'has its endpoint in a private network',
    withEndpoint(() => 'https://10.0.0.1/api/ucp/mcp'),
  ],
  'endpoint-script': [
    'has an endpoint that is not an HTTP address',
    withEndpoint(() => 'javascript:alert(1)'),
  ],
  'endpoint-credentials': [
    'has an endpoint with a user name and a password',
    withEndpoint((origin) => origin.replace('://', '://user:password@') + '/api/ucp/mcp'),
  ],
  'profile-wrong-types': [
    'has values of other types',
    () => ({ ucp: { version: 20_260_825, services: [], capabilities: 'all', payment_handlers: null } }),
  ],
  'profile-empty': ['has an empty profile', () => ({})],
} as const satisfies Record<string, readonly [about: string, change: ChangeProfile]>;
