// The one configuration of layers, for dependency-cruiser: imports point one way, from a later layer to an earlier one.
const topLevel = {
  spec: [],
  generated: ['spec'],
  server: ['generated'],
  conformance: ['generated'],
  scripts: ['spec', 'generated', 'server', 'conformance'],
};

// Lowest first. Entries of one layer do not import each other.
const serverLayers = [
  ['errors.ts'],
  ['support'],
  ['config'],
  ['db'],
  ['catalog', 'auth'],
  ['ucp'],
  ['knowledge'],
  ['quarantine'],
  ['models', 'tools'],
  ['chat'],
  ['services'],
  ['notify'],
  ['deps.ts'],
  ['http'],
  ['mcp', 'embed', 'dashboard', 'demo', 'commands'],
  ['app.ts'],
  ['main.ts'],
  ['cli.ts'],
];

// Lowest first, as for the server. `mutants` and `testing` are outside: they start the suite.
const conformanceLayers = [
  ['exchange.ts'],
  ['check.ts'],
  ['arbitraries', 'client'],
  ['model'],
  ['checks'],
  ['runner'],
  ['report'],
  ['claim'],
  ['command'],
];

const pathOf = (folder, entries) =>
  `^${folder}/(?:${entries.map((entry) => (entry.includes('.') ? entry.replaceAll('.', '\\.') + '$' : entry + '/')).join('|')})`;

const between = Object.entries(topLevel).map(([name, allowed]) => ({
  name: `${name}-imports`,
  comment: `${name}/ may import ${allowed.join(', ') || 'no other top-level folder'} only.`,
  severity: 'error',
  from: { path: `^${name}/` },
  to: {
    path: `^(?:${Object.keys(topLevel)
      .filter((other) => other !== name && !allowed.includes(other))
      .join('|')})/`,
  },
}));

function layerRules(folder, layers) {
  return layers.flatMap((entries, index) =>
    entries.map((entry) => {
      const forbidden = [...layers.slice(index + 1).flat(), ...entries.filter((other) => other !== entry)];
      return {
        name: `${folder}-${entry}-layer`,
        comment: `${folder}/${entry} may import lower layers only.`,
        severity: 'error',
        from: { path: pathOf(folder, [entry]) },
        to: { path: forbidden.length > 0 ? pathOf(folder, forbidden) : '^$' },
      };
    }),
  );
}

// dependency-cruiser reads the default export.
// oxlint-disable-next-line import/no-default-export
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Files do not import each other in a circle.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-testing',
      comment: 'Code that runs in production does not import test support.',
      severity: 'error',
      from: { pathNot: '/testing/|\\.test(-d)?\\.ts$|^scripts/|^conformance/mutants/' },
      to: { path: '/testing/' },
    },
    {
      name: 'no-dashboard-in-conformance',
      comment: "The dashboard's operations are no part of what other deployments implement (decision 0039).",
      severity: 'error',
      from: { path: '^conformance/' },
      to: { path: '^generated/dashboard' },
    },
    ...between,
    ...layerRules('server', serverLayers),
    ...layerRules('conformance', conformanceLayers),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test(-d)?\\.ts$|/testing/.*\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
