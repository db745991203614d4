import { defineConfig } from 'vitest/config';
import common from '../vitest.config.ts';

// `npm run test:nodes`: every test of several nodes, one cluster at a time.
export default defineConfig({
  test: {
    ...common.test,
    include: ['scripts/nodes/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    maxWorkers: 1,
    testTimeout: 300_000,
    reporters: ['verbose'],
  },
});
