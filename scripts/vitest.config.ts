import { defineConfig } from 'vitest/config';
import { nightlyTag, TestReporter } from './test-report.ts';

// More workers than the two cores of CI: the tests wait for browsers and child processes for a third of their time.
export default defineConfig({
  test: {
    include: ['{server,conformance,scripts,spec,generated}/**/*.test.ts'],
    // `npm run test:nodes` runs them: they take minutes.
    exclude: ['**/node_modules/**', 'scripts/nodes/long/**'],
    tags: [
      { name: nightlyTag, description: 'Proves the tests themselves, or repeats them: npm run test:all' },
    ],
    globalSetup: ['server/testing/postgres-on-demand.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // The files of a worker share loaded modules: each test makes its own servers and stores, and restores what it changes.
    isolate: false,
    // They end a test that hangs; no test depends on them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    reporters: ['default', new TestReporter(), ...(process.env['CI'] ? ['junit'] : [])],
    outputFile: { junit: 'dist/junit.xml' },
  },
});
