import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { browserPath } from '../server/testing/browser.ts';
import { failedTestsFile } from './failed-tests.ts';

const help = `npm test

Runs every gate: format, lint, layers, types, drift of generated/, the contract, licences, all tests and most mutants
(npm run mutants: all of them).

  --help   show this

Some tests only: npx vitest run --config scripts/vitest.config.ts --root . <paths>
Exit code 0: all gates passed, 1: a gate failed, 2: the arguments are wrong.`;

/** One gate of `npm test`: its name in the summary and its command. */
interface Gate {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const tsc = ['node', 'node_modules/typescript-7/bin/tsc', '--noEmit', '-p'] as const;
const folders = ['spec', 'generated', 'server', 'conformance', 'scripts'];
// The quick gates run two at a time and print only when they fail; the tests print while they run.
const quickGates: readonly Gate[] = [
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--quiet'] },
  { name: 'layers', command: ['depcruise', '--config', 'scripts/layers.config.mjs', ...folders] },
  { name: 'types', command: [...tsc, 'tsconfig.json'] },
  { name: 'widget types', command: [...tsc, 'server/embed/widget/browser/tsconfig.json'] },
  { name: 'dashboard types', command: [...tsc, 'server/dashboard/browser/tsconfig.json'] },
  { name: 'docs types', command: [...tsc, 'scripts/docs/browser/tsconfig.json'] },
  { name: 'drift', command: ['node', 'scripts/generate.ts', '--check'] },
  { name: 'contract', command: ['node', 'scripts/check-contract.ts'] },
  { name: 'licences', command: ['node', 'scripts/check-licences.ts'] },
];
const testGates: readonly Gate[] = [
  { name: 'tests', command: ['vitest', 'run', '--config', 'scripts/vitest.config.ts', '--root', '.'] },
  { name: 'mutants', command: ['node', 'conformance/mutants/cli.ts', '--quiet', '--quick'] },
];
const concurrency = 2;
// The tests start some three hundred processes, whose start takes half the time when their modules are compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

interface GateResult {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
}

function runGate(
  { name, command: [command, ...args] }: Gate,
  output: 'inherit' | 'pipe',
): Promise<GateResult> {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', output, output] });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    const finish = (passed: boolean, reason = ''): void => {
      if (!passed)
        process.stdout.write(`\n--- ${name} failed ---\n${Buffer.concat(chunks).toString()}${reason}\n`);
      resolve({ name, passed, seconds: (performance.now() - start) / 1000 });
    };
    child.on('error', (error) => finish(false, error.message));
    child.on('close', (code) => finish(code === 0));
  });
}

async function runConcurrently(gates: readonly Gate[]): Promise<GateResult[]> {
  const queue = [...gates];
  const results: GateResult[] = [];
  const worker = async (): Promise<void> => {
    for (let gate = queue.shift(); gate !== undefined; gate = queue.shift())
      results.push(await runGate(gate, 'pipe'));
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

/** Downloads Chromium once where the machine has no browser. Without a network the widget's tests are skipped. */
function fetchBrowser(): void {
  if (browserPath(process.env) !== undefined) return;
  console.error('No browser for the tests of the pages: downloading Chromium ...');
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  // Only root can install the system libraries that Chromium needs.
  const libraries = process.getuid?.() === 0 ? ['--with-deps'] : [];
  const args = [join(playwright, 'cli.js'), 'install', ...libraries, '--no-shell', 'chromium'];
  spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2], timeout: 5 * 60_000 });
}

/** The failed tests come last: many CI systems keep only the end of a long output. */
function printSummary(results: readonly GateResult[]): void {
  console.log('');
  for (const { name, passed, seconds } of results)
    console.log(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(16)} ${seconds.toFixed(1)} s`);
  if (results.some(({ name, passed }) => name === 'tests' && !passed)) {
    console.log('');
    if (existsSync(failedTestsFile)) process.stdout.write(readFileSync(failedTestsFile));
    else console.log('The test run stopped before it could list its failed tests: see above.');
  }
  const failed = results.filter((result) => !result.passed).length;
  console.log(`Gates: ${results.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
  if (values.help) {
    console.log(help);
    return;
  }
  rmSync(failedTestsFile, { force: true });
  const results = await runConcurrently(quickGates);
  fetchBrowser();
  for (const gate of testGates) results.push(await runGate(gate, 'inherit'));
  printSummary(results);
}

try {
  await main();
} catch (error) {
  console.error(`test: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
