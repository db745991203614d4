import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../testing/run-cli.ts';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
const run = (...args: readonly string[]) => runProgram(execPath, [cli, ...args], { CHROMIUM_PATH: 'none' });

describe('npm run mutants', { tags: ['nightly'] }, () => {
  it('runs the whole suite against a mutant with --whole, and names the checks that find it', async () => {
    const { exitCode, stdout } = await run('--only', 'name-trimmed', '--whole');
    expect(stdout).toContain('Mutants: 1 of 1 killed');
    expect(stdout).toMatch(/^killed +name-trimmed .*agents\/keeps-text/m);
    expect(exitCode).toBe(0);
  });

  it('exits with 2 for a mutant that does not exist, and names it', async () => {
    const { exitCode, stderr } = await run('--only', 'no-such-mutant');
    expect(stderr).toContain('no mutant has the id or the clause "no-such-mutant"');
    expect(exitCode).toBe(2);
  });
});
