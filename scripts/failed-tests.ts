import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

type Failure = { readonly message?: unknown };
/** Only there when something failed. */
export const fileOfFailures = 'dist/failed-tests.txt';
const mostNamed = 20;

/** A reporter of Vitest's for `scripts/test.ts`: each failed test, and each error outside of one, in a line. */
export class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failure[]): void {
    const lines = [
      ...modules.flatMap(failuresOf),
      ...unhandled.map((error) => `outside of a test: ${firstLine(error)}`),
    ];
    if (lines.length === 0) return;
    const more = lines.length - mostNamed;
    if (more > 0) lines.splice(mostNamed, more, `and ${more} more`);
    writeFileSync(fileOfFailures, lines.join('\n') + '\n');
  }
}

function failuresOf(module: TestModule): string[] {
  const file = relative('.', module.moduleId);
  const ofHooks = [module, ...module.children.allSuites()].flatMap((group) => group.errors());
  const ofTests = [...module.children.allTests('failed')].map(
    (test) => `${file}: ${test.fullName}: ${firstLine(test.result().errors?.[0])}`,
  );
  return [...ofHooks.map((error) => `${file}: ${firstLine(error)}`), ...ofTests];
}

function firstLine(error: Failure | undefined): string {
  return String(error?.message ?? '')
    .split('\n', 1)
    .join()
    .slice(0, 200);
}
