import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { nightlyTag, TestReporter } from './test-report.ts';

/** Files of scripts/ first: they start programs and wait longest, which nothing would fill at the end. */
class LongWaitsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (moduleId.includes('/scripts/') ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

// Twice the cores of CI: a third of a test is waiting. Each worker loads the service and compiles its schemas.
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
    maxWorkers: 4,
    // The files of a worker share loaded modules: each test makes its own servers and stores, and restores what it changes.
    isolate: false,
    sequence: { sequencer: LongWaitsFirst },
    // They end a test that hangs; no test depends on them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    reporters: ['default', new TestReporter(), ...(process.env['CI'] ? ['junit'] : [])],
    outputFile: { junit: 'dist/junit.xml' },
  },
});
