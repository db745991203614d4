import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startVitest, type Reporter } from 'vitest/node';
import type { Job } from './plan.ts';
import type { CheckResult } from './run-check.ts';

// Beside this file in the repository, and compiled beside the command in the package.
const candidates = ['./vitest-suite.ts', './vitest-suite.js'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
const dayMs = 86_400_000;

/** Prints nothing: the command's own report comes from the results. */
function quietReporter(onResult: (result: CheckResult) => void, errors: string[]): Reporter {
  return {
    onTestCaseResult: (testCase) => {
      const result = testCase.meta().checkResult as CheckResult | undefined;
      if (result !== undefined) onResult(result);
      else errors.push(...(testCase.result().errors ?? []).map(({ message }) => message));
    },
    onTestRunEnd: (modules, unhandled) => {
      errors.push(...unhandled.map(({ message }) => message));
      for (const module of modules) errors.push(...module.errors().map(({ message }) => message));
    },
  };
}

/** Runs a job under vitest in a worker thread. Rejects for errors of the suite itself. */
export async function runInVitest(job: Job, onResult: (result: CheckResult) => void): Promise<CheckResult[]> {
  const suite = candidates.find((file) => existsSync(file));
  if (suite === undefined) throw new Error(`the suite file is missing beside ${import.meta.url}`);
  const results: CheckResult[] = [];
  const errors: string[] = [];
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
      reporters: [quietReporter(collect, errors)],
      provide: { job },
      cache: false,
      passWithNoTests: false,
    },
    { cacheDir: undefined, logLevel: 'silent' } as never,
  );
  await vitest.close();
  if (errors.length > 0) throw new Error([...new Set(errors)].join('\n'));
  return results;
}
