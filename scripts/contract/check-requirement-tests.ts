import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExamples } from '../../spec/read-examples.ts';
import { readYaml } from '../generate/bundle-document.ts';
import { asObject } from '../generate/json.ts';
import { listFiles } from '../generate/list-files.ts';
import { findTestNames, type TestNames } from './find-test-names.ts';
import { findRequirementTestProblems } from './requirement-test-problems.ts';
import { requirementRows } from './requirement-rows.ts';

/** Compares what requirements.yaml says is proved by tests of the server with what the tests under server/ name. */
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

/** server/examples.test.ts replays each example, and titles the test with the requirements that the example names. */
function replayedExamples(): TestNames {
  const replayed = readExamples().filter((example) => example.not_replayed === undefined);
  return { requirements: replayed.flatMap((example) => example.requirements), browser: false };
}
