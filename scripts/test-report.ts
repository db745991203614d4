import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Tests that `npm test` leaves out and `npm run test:all` runs. */
export const nightlyTag = 'nightly';

/** What a run of the tests shows at its end. */
export interface TestReport {
  /** One line for each failed test and each error outside of a test. */
  readonly failed: readonly string[];
  /** Files with tests that this machine cannot run, and how many. */
  readonly skipped: Readonly<Record<string, number>>;
  /** The full names of the tests that were left out for their tag. */
  readonly leftOut: readonly string[];
  /** The files that took longest, the slowest first. */
  readonly slowest: readonly { readonly file: string; readonly seconds: number }[];
}

export const testReportFile = 'dist/test-report.json';
const shownFiles = 10;

/** A Vitest reporter that writes `testReportFile` for `scripts/test.ts`. */
export class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message?: unknown }[]): void {
    const report: TestReport = {
      failed: [
        ...modules.flatMap(failuresOf),
        ...unhandled.map((error) => `outside of a test: ${firstLine(error)}`),
      ],
      skipped: Object.fromEntries(
        modules
          .map((module) => [fileOf(module), skippedIn(module)] as const)
          .filter(([, count]) => count > 0),
      ),
      leftOut: modules.flatMap((module) => leftOutOf(module).map(({ fullName }) => fullName)),
      slowest: modules
        .map((module) => ({ file: fileOf(module), seconds: secondsOf(module) }))
        .toSorted((one, other) => other.seconds - one.seconds)
        .slice(0, shownFiles),
    };
    mkdirSync(dirname(testReportFile), { recursive: true });
    writeFileSync(testReportFile, JSON.stringify(report));
  }
}

function fileOf(module: TestModule): string {
  return relative('.', module.moduleId);
}

/** The time of the tests of a file with their hooks, and of loading it. */
function secondsOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic();
  return (collectDuration + duration) / 1000;
}

function leftOutOf(module: TestModule) {
  return [...module.children.allTests('skipped')].filter(({ tags }) => tags.includes(nightlyTag));
}

function skippedIn(module: TestModule): number {
  return [...module.children.allTests('skipped')].length - leftOutOf(module).length;
}

function failuresOf(module: TestModule): string[] {
  const file = fileOf(module);
  const hookErrors = [module, ...module.children.allSuites()].flatMap((group) => group.errors());
  const tests = [...module.children.allTests('failed')];
  return [
    ...hookErrors.map((error) => `${file}: ${firstLine(error)}`),
    ...tests.map((test) => `${file}: ${test.fullName}: ${firstLine(test.result().errors?.[0])}`),
  ];
}

function firstLine(error: { readonly message?: unknown } | undefined): string {
  const [line = ''] = String(error?.message ?? '').split('\n', 1);
  return line.slice(0, 200);
}
