import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Reporter, startVitest } from 'vitest/node';
import type { CheckResult } from './check-result.ts';
import type { Job } from './job.ts';

// Beside this file in the repository, and compiled beside the command in the package.
const candidates = ['./vitest-suite.ts', './vitest-suite.js'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
const dayMs = 86_400_000;

/** Vitest's own words stay out of the user's sight; ours come from the results. */
function quietReporter(onResult: (result: CheckResult) => void, faults: string[]): Reporter {
  return {
    onTestCaseResult: (testCase) => {
      const result = testCase.meta().checkResult as CheckResult | undefined;
      if (result !== undefined) onResult(result);
    },
    onTestRunEnd: (modules, errors) => {
      faults.push(...errors.map(({ message }) => message));
      for (const module of modules) faults.push(...module.errors().map(({ message }) => message));
    },
  };
}

/** Runs a job under vitest, in a worker. Rejects when the suite itself is broken. */
export async function runInVitest(job: Job, onResult: (result: CheckResult) => void): Promise<CheckResult[]> {
  const suite = candidates.find((file) => existsSync(file));
  if (suite === undefined) throw new Error('the suite file is missing');
  const results: CheckResult[] = [];
  const faults: string[] = [];
  const collect = (result: CheckResult): void => {
    results.push(result);
    onResult(result);
  };
  const root = fileURLToPath(new URL('./', import.meta.url));
  const vitest = await startVitest(
    [],
    {
      root,
      config: false,
      watch: false,
      include: [suite.slice(root.length)],
      exclude: [],
      pool: 'threads',
      isolate: false,
      fileParallelism: false,
      maxConcurrency: 1000,
      testTimeout: dayMs,
      reporters: [quietReporter(collect, faults)],
      provide: { job },
      cache: false,
      passWithNoTests: false,
    },
    { cacheDir: undefined, logLevel: 'silent' } as never,
  );
  await vitest.close();
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return results;
}
