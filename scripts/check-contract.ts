import { dirname, join } from 'node:path';
import { checkDashboard } from './contract/check-dashboard.ts';
import { checkRequirementTests } from './contract/check-requirement-tests.ts';
import { checkRequirements } from './contract/check-requirements.ts';
import { lintContract } from './contract/lint-contract.ts';
import { checkRelease } from './contract-diff/check-release.ts';

// Lints openapi.yaml, dashboard.yaml and asyncapi.yaml with Redocly, Spectral and the AsyncAPI parser; checks
// requirements, citations, decisions and the dashboard's rules, the changes since the last release (version, change log,
// requirements), and that the tests of server/ name every requirement that they are to verify. Prints one line for each
// problem; exit code 1 for any.
const root = dirname(import.meta.dirname);
const spec = join(root, 'spec');

try {
  const problems = [
    ...checkRequirements(spec),
    ...checkDashboard(spec),
    ...checkRequirementTests(root),
    ...checkRelease(spec),
    ...(await lintContract(spec)),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
