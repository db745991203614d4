import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Exists only after a run with failures. */
export const failedTestsFile = 'dist/failed-tests.txt';
const maxLines = 20;

/** A Vitest reporter for `scripts/test.ts`: one line for each failed test and each error outside of a test. */
export class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message?: unknown }[]): void {
    const lines = [
      ...modules.flatMap(failuresOf),
      ...unhandled.map((error) => `outside of a test: ${firstLine(error)}`),
    ];
    if (lines.length === 0) return;
    const more = lines.length - maxLines;
    if (more > 0) lines.splice(maxLines, more, `and ${more} more`);
    writeFileSync(failedTestsFile, lines.join('\n') + '\n');
  }
}

function failuresOf(module: TestModule): string[] {
  const file = relative('.', module.moduleId);
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
