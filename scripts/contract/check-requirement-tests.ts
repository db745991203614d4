import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readExamples } from '../../spec/read-examples.ts';
import { listFiles, readYaml } from './files.ts';
import { asObject } from './json.ts';
import { requirementRows, type RequirementRow } from './requirements.ts';

/** The requirement ids in the strings of a test file, and whether the file drives a real browser. */
export interface TestNames {
  readonly requirements: readonly string[];
  readonly browser: boolean;
}

/** Compares the requirements that tests of the server verify (requirements.yaml) with the ids in the tests of server/. */
export function checkRequirementTests(root: string): string[] {
  const document = asObject(readYaml(join(root, 'spec', 'requirements.yaml')), 'requirements.yaml');
  return findRequirementTestProblems(requirementRows(document), [...serverTests(root), replayedExamples()]);
}

function serverTests(root: string): TestNames[] {
  const folder = join(root, 'server');
  return listFiles(folder)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => findTestNames(file, readFileSync(join(folder, file), 'utf8')));
}

/** server/examples.test.ts replays each example under a title with the requirement ids of the example. */
function replayedExamples(): TestNames {
  const replayed = readExamples().filter((example) => example.not_replayed === undefined);
  return { requirements: replayed.flatMap((example) => example.requirements), browser: false };
}

/**
 * Reads the ids in the strings of a test file: titles, and the tables that fill titles. Comments do not count, because a
 * comment cannot fail. A browser test imports playwright or a module with `browser` in its name.
 */
export function findTestNames(file: string, text: string): TestNames {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const requirements = new Set<string>();
  let browser = false;
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      browser ||= /playwright|browser/.test(node.moduleSpecifier.getText(source));
    else if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      for (const id of node.text.match(/R-[\dX.]+-\d\d/g) ?? []) requirements.add(id);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { requirements: [...requirements], browser };
}

/** Requirements that need a server or browser test and have none, and ids in tests that do not exist. */
export function findRequirementTestProblems(
  rows: readonly RequirementRow[],
  tests: readonly TestNames[],
): string[] {
  const inTests = new Set(tests.flatMap((test) => test.requirements));
  const inBrowser = new Set(tests.filter((test) => test.browser).flatMap((test) => test.requirements));
  const known = new Set(rows.map((row) => row.id));
  const untested = (way: string, ids: ReadonlySet<string>): RequirementRow[] =>
    rows.filter((row) => row.verified.includes(way) && !ids.has(row.id));
  return [
    ...untested('server-test', inTests).map((row) => `no server test names ${row.id}: ${row.text}`),
    ...untested('browser', inBrowser).map((row) => `no browser test names ${row.id}: ${row.text}`),
    ...[...inTests].filter((id) => !known.has(id)).map((id) => `a test names ${id}, which does not exist`),
  ];
}
