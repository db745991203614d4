import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { checkDashboard } from './contract/check-dashboard.ts';
import { checkRequirementTests } from './contract/check-requirement-tests.ts';
import { checkRequirements } from './contract/check-requirements.ts';
import { lintContract } from './contract/lint-contract.ts';
import { checkRelease } from './contract-diff/check-release.ts';
import { runCommand } from './run-command.ts';

const help = `node scripts/check-contract.ts [--write]

Lints openapi.yaml, dashboard.yaml and asyncapi.yaml with Redocly, Spectral and the AsyncAPI parser; checks requirements,
citations, decisions and the dashboard's rules, the changes since the last release (version, change log, requirements),
and that the tests of server/ name every requirement that they are to verify. Prints one line for each problem.

  --write  generate first, and compare with the last commit on main at the end: npm run contract
  --help   show this

Exit code 0: no problem, 1: problems, 2: the arguments are wrong.`;

const root = dirname(import.meta.dirname);
const spec = join(root, 'spec');

/** A check that cannot go on is a problem as well, so that the others still report theirs. */
async function problemsOf(
  check: () => readonly string[] | Promise<readonly string[]>,
): Promise<readonly string[]> {
  try {
    return await check();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The exit code of a script beside this one, which prints for itself. */
function run(script: string): number {
  return spawnSync(process.execPath, [join(import.meta.dirname, script)], { stdio: 'inherit' }).status ?? 1;
}

await runCommand(
  { name: 'check-contract', help, options: { write: { type: 'boolean' } }, errorCode: 2 },
  async ({ values }) => {
    const generated = values.write ? run('generate.ts') : 0;
    const problems = [
      ...(await problemsOf(() => checkRequirements(spec))),
      ...(await problemsOf(() => checkDashboard(spec))),
      ...(await problemsOf(() => checkRequirementTests(root))),
      ...(await problemsOf(() => checkRelease(spec))),
      ...(await problemsOf(() => lintContract(spec))),
    ];
    for (const problem of new Set(problems)) console.error(problem);
    // What breaks is reported; whether it may is decided by the version, which is checked above.
    if (values.write) run('contract-diff.ts');
    return problems.length + generated === 0 ? 0 : 1;
  },
);
