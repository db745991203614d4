import type { TestNames } from './find-test-names.ts';
import type { RequirementRow } from './requirement-rows.ts';

/** Each requirement that is to be proved by a server or browser test and is named by none, and each name of none. */
export function findRequirementTestProblems(
  rows: readonly RequirementRow[],
  tests: readonly TestNames[],
): string[] {
  const named = new Set(tests.flatMap((test) => test.requirements));
  const inBrowser = new Set(tests.filter((test) => test.browser).flatMap((test) => test.requirements));
  const known = new Set(rows.map((row) => row.id));
  return [
    ...lacking(rows, 'server-test', named).map(
      (row) => `${row.id} is named by no test of the server: ${row.text}`,
    ),
    ...lacking(rows, 'browser', inBrowser).map((row) => `${row.id} is named by no browser test: ${row.text}`),
    ...[...named].filter((id) => !known.has(id)).map((id) => `a test names ${id}, which does not exist`),
  ];
}

function lacking(rows: readonly RequirementRow[], way: string, named: ReadonlySet<string>): RequirementRow[] {
  return rows.filter((row) => row.verified.includes(way) && !named.has(row.id));
}
