import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkDashboard } from './contract/check-dashboard.ts';
import { checkRequirementTests } from './contract/check-requirement-tests.ts';
import { checkRequirements } from './contract/check-requirements.ts';
import { lintContract } from './contract/lint-contract.ts';
import { checkRelease } from './contract-diff/check-release.ts';

const help = `node scripts/check-contract.ts

Lints openapi.yaml, dashboard.yaml and asyncapi.yaml with Redocly, Spectral and the AsyncAPI parser; checks requirements,
citations, decisions and the dashboard's rules, the changes since the last release (version, change log, requirements),
and that the tests of server/ name every requirement that they are to verify. Prints one line for each problem.

  --help   show this

Exit code 0: no problem, 1: problems, 2: the arguments are wrong or a file cannot be read.`;

const root = dirname(import.meta.dirname);
const spec = join(root, 'spec');

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const problems = [
    ...checkRequirements(spec),
    ...checkDashboard(spec),
    ...checkRequirementTests(root),
    ...checkRelease(spec),
    ...(await lintContract(spec)),
  ];
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`check-contract: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
