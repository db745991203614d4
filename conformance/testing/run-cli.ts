import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { env as ownEnvironment, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { type CliIo, runCommand } from '../command/run-command.ts';

interface CliRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** Runs a command in a process with nothing but PATH, Node's compile cache and `env` in its environment. */
export async function runProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<CliRun> {
  const { PATH, NODE_COMPILE_CACHE } = ownEnvironment;
  const child = spawn(command, args, {
    cwd,
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, stdout, stderr };
}

/** Runs the suite's command from source; a page in a browser would take seconds. */
export function runCli(args: readonly string[], env: Readonly<Record<string, string>>): Promise<CliRun> {
  return runProgram(execPath, [cli, ...args], { CHROMIUM_PATH: 'none', ...env });
}

/** Runs the suite's command in this process: as `runCli`, without the start of a process. */
export async function runHere(args: readonly string[], io: Partial<CliIo> = {}): Promise<CliRun> {
  let stdout = '';
  let stderr = '';
  const exitCode = await runCommand(args, {
    print: (text) => (stdout += text),
    stderr: { isTTY: false, write: (text: string) => (stderr += text) },
    dataDir: '/nonexistent',
    folder: '/nonexistent',
    now: () => Date.now(),
    randomSeed: 1,
    stopped: () => new Promise(() => undefined),
    ...io,
  });
  return { exitCode, stdout, stderr };
}
