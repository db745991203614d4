import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FailedTests } from './failed-tests.ts';

/** Begins with the test that waits for a minute, so that the others run beside it; then the largest files, as usual. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification): boolean =>
      moduleId.endsWith('/scripts/server-conformance.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

// Three workers on the two cores of CI: the tests wait for browsers and child processes for a third of their time.
export default defineConfig({
  test: {
    include: ['{server,conformance,scripts,spec,generated}/**/*.test.ts'],
    // `npm run test:nodes` runs them: they take minutes.
    exclude: ['**/node_modules/**', 'scripts/nodes/long/**'],
    globalSetup: ['server/testing/postgres-on-demand.ts'],
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
    // The files of a worker share loaded modules: each test makes its own servers and stores, and restores what it changes.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 15_000 } },
    reporters: ['default', new FailedTests(), ...(process.env['CI'] ? ['junit'] : [])],
    outputFile: { junit: 'dist/junit.xml' },
  },
});
