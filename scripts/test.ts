import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileOfFailures } from './failed-tests.ts';

/** One gate of `npm test`: what it proves, and the command that proves it. */
interface Gate {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

// The quick gates run side by side and print only when they fail; the tests print as they go.
const quickGates: readonly Gate[] = [
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'lint', command: ['oxlint', '--quiet'] },
  { name: 'types', command: ['node', 'node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.json'] },
  {
    name: 'widget types',
    command: [
      'node',
      'node_modules/typescript-7/bin/tsc',
      '-p',
      'server/embed/widget/browser/tsconfig.json',
      '--noEmit',
    ],
  },
  { name: 'drift', command: ['node', 'scripts/generate.ts', '--check'] },
  { name: 'contract', command: ['node', 'scripts/lint-contract.ts'] },
  { name: 'requirements', command: ['node', 'scripts/check-requirements.ts'] },
  { name: 'requirement tests', command: ['node', 'scripts/check-requirement-tests.ts'] },
];
const testGates: readonly Gate[] = [
  { name: 'tests', command: ['vitest', 'run', '--config', 'scripts/vitest.config.ts', '--root', '.'] },
  { name: 'mutants', command: ['node', 'conformance/mutants/cli.ts', '--quiet'] },
];
const lanes = 2;

interface Outcome {
  readonly gate: Gate;
  readonly passed: boolean;
  readonly seconds: number;
}

function runGate(gate: Gate, show: boolean): Promise<Outcome> {
  const began = performance.now();
  const [command, ...args] = gate.command;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
    const finish = (passed: boolean, note = ''): void => {
      const seconds = (performance.now() - began) / 1000;
      if (!passed)
        process.stdout.write(`\n--- ${gate.name} failed ---\n${Buffer.concat(output).toString()}${note}\n`);
      resolve({ gate, passed, seconds });
    };
    child.on('error', (error) => finish(false, error.message));
    child.on('close', (code) => finish(code === 0));
  });
}

async function runSideBySide(gates: readonly Gate[]): Promise<Outcome[]> {
  const waiting = [...gates];
  const outcomes: Outcome[] = [];
  const lane = async (): Promise<void> => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      outcomes.push(await runGate(gate, false));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes;
}

/** Last, because of a long output many CI systems keep only the end. */
function printFailedTests(): void {
  console.log('');
  if (existsSync(fileOfFailures)) process.stdout.write(readFileSync(fileOfFailures));
  else console.log('The tests did not come to their end: see above.');
}

function printSummary(outcomes: readonly Outcome[]): void {
  console.log('');
  for (const { gate, passed, seconds } of outcomes) {
    console.log(`${passed ? 'ok    ' : 'FAILED'}  ${gate.name.padEnd(18)} ${seconds.toFixed(1)} s`);
  }
  if (outcomes.some(({ gate, passed }) => gate.name === 'tests' && !passed)) printFailedTests();
  const failed = outcomes.filter((outcome) => !outcome.passed).length;
  console.log(`Gates: ${outcomes.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

rmSync(fileOfFailures, { force: true });
const outcomes = await runSideBySide(quickGates);
for (const gate of testGates) outcomes.push(await runGate(gate, true));
printSummary(outcomes);
