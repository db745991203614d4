import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** Runs the real `agent-service` in a child process with the given data folder. */
export async function runCommand(
  dataDir: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...options.env };
  const child = spawn(process.execPath, [cli, ...args], { env });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stdin.end(options.input ?? '');
  const [code, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}
