import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A server that is being measured: where it listens, which process it is, and how to end it. */
export interface MeasuredServer {
  readonly name: string;
  readonly url: string;
  readonly caFile: string;
  readonly pid: number;
  /** Said in the table, for example that a peer speaks no TLS. */
  readonly note?: string;
  stop(): Promise<void>;
}

/** Prefix that pins a command to one processor where the machine has two and taskset is there. */
export function pinnedTo(cpu: number, command: readonly string[]): readonly string[] {
  return pinning ? ['taskset', '-c', String(cpu), ...command] : command;
}

const { availableParallelism } = await import('node:os');
const pinning = process.platform === 'linux' && availableParallelism() > 1;

const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill()));

/** Ends the child with this process at the latest, also where a measurement fails. Returns the child. */
export function endWithUs<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Starts a command on processor 0 and resolves with the first line that `isReady` maps to a value. */
export async function startUntil<T>(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  isReady: (line: string) => T | undefined,
): Promise<{ child: ChildProcess; ready: T }> {
  const [program = '', ...args] = pinnedTo(0, command);
  const env = { ...process.env, ...environment };
  const child = endWithUs(spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = isReady(line);
    if (ready !== undefined) {
      child.stdout.resume();
      return { child, ready };
    }
  }
  throw new Error(`${command.join(' ')} ended before it was ready: ${errors.join('').slice(-500)}`);
}

/** Asks a child to end and waits until it has. */
export function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
