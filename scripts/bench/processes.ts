import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** A server under measurement. */
export interface MeasuredServer {
  readonly name: string;
  readonly url: string;
  readonly caFile: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const pinning = process.platform === 'linux' && availableParallelism() > 1;
const children = new Set<ChildProcess>();
process.once('exit', () => children.forEach((child) => child.kill()));

/** Pins a command to one processor where the machine has two: servers run on 0, load generators on 1. */
export function pinnedTo(processor: number, command: readonly string[]): [string, ...string[]] {
  const [program = '', ...args] = command;
  return pinning ? ['taskset', '-c', String(processor), program, ...args] : [program, ...args];
}

/** Starts a server on processor 0. It ends with this process at the latest. */
export function startOnServerProcessor(
  command: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string; output: 'pipe' | number },
): ChildProcess {
  const [program, ...args] = pinnedTo(0, command);
  const { output, ...rest } = options;
  return trackChild(spawn(program, args, { ...rest, stdio: ['ignore', output, output] }));
}

/** Kills the child when this process exits. */
export function trackChild(child: ChildProcess): ChildProcess {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** The first line of a child's output that `find` maps to a value. Throws when the child exits before. */
export async function waitForLine<T>(child: ChildProcess, find: (line: string) => T | undefined): Promise<T> {
  if (child.stdout === null || child.stderr === null) throw new Error('the child has no output to read');
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    const found = find(line);
    if (found === undefined) continue;
    child.stdout.resume();
    return found;
  }
  throw new Error(`${child.spawnargs.join(' ')} exited before it was ready: ${errors.join('').slice(-500)}`);
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

/** CPU seconds, user and system, of all threads of a process. */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command name can contain spaces; it ends at the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory of a process. */
export function residentBytesOf(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
}
