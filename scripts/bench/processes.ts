import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { startChild, type StartedChild } from '../../server/testing/child-process.ts';

/** A server under measurement. */
export interface MeasuredServer {
  readonly name: string;
  readonly url: string;
  readonly caFile: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const pinning = process.platform === 'linux' && availableParallelism() > 1;

/** Pins a command to one processor where the machine has two: servers run on 0, load generators on 1. */
export function pinnedTo(processor: number, command: readonly string[]): [string, ...string[]] {
  const [program = '', ...args] = command;
  return pinning ? ['taskset', '-c', String(processor), program, ...args] : [program, ...args];
}

/** Starts a server on processor 0. It ends with this process at the latest. */
export function startOnServerProcessor(
  command: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string; output: 'pipe' | number },
): StartedChild {
  const { output, ...rest } = options;
  return startChild(pinnedTo(0, command), { ...rest, stdio: ['ignore', output, output] });
}

/** Runs a script of this folder with JSON on standard input; returns the JSON that it prints. */
export async function runScript(
  script: string,
  input: object,
  options: { readonly processor?: number; readonly onStderr?: () => void } = {},
): Promise<unknown> {
  const [program, ...args] = pinnedTo(options.processor ?? 1, ['node', `scripts/bench/${script}`]);
  const running = promisify(execFile)(program, args, { maxBuffer: 1 << 26 });
  if (options.onStderr !== undefined) running.child.stderr?.once('data', options.onStderr);
  running.child.stdin?.end(JSON.stringify(input));
  return JSON.parse((await running).stdout);
}

const ticksPerSecond = 100;

/** The statistics of a process after its command's name: proc(5). */
export function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command name can contain spaces; it ends at the last parenthesis.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** CPU seconds of all threads of a process, user and system; with `ended`, of the children too that it has waited for. */
export function cpuSecondsOf(pid: number, ended = false): number {
  const ticks = statOf(pid).slice(11, ended ? 15 : 13);
  return ticks.reduce((total, field) => total + Number(field), 0) / ticksPerSecond;
}

/** Resident memory of a process. */
export function residentBytesOf(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
}
