import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { browserPath } from '../server/testing/browser.ts';
import { missingPackages } from '../server/testing/programs.ts';
import { runCommand } from './run-command.ts';
import { nightlyTag, type TestReport, testReportFile } from './test-report.ts';

const help = `npm test [-- <paths>]

Runs every gate: format, lint, layers, types, drift of generated/, the contract, licences, tests and mutants; with paths,
these tests alone.

npm run check      the quick gates, and the tests beside the changed files that import one of them; a change is
                   what is not committed, or else the last commit
npm run test:all   every test and every mutant, for the night; with paths, all of these tests

npm test leaves out what proves the tests themselves, or repeats them: all mutants but the first of each check, all
conforming servers but five, and the tests that are tagged "nightly" (what proves a gate or tool of its own, many seeds
against each sound server, runs of one seed repeated, kills at random moments, three nodes behind a balancer, PostgreSQL
where both engines get the same statements, the growth of readers of foreign text, pages in light and wide beside
dark and narrow, most pages of the docs).
npm run test:nodes and npm run test:generators are commands of their own.

  --help   show this

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
  { name: 'types', command: [...tsc, 'tsconfig.json'] },
  { name: 'contract', command: ['node', 'scripts/check-contract.ts'] },
  { name: 'lint', command: ['oxlint', '--quiet'] },
  { name: 'layers', command: ['depcruise', '--config', 'scripts/layers.config.mjs', ...folders] },
  { name: 'drift', command: ['node', 'scripts/generate.ts', '--check'] },
  { name: 'dashboard types', command: [...tsc, 'server/dashboard/browser/tsconfig.json'] },
  { name: 'widget types', command: [...tsc, 'server/embed/widget/browser/tsconfig.json'] },
  { name: 'docs types', command: [...tsc, 'scripts/docs/browser/tsconfig.json'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'licences', command: ['node', 'scripts/check-licences.ts'] },
];
const vitest = ['vitest', 'run', '--config', 'scripts/vitest.config.ts', '--root', '.'] as const;
const withoutNightly = `--tags-filter=!${nightlyTag}`;
const mutants = ['node', 'conformance/mutants/cli.ts', '--quiet'] as const;
const concurrency = 2;
// The tests start some three hundred processes, whose start takes half the time when their modules are compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

const ramDisk = '/dev/shm';
const ramDiskNeeded = 3 * 1024 ** 3;

/** Whether this system has a RAM disk with room for a run, from which programs may be started. */
function hasRamDisk(): boolean {
  if (!existsSync(ramDisk)) return false;
  const { bavail, bsize } = statfsSync(ramDisk);
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === ramDisk);
  return bavail * bsize >= ramDiskNeeded && mount !== undefined && !mount.includes('noexec');
}

/**
 * Puts what the tests write (databases, clusters, packages) on the RAM disk until this process ends: each commit waits for
 * a real disk, which takes a third of the time of the tests. TMPDIR from outside wins.
 */
function useRamDisk(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRamDisk()) return;
  const folder = mkdtempSync(join(ramDisk, 'tests-'));
  // PostgreSQL does not run as root, and has its cluster in here.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));
}

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

/** Lines of a git command. */
function git(...args: readonly string[]): readonly string[] {
  const { stdout, status, stderr } = spawnSync('git', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** The tests beside the changed files that import one of them. */
function testsOfChange(): Gate {
  const uncommitted = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const isClean = uncommitted.length === 0;
  const files = isClean ? git('diff', '--name-only', 'HEAD~1') : uncommitted;
  const changedFolders = new Set(
    files.filter((file) => file.includes('/')).map((file) => `${dirname(file)}/`),
  );
  const changed = isClean ? '--changed=HEAD~1' : '--changed';
  return {
    name: 'tests',
    command: [...vitest, withoutNightly, '--passWithNoTests', ...changedFolders, changed],
  };
}

interface Options {
  readonly all?: boolean | undefined;
  readonly changed?: boolean | undefined;
}

function testGates({ all, changed }: Options, paths: readonly string[]): readonly Gate[] {
  if (changed) return [testsOfChange()];
  const filter = all ? [] : [withoutNightly];
  const tests: Gate = { name: 'tests', command: [...vitest, ...filter, ...paths] };
  if (paths.length > 0) return [tests];
  return [tests, { name: 'mutants', command: all ? mutants : [...mutants, '--quick'] }];
}

function readReport(): TestReport | undefined {
  if (!existsSync(testReportFile)) return undefined;
  return JSON.parse(readFileSync(testReportFile, 'utf8')) as TestReport;
}

function printSkipped({ skipped, leftOut }: TestReport): void {
  const files = Object.entries(skipped);
  const count = files.reduce((sum, [, tests]) => sum + tests, 0);
  if (count > 0) {
    console.log(`\nSkipped here: ${count} tests of ${files.map(([file]) => file).join(', ')}`);
    const packages = [
      ...(browserPath(process.env) === undefined ? ['chromium-headless-shell'] : []),
      ...missingPackages(),
    ];
    if (packages.length > 0) console.log(`To run them: apt-get install -y ${packages.join(' ')}`);
  }
  if (leftOut.length > 0) console.log(`\nLeft out: ${leftOut.length} nightly tests (npm run test:all)`);
}

/** Returns the exit code. The failed tests come last: many CI systems keep only the end of a long output. */
function printSummary(results: readonly GateResult[]): number {
  const report = readReport();
  if (report !== undefined) {
    console.log('\nThe slowest files:');
    for (const { file, seconds } of report.slowest)
      console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
    printSkipped(report);
  }
  console.log('');
  for (const { name, passed, seconds } of results)
    console.log(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(16)} ${seconds.toFixed(1)} s`);
  if (results.some(({ name, passed }) => name === 'tests' && !passed)) {
    console.log('');
    const lines = report?.failed ?? [
      'The test run stopped before it could list its failed tests: see above.',
    ];
    for (const line of lines.slice(0, maxFailedLines)) console.log(line);
    if (lines.length > maxFailedLines) console.log(`and ${lines.length - maxFailedLines} more`);
  }
  const failed = results.filter((result) => !result.passed).length;
  console.log(`Gates: ${results.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

const maxFailedLines = 20;

const options = { all: { type: 'boolean' }, changed: { type: 'boolean' } } as const;
await runCommand(
  { name: 'test', help, options, allowPositionals: true, errorCode: 2 },
  async ({ values, positionals }) => {
    rmSync(testReportFile, { force: true });
    useRamDisk();
    const results = positionals.length > 0 ? [] : await runConcurrently(quickGates);
    fetchBrowser();
    for (const gate of testGates(values, positionals)) results.push(await runGate(gate, 'inherit'));
    return printSummary(results);
  },
);
