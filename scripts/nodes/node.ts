import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { waitUntilReady } from '../child-process.ts';

/** Environment variables of the service. */
export type Environment = Readonly<Record<string, string>>;

/** One process of the service. */
export interface ServiceNode {
  /** Milliseconds from the start until `/readyz` was 200; null when it was killed before. Rejects when it ends by itself. */
  readonly ready: Promise<number | null>;
  /** SIGKILL, and waits for the end. Throws when the process had ended by itself. */
  kill(): Promise<void>;
  /** SIGKILL, also when the process has ended or is frozen. */
  end(): Promise<void>;
  /** SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** SIGSTOP: the process keeps its connections and does nothing, until `resume`. */
  freeze(): void;
  resume(): void;
  /** Whether the process has not ended. */
  isRunning(): boolean;
}

const cli = fileURLToPath(new URL('../../server/cli.ts', import.meta.url));
const children = new Set<ChildProcess>();
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/** Starts the real `agent-service serve`, whose log is appended to `logFile`. It ends with this process at the latest. */
export function startNode(environment: Environment, url: string, logFile: string): ServiceNode {
  const startedAt = performance.now();
  const log = openSync(logFile, 'a');
  const env = { PATH: process.env['PATH'], ...environment };
  const child = spawn(process.execPath, [cli, 'serve'], { env, stdio: ['ignore', log, log] });
  closeSync(log);
  children.add(child);
  const exit = once(child, 'exit').finally(() => children.delete(child));
  const ready = waitUntilReady(url, child).then(
    () => performance.now() - startedAt,
    (error: unknown) => {
      if (child.signalCode === 'SIGKILL') return null;
      throw error;
    },
  );
  // It is awaited later, or never when the process is killed first.
  ready.catch(() => undefined);
  return {
    ready,
    async kill() {
      child.kill('SIGKILL');
      const [code, signal] = await exit;
      if (signal !== 'SIGKILL') throw new Error(`the service ended by itself with ${code ?? signal}`);
    },
    async end() {
      child.kill('SIGKILL');
      await exit;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = (await exit) as [number | null];
      return code;
    },
    freeze: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    isRunning: () => child.exitCode === null && child.signalCode === null,
  };
}
